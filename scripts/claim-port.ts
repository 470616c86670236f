/** Makes sure the port is free before anything is started, giving the children of a killed start time to let go of it. */
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, type ProcessIdentity } from '@paywages/server/adapters/process-identity.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'

const graceMs = 10_000

const sentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use by another program; stop that program or set PORT to a free port.`,
  EACCES: (_, port) => `Port ${port} may not be used by this user; set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST is ${host}, which is not an address of this machine.`,
  ENOTFOUND: (host) => `HOST is ${host}, which is not a known address.`,
}

export async function claimPort(host: string, port: number, leftBehind?: ProcessIdentity[]): Promise<void> {
  const deadline = Date.now() + (leftBehind ? graceMs : 0)
  if (leftBehind) await outlive(leftBehind, deadline)
  for (;;) {
    const code = await tryPort(host, port)
    if (!code) return
    if (code !== 'EADDRINUSE' || Date.now() >= deadline) {
      const sentence = sentences[code]?.(host, port)
      throw new StartProblem(sentence ?? `Port ${port} on ${host} cannot be used: ${code}.`)
    }
    await sleep(100)
  }
}

/** Children of a killed supervisor end by themselves; one that hangs is ended. */
async function outlive(processes: ProcessIdentity[], deadline: number): Promise<void> {
  while (processes.some(isAlive) && Date.now() < deadline) await sleep(100)
  for (const { pid } of processes.filter(isAlive)) process.kill(pid, 'SIGKILL')
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((settle) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
    probe.listen({ host, port }, () => probe.close(() => settle(undefined)))
  })
}
