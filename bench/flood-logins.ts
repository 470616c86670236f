// Sends wrong logins from many addresses of this machine, all at once, on a thread of its own.

import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Flood = {
  readonly port: number
  readonly addresses: number
  readonly attemptsEach: number
  readonly seconds: number
}

/** How many answers had which HTTP code; 0 where none came. */
export type FloodAnswers = Readonly<Record<string, number>>

const { port, addresses, attemptsEach, seconds } = workerData as Flood
const answers: Record<string, number> = {}

function attempt(localAddress: string, agent: Agent, account: string): Promise<number> {
  const body = JSON.stringify({ uaccount: account, upasswd: '0'.repeat(64) })
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress,
        agent,
        method: 'POST',
        path: '/paywages/api/login',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        timeout: seconds * 1_000,
      },
      (answer) => {
        answer.resume()
        answer.once('close', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('timeout', () => sent.destroy())
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

async function fromOneAddress(n: number): Promise<void> {
  const agent = new Agent({ maxSockets: attemptsEach })
  const from = `127.0.${1 + Math.floor(n / 200)}.${1 + (n % 200)}`
  const sent = Array.from({ length: attemptsEach }, (_, k) => attempt(from, agent, `nobody-${n}-${k}`))
  for (const code of await Promise.all(sent)) answers[code] = (answers[code] ?? 0) + 1
}

await Promise.all(Array.from({ length: addresses }, (_, n) => fromOneAddress(n)))
parentPort?.postMessage(answers satisfies FloodAnswers)
