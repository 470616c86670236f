/** Starts, finds and stops the one PostgreSQL server process (the postmaster) of a data folder. */
import { spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartProblem } from '../start-problem.ts'
import { environment } from './cluster.ts'
import { give, type Place } from './place.ts'
import { endLeftovers, isPostgresIn, sendSignal, until } from './processes.ts'
import { serverArguments } from './server-settings.ts'

export type Postmaster = { pid: number; port: number }

type PidFile = Postmaster & { status: string }

const maxLogBytes = 10 * 1024 * 1024
const maxStartMs = 10 * 60_000

const IDENTIFYING = /could not bind|shared memory block|before configured recovery target/
const TOLD_TO_CLIENTS =
  /FATAL:\s+(?:the database system is|terminating connection|sorry, too many clients|password authentication)/

/** The server that already runs on this folder, once it is ready; one that is shutting down is waited for. */
export async function findRunning(place: Place): Promise<Postmaster | undefined> {
  const deadline = Date.now() + maxStartMs
  while (Date.now() < deadline) {
    const file = await readPidFile(place.cluster)
    if (!file || !(await isPostgresIn(file.pid, place.cluster))) return undefined
    if (file.status === 'ready') return file
    await sleep(50)
  }
  throw new StartProblem(`A PostgreSQL server on ${place.cluster} neither gets ready nor ends.`)
}

/** Starts the server on the port of last time if that is free, so that clients keep their address. */
export async function launch(
  place: Place,
  native: string,
  fast: boolean,
  log: (line: string) => void,
): Promise<Postmaster> {
  const before = await readPidFile(place.cluster)
  await endLeftovers(place.cluster, log)
  if (before) await removeMisleadingPidFile(place.cluster, before.pid)
  let complaint = ''
  for (let attempt = 0; attempt < 4; attempt++) {
    const port = await freePort(attempt === 0 ? (before?.port ?? 0) : 0)
    const outcome = await launchOnce(place, native, serverArguments(port, fast, fast ? place.home : ''))
    if (typeof outcome === 'object') return outcome
    complaint = outcome
    if (complaint.includes('shared memory block')) await endLeftovers(place.cluster, log)
    else if (!/could not bind|could not create any TCP/.test(complaint)) break
  }
  throw new StartProblem(`PostgreSQL did not start: ${complaint} (its log is ${place.logFile}).`)
}

/** Fast shutdown: clients are disconnected, everything is written; a server that hangs is ended and recovers next time. */
export async function stopPostmaster(pid: number, place: Place): Promise<void> {
  const gone = async () => !(await isPostgresIn(pid, place.cluster))
  for (const [signal, limitMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (await gone()) return
    sendSignal(pid, signal)
    if (await until(gone, limitMs)) return
  }
}

/** The server's answer when it got ready, or the reason it ended. */
async function launchOnce(place: Place, native: string, args: string[]): Promise<Postmaster | string> {
  await truncateLog(place.logFile)
  const output = await open(place.logFile, 'a', 0o600)
  await give(place.logFile, place.user)
  const from = (await output.stat()).size
  // Detached, so that Ctrl-C in the terminal does not reach it before its clients are gone.
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', place.cluster, ...args], {
    ...place.user,
    cwd: '/',
    env: environment,
    stdio: ['ignore', output.fd, output.fd],
    detached: true,
  })
  let ended: string | undefined
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? code}`
  })
  child.unref()
  await output.close()
  const deadline = Date.now() + maxStartMs
  while (ended === undefined && Date.now() < deadline) {
    const file = await readPidFile(place.cluster)
    if (file && file.pid === child.pid && file.status === 'ready') return file
    await sleep(20)
  }
  if (ended === undefined && child.pid) await stopPostmaster(child.pid, place)
  return (await lastComplaint(place.logFile, from)) ?? ended ?? 'it was not ready after ten minutes'
}

async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartProblem(`The database folder cannot be read: ${error.message}.`)
  })
  const lines = text?.split('\n') ?? []
  const pid = Number(lines[0])
  const port = Number(lines[3])
  // The file grows line by line while the server starts.
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number.isInteger(port) ? port : 0, status: lines[7]?.trim() ?? '' }
}

/**
 * PostgreSQL refuses to start while any process bears the id in a stale file, even a zombie or one that got the
 * number after a reboot; here it is already certain that no server works in the folder.
 */
async function removeMisleadingPidFile(cluster: string, pid: number): Promise<void> {
  if (await isPostgresIn(pid, cluster)) return
  try {
    process.kill(pid, 0)
  } catch {
    return
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

async function freePort(wanted: number): Promise<number> {
  return new Promise((settle, fail) => {
    const probe = createServer()
    probe.once('error', (error) => (wanted === 0 ? fail(error) : settle(freePort(0))))
    probe.listen({ host: '127.0.0.1', port: wanted }, () => {
      const address = probe.address()
      probe.close(() => settle(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

async function truncateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > maxLogBytes) await rename(logFile, `${logFile}.1`)
}

export async function lastComplaint(logFile: string, from: number): Promise<string | undefined> {
  return complaintIn((await readFile(logFile)).subarray(from).toString('utf8'))
}

/** Why the server ended, out of its log; what it told clients while it did so explains nothing. */
export function complaintIn(log: string): string | undefined {
  const lines = log.split('\n').filter((line) => /FATAL|PANIC|could not|error/.test(line))
  const reasons = lines.filter((line) => !TOLD_TO_CLIENTS.test(line))
  const identifying = reasons.find((line) => IDENTIFYING.test(line)) ?? reasons.at(-1) ?? lines.at(-1)
  return identifying?.replace(/^.*?(FATAL|PANIC|LOG):\s*/, '')
}
