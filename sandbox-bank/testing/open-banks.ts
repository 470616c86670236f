// Banks for tests, each on a folder of its own: in this process, or as the real process to be killed.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type RunningBank, startBank } from '../start-bank.ts'
import { BankClient, SECRET } from './bank-client.ts'

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-bank-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type OpenBank = RunningBank & { client: BankClient; folder: string }

export async function openBank(
  options: { folder?: string; notifyUrl?: string; backoffMs?: readonly number[]; recordDays?: number } = {},
): Promise<OpenBank> {
  const { folder = newFolder(), notifyUrl, recordDays, backoffMs = [10, 20, 40] } = options
  const settings = { port: 0, host: '127.0.0.1', folder, secret: SECRET, notifyUrl, recordDays }
  const running = await startBank(settings, { backoffMs, onBroken: () => {} })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= running.stop()
    return stopping
  }
  onTestFinished(stop)
  return { ...running, stop, folder, client: new BankClient(running.address) }
}

export type BankProcess = {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; output: string }>
  readonly ready: Promise<{ ready: true; address: string }>
  kill(): Promise<void>
}

/** Of the test's environment a bank gets no setting. */
const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env

const MAIN = join(import.meta.dirname, '..', 'main.ts')

/** `before` is a shell command that sets the stage for the process, as `ulimit` does. */
export function spawnBank(env: Record<string, string>, before?: string): BankProcess {
  const [program, ...args] = before
    ? ['bash', '-c', `${before}; exec "$0" "$1"`, process.execPath, MAIN]
    : [process.execPath, MAIN]
  const child = spawn(program as string, args, {
    env: { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, BANK_SECRET: SECRET, SANDBOX_BANK_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exit = once(child, 'exit')
  const streams = [child.stdout, child.stderr] as Readable[]
  const ended = Promise.all([exit, ...streams.map(text)]).then(([[code], ...said]) => ({
    code: code as number | null,
    output: said.join(''),
  }))
  const ready = new Promise<{ ready: true; address: string }>((settle, fail) => {
    child.once('message', (message) => settle(message as { ready: true; address: string }))
    ended.then(({ output }) => fail(new Error(output)), fail)
  })
  ready.catch(() => {})
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  onTestFinished(kill)
  return { child, ended, ready, kill }
}
