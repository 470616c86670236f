// The product as it runs, for benchmarks: its own api process on a database of its own, sessions of its people, and a client outside.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BATCH_STATUSES, type BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import type { Actor } from '@paywages/server/actor.ts'
import { writeXlsx } from '@paywages/server/adapters/spreadsheet/write-xlsx.ts'
import { API_NODE_OPTIONS } from '@paywages/server/processes/node-options.ts'
import { hashToken } from '@paywages/server/session/identify.ts'
import { insertSession } from '@paywages/server/session/store.ts'
import { checkedRisks } from '@paywages/server/testing/checked-risks.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { type Client, openClient } from './client.ts'
import { payoutRow, TITLES } from './payout-rows.ts'

const API = join(import.meta.dirname, '..', 'server', 'processes', 'api.ts')

export type Product = {
  readonly bench: BenchServices
  readonly client: Client
  /** Of the api process. */
  readonly pid: number
  /** The api with all its threads, PostgreSQL with all its backends. */
  readonly processes: readonly number[]
  readonly payer: string
  readonly reviewer: string
  readonly manager: string
  url(path: string): string
  close(): Promise<void>
}

export async function openProduct(bench?: BenchServices): Promise<Product> {
  const own = bench ?? (await openBenchServices())
  const { api, address } = await startApi(own)
  const client = await openClient()
  return {
    bench: own,
    client,
    pid: api.pid ?? 0,
    processes: [api.pid ?? 0, own.postgresPid],
    payer: await signIn(own, own.payer),
    reviewer: await signIn(own, own.reviewer),
    manager: await signIn(own, own.manager),
    url: (path) => `${address}/paywages/api${path}`,
    close: async () => {
      await client.close()
      api.kill('SIGTERM')
      await once(api, 'exit')
      await own.close()
    },
  }
}

/** What a process needs to work on the same database and with the same bank. */
export function environmentOf({ settings }: BenchServices['services']) {
  return {
    DATABASE_URL: settings.databaseUrl,
    DATA_DIR: settings.dataDir,
    SECRET_KEY: settings.secretKey,
    BANK_URL: settings.bank.url,
    BANK_SECRET: settings.bank.secret,
    LOG_LEVEL: 'error',
  }
}

async function startApi({ services }: BenchServices): Promise<{ api: ChildProcess; address: string }> {
  const api = spawn(process.execPath, [...API_NODE_OPTIONS, API], {
    env: {
      ...process.env,
      PORT: '0',
      ...environmentOf(services),
      SECOND_FACTOR: 'offered',
      UNMATCHED_RECHARGE_YUAN: '1000000000',
      REVEALS_PER_HOUR: '1000000',
      FULL_EXPORTS_PER_HOUR: '1000000',
      // Large starts take longer than a request may, on a busy machine.
      DATABASE_TIMEOUT_SECONDS: '120',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = (await Promise.race([
    once(api, 'message'),
    once(api, 'exit').then(() => {
      throw new Error('the api did not start')
    }),
  ])) as [{ address: string }]
  return { api, address: message.address }
}

/** The cookie of a session of that person's. */
export async function signIn({ services }: BenchServices, { person }: Actor): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { accountId } = person
  await services.database.transact(async (tx) => {
    const { session_epoch: epoch } = await tx
      .selectFrom('account_identities')
      .where('account_id', '=', accountId)
      .select('session_epoch')
      .executeTakeFirstOrThrow()
    const session = { tokenHash: hashToken(token), accountId, epoch, brand: 1, address: '127.0.0.1' } as const
    await insertSession(tx, { ...session, at: new Date() })
  })
  return `paywages_session=${token}`
}

/** A payout sheet of so many people, as our own writer writes it; `from` is the number of the first. */
export async function writePayoutSheet(path: string, rows: number, from = 0): Promise<string> {
  const columns = TITLES.map((title) => ({ title, kind: 'text' as const }))
  const cells = Array.from({ length: rows }, (_, index) => payoutRow(from + index).map((text) => ({ text })))
  await pipeline(writeXlsx(cells, { sheetName: 'Sheet1', columns }), createWriteStream(path))
  return path
}

/** Uploads a sheet all of whose rows are good; gives the batch's number. */
export async function uploadSheet({ client, url, payer }: Product, path: string): Promise<number> {
  const answer = await client.upload({
    url: url('/excel/import'),
    cookie: payer,
    path,
    fields: { fileName: 'bench.xlsx', confirmDuplicate: '1' },
  })
  const { status, data } = JSON.parse(answer.text) as { status: number; data?: { opId?: number } }
  if (status !== 0 || data?.opId === undefined)
    throw new Error(`the upload answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return data.opId
}

/** Audits, reviews or starts a batch, ticking whatever high risks it has. */
export async function decide(product: Product, by: string, batchId: number, to: BatchStatus): Promise<void> {
  const { client, url, bench } = product
  const risks = to === 'transferring' ? [] : await checkedRisks(bench.services, batchId)
  const body = { opId: batchId, status: BATCH_STATUSES.indexOf(to), ispass: 1, checkedRisks: risks }
  const answer = await client.post(url('/excel/enable'), by, body)
  const { status } = JSON.parse(answer.text) as { status: number }
  if (status !== 0) throw new Error(`${to} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
}

/** Uploaded, audited and reviewed: ready for its start. */
export async function approvedBatch(product: Product, sheet: string): Promise<number> {
  const batchId = await uploadSheet(product, sheet)
  await decide(product, product.payer, batchId, 'reviewing')
  await decide(product, product.reviewer, batchId, 'ready')
  return batchId
}
