// Runs the real sandbox bank as a process of its own, with a folder of its own, and speaks its control call.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signRequest } from '../adapters/bank/signature.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export type Executed = {
  readonly reference: string
  readonly amountFen: number
  readonly name: string
  readonly cardTail: string
  readonly returned: boolean
}

export type SandboxBank = {
  readonly url: string
  readonly secret: string
  readonly process: ChildProcess
  control(wanted: Record<string, unknown>): Promise<void>
  /** Every reference it executed, as its own record has it. */
  executed(): Promise<Executed[]>
  stop(): Promise<void>
}

export type SandboxOptions = {
  readonly folder?: string
  readonly port?: number
  readonly notifyUrl?: string
  readonly recordDays?: number | undefined
}

const SECRET = 'the-secret-of-the-sandbox-in-tests-0123456789'

export async function startSandboxBank(options: SandboxOptions = {}): Promise<SandboxBank> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'paywages-bank-')))
  const child = spawn(process.execPath, [join(ROOT, 'sandbox-bank', 'main.ts')], {
    env: {
      ...process.env,
      SANDBOX_BANK_PORT: String(options.port ?? 0),
      SANDBOX_BANK_DATA: folder,
      BANK_SECRET: SECRET,
      BANK_RECORD_DAYS: String(options.recordDays ?? ''),
      ...(options.notifyUrl === undefined ? {} : { SANDBOX_BANK_NOTIFY_URL: options.notifyUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the sandbox bank did not start (exit ${code})`)
    }),
  ])
  const url = (message as { address: string }).address
  return {
    url,
    secret: SECRET,
    process: child,
    control: async (wanted) => {
      await request(url, 'POST', '/control', wanted)
    },
    executed: () => readExecuted(url),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readExecuted(url: string) {
  const all: Executed[] = []
  let after = ''
  do {
    const page = (await request(url, 'GET', `/control/executed${after}`)) as {
      executed: typeof all
      next: number | null
    }
    all.push(...page.executed)
    after = page.next === null ? '' : `?after=${page.next}`
  } while (after !== '')
  return all
}

async function request(url: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const { headers } = signRequest(SECRET, { method, path }, text, Date.now())
  const init = { method, headers: { ...headers, 'content-type': 'application/json' } }
  const answer = await fetch(url + path, method === 'POST' ? { ...init, body: text } : init)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
