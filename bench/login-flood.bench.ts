// 2,000 wrong logins from 200 addresses: what a list takes meanwhile against idle, and how long a right login waits.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { setPassword } from '@paywages/server/accounts/store.ts'
import { hashPassword } from '@paywages/server/adapters/passwords/password-hash.ts'
import { buildApp } from '@paywages/server/processes/app.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import type { Flood, FloodAnswers } from './flood-logins.ts'
import { median, timed } from './in-turns.ts'
import { atMost, printTable } from './print-table.ts'

const FLOOD = { addresses: 200, attemptsEach: 10, seconds: 60 } as const
const digest = randomBytes(32).toString('hex')
const bench = await openBenchServices()
const app = await buildApp(bench.services)
try {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await givePassword(bench)
  const cookie = await logIn(address)
  const list = async () => {
    const reply = await fetch(`${address}/paywages/api/excel/import`, { headers: { cookie } })
    if (!reply.ok) throw new Error(`the list answered ${reply.status}`)
    await reply.json()
  }
  for (let warm = 0; warm < 50; warm += 1) await list()
  const idle = await times(list, (count) => count < 300)
  const idleLogin = median(
    await times(
      () => logIn(address),
      (count) => count < 5,
    ),
  )
  const flood = startFlood({ port: Number(new URL(address).port), ...FLOOD })
  const logins: number[] = []
  const busy = await times(
    list,
    () => !flood.over,
    async (count) => {
      if (count % 50 === 10) logins.push(await timed(() => logIn(address)))
    },
  )
  const answers = await flood.answers
  printTable([
    atMost('p99 of the list during 2,000 wrong logins against idle', p99(busy) / p99(idle), 3),
    atMost('slowest right login meanwhile', Math.max(...logins) / 1_000, 3, ' s'),
    figure('lists and right logins during the flood', `${busy.length} and ${logins.length}`),
    figure(
      'p99 of the list, median of a login, idle',
      `${p99(idle).toFixed(0)} and ${idleLogin.toFixed(0)} ms`,
    ),
    figure(
      'looked at / told to wait / no answer',
      [401, 429, 0].map((code) => answers[code] ?? 0).join(' / '),
    ),
  ])
} finally {
  await app.close()
  await bench.close()
}

async function givePassword({ services, payer }: BenchServices): Promise<void> {
  const passwordHash = await hashPassword(digest)
  await services.database.transact((tx) =>
    setPassword(tx, payer.person.accountId, { passwordHash, mustChange: false }),
  )
}

/** Without the cookie of a known device: as someone who never was here. */
async function logIn(address: string): Promise<string> {
  const reply = await fetch(`${address}/paywages/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uaccount: 'payer', upasswd: digest }),
  })
  if (!reply.ok) throw new Error(`a right login answered ${reply.status}: ${await reply.text()}`)
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

function startFlood(workerData: Flood) {
  const thread = new Worker(new URL('./flood-logins.ts', import.meta.url), { workerData })
  const state = {
    over: false,
    answers: once(thread, 'message').then(([answers]) => {
      state.over = true
      return answers as FloodAnswers
    }),
  }
  return state
}

async function times(
  work: () => Promise<unknown>,
  goesOn: (count: number) => boolean,
  between: (count: number) => Promise<void> = async () => undefined,
): Promise<number[]> {
  const taken: number[] = []
  while (goesOn(taken.length)) {
    taken.push(await timed(work))
    await between(taken.length)
  }
  return taken
}

function p99(taken: readonly number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? 0
}

function figure(what: string, measured: string) {
  return { what, measured, goal: '', met: null }
}
