// An api as a process of its own on a test's services, to be killed in the middle of a call, and what it leaves on the disk.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { EndpointName } from '@paywages/wire/endpoints.ts'
import { expect, vi } from 'vitest'
import { READING } from '../files/local-copy.ts'
import { bareEnvironment } from './bare-environment.ts'
import { type Client, urlOf } from './client.ts'
import { cookieOf } from './file-calls.ts'
import { filesIn } from './files-in.ts'
import type { multipartOf } from './multipart.ts'
import { BANK_SECRET, TEST_SECRET, type TestServices } from './test-services.ts'

export class KillableApi {
  readonly #services: TestServices
  #child: ChildProcess
  #address: string

  private constructor(services: TestServices, [child, address]: [ChildProcess, string]) {
    this.#services = services
    this.#child = child
    this.#address = address
  }

  static async start(services: TestServices): Promise<KillableApi> {
    return new KillableApi(services, await startApi(services))
  }

  /** The next one, where it was killed. */
  async restart(): Promise<void> {
    ;[this.#child, this.#address] = await startApi(this.#services)
  }

  /** Sends the form, or as much of it as is asked for; nobody waits for the answer. */
  send(
    name: EndpointName,
    by: Client,
    { body, contentType }: ReturnType<typeof multipartOf>,
    share = 1,
  ): void {
    const headers = { ...cookieOf(by), 'content-type': contentType, 'content-length': body.length }
    const sending = request(this.#address + urlOf(name), { method: 'POST', headers, agent: false })
    sending.on('error', () => {})
    sending.on('response', (response) => response.resume())
    if (share < 1) sending.write(body.subarray(0, body.length * share))
    else sending.end(body)
  }

  get address(): string {
    return this.#address
  }

  get isKilled(): boolean {
    return this.#child.signalCode !== null
  }

  /** With SIGABRT it ends as by a fault of its own. */
  async kill(signal: 'SIGKILL' | 'SIGABRT' = 'SIGKILL'): Promise<void> {
    this.#child.kill(signal)
    if (!this.isKilled) await once(this.#child, 'exit')
  }

  /** Its connections end with it, and with them whatever they had not committed. */
  async untilForgotten(): Promise<void> {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect(await this.#services.query(waiting)).toEqual([]), {
      timeout: 100_000,
    })
  }

  /** Where files lie while they are received, and while they are read. */
  get temporary(): string {
    return join(this.#services.settings.dataDir, 'files', 'tmp')
  }

  get reading(): string {
    return join(this.#services.settings.dataDir, READING)
  }
}

async function startApi(services: TestServices): Promise<[ChildProcess, string]> {
  const log = openSync(join(services.settings.dataDir, 'api.log'), 'a')
  const child = fork(join(import.meta.dirname, '..', 'processes', 'api.ts'), {
    env: {
      ...bareEnvironment,
      DATABASE_URL: services.home.url,
      SECRET_KEY: TEST_SECRET,
      BANK_URL: 'http://127.0.0.1:9',
      BANK_SECRET,
      SECOND_FACTOR: 'offered',
      UNMATCHED_RECHARGE_YUAN: '1000000000',
      DATA_DIR: services.settings.dataDir,
      PORT: '0',
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', log, log, 'ipc'],
    // Where the system lets a process that crashes write its memory down, it lies there.
    cwd: services.settings.dataDir,
    execPath: '/bin/sh',
    execArgv: ['-c', 'ulimit -c unlimited; exec "$0" "$@"', process.execPath],
  })
  const [message] = await once(child, 'message')
  return [child, (message as { address: string }).address]
}

export async function sizeIn(folder: string): Promise<number> {
  let size = 0
  for (const path of await filesIn(folder)) size += (await stat(path).catch(() => ({ size: 0 }))).size
  return size
}
