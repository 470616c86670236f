// Payout batches for tests: sent through the call as a browser does, or stored at once by the operation behind it.

import { randomBytes } from 'node:crypto'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { NO_FACTOR } from '@paywages/domain/factors/factor-standing.ts'
import { recharge } from '@paywages/domain/ledger/postings.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { type UploadResult, uploadResultShape } from '@paywages/wire/payouts/shapes.ts'
import { packRows } from '../adapters/spreadsheet/row-packing.ts'
import { startOnAccount } from '../bank-files/start-on-account.ts'
import { credit } from '../ledger/post-entries.ts'
import { decideBatch } from '../payouts/decide-batch.ts'
import { judgeHere } from '../payouts/open-judge.ts'
import { registerWaitingPeople } from '../payouts/register-people.ts'
import type { SheetUpload } from '../payouts/sheet-upload.ts'
import { uploadSheet } from '../payouts/upload-sheet.ts'
import { queryDoubts } from '../transfers/query-bank.ts'
import { reconcileStatement } from '../transfers/reconcile-statement.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import { sweepLeases } from '../transfers/sweep-leases.ts'
import { actorOf } from './actor.ts'
import { checkedRisks } from './checked-risks.ts'
import { type Client, type Reply, readReply, urlOf } from './client.ts'
import { multipartOf } from './multipart.ts'
import { freshRows, payoutSheet, rawRows, type SheetRow } from './payout-sheet.ts'
import type { TestServices } from './test-services.ts'

export type SheetPost = {
  readonly fileName?: string
  /** Fields beside the file, as they travel. */
  readonly fields?: Readonly<Record<string, string>>
}

export async function postSheet(client: Client, bytes: Uint8Array, post: SheetPost = {}): Promise<Reply> {
  const { body, contentType } = sheetBody(bytes, post)
  const headers = { 'content-type': contentType }
  return readReply(await client.send({ method: 'POST', url: urlOf('uploadSheet'), payload: body, headers }))
}

export function sheetBody(bytes: Uint8Array, { fileName = 'sheet.xlsx', fields = {} }: SheetPost = {}) {
  const parts = Object.entries(fields).map(([key, value]) => ({ key, value }))
  return multipartOf([...parts, { key: 'file', fileName, value: bytes }])
}

/** For sheets that are read to their end: what the dialog or the list shows. */
export async function postRows(client: Client, rows: readonly SheetRow[], post?: SheetPost) {
  const { body } = await postSheet(client, await payoutSheet(rows), post)
  if (body.status !== 0) throw new Error(`the sheet was refused: ${JSON.stringify(body)}`)
  return uploadResultShape.decode(body.data as never)
}

export type RowsUpload = Partial<Pick<SheetUpload, 'confirmDuplicate'>> & {
  readonly fileName?: string
  readonly sha256?: string
}

/** The operation without the call and without its threads: every rule applies, at a fraction of the time. */
export async function uploadRows(
  services: TestServices,
  account: string,
  rows: readonly SheetRow[],
  { fileName = 'sheet.xlsx', sha256 = freshContent(), confirmDuplicate = false }: RowsUpload = {},
): Promise<UploadResult> {
  async function* chunks() {
    yield packRows(rawRows(rows))
  }
  return uploadSheet(services, await actorOf(services, account), judgeHere(services), {
    file: { name: fileName, size: 1_000n, sha256 },
    rows: chunks(),
    confirmDuplicate,
    uploadKey: undefined,
    signal: new AbortController().signal,
  })
}

export const freshContent = () => randomBytes(32).toString('hex')

export type StoredBatch = {
  readonly batchId: number
  readonly batchNo: string
  /** In the sheet's order. */
  readonly rowIds: readonly number[]
  readonly rows: readonly SheetRow[]
}

/** The same for rows that are all good. */
export async function storeBatch(
  services: TestServices,
  account: string,
  rows: readonly SheetRow[] = freshRows(1),
): Promise<StoredBatch> {
  const result = await uploadRows(services, account, rows)
  const { batchId, batchNo } = result
  if (batchId === null || batchNo === null) throw new Error(`bad rows: ${JSON.stringify(result.failedRows)}`)
  const stored = await services.query<{ id: number }>(
    'select row_id::int as id from payout_lines where batch_id = $1 order by row_number',
    [batchId],
  )
  return { batchId, batchNo, rowIds: stored.map(({ id }) => id), rows }
}

/** As the worker does: the people of every batch not yet registered become known. Tells how many batches. */
export const registerBatches = (services: TestServices): Promise<number> => registerWaitingPeople(services)

/** Takes one step as that account, by the operation; high risks are checked as they are. */
export async function takeStep(
  services: TestServices,
  account: string,
  batchId: number,
  to: BatchStatus,
): Promise<void> {
  const pass = to === 'reviewing' || to === 'ready' || to === 'transferring'
  const { person, ...origin } = await actorOf(services, account)
  await decideBatch(
    services,
    // Without a passkey, whoever has one: signing is for tests of its own.
    { ...origin, person: { ...person, factor: NO_FACTOR } },
    batchId,
    {
      to,
      pass,
      reason: '',
      checkedRisks: to === 'reviewing' || to === 'ready' ? await checkedRisks(services, batchId) : [],
    },
    startOnAccount,
  )
}

/** Credits a provider's balance as an approved recharge does. */
export async function fund(services: TestServices, providerId: number, yuan = 10_000_000): Promise<void> {
  fundings += 1n
  const entry = { subject: 'recharge', subjectId: fundings, postings: recharge(BigInt(yuan) * 100n) } as const
  await services.database.transact((tx) => credit(tx, providerId, entry, services.clock.now()))
}

/** Far from any recharge that a test makes itself. */
let fundings = 1_000_000_000n

/** Audits, reviews and starts a batch as that provider's people, with money enough. */
export async function startStored(services: TestServices, batchId: number): Promise<void> {
  const [batch] = await services.query<{ provider: string; id: number; status: string }>(
    `select p.name as provider, p.provider_id as id, b.status from payout_batches b join providers p using (provider_id) where b.batch_id = $1`,
    [batchId],
  )
  if (!batch) throw new Error('no such batch')
  const fixture = batch.provider.replace('Provider ', '')
  await fund(services, batch.id)
  if (batch.status === 'auditing') await takeStep(services, `pay${fixture}`, batchId, 'reviewing')
  if (batch.status === 'auditing' || batch.status === 'reviewing')
    await takeStep(services, `check${fixture}`, batchId, 'ready')
  await takeStep(services, `pay${fixture}`, batchId, 'transferring')
}

/** Sends what waits, once; the bank answers at once for most of it. */
export async function sendAll(services: TestServices): Promise<void> {
  while ((await sendWaiting(services)) > 0);
}

/** Reads the bank's statements of these days, in which returns stand. */
export async function reconcileDays(services: TestServices, days: readonly Day[]): Promise<void> {
  for (const day of days) await reconcileStatement(services, day)
}

/** Works as a worker does until the bank has answered for everything that was sent. */
export async function settleAll(services: TestServices): Promise<void> {
  while ((await sendWaiting(services)) > 0);
  for (;;) {
    services.clock.advance(services.settings.retryPolicy.queryAfterMs * 2)
    await sweepLeases(services)
    while ((await sendWaiting(services)) > 0);
    if ((await queryDoubts(services)) === 0) {
      const [open] = await services.query<{ n: number }>(
        `select count(*)::int as n from row_transfers where state in ('reserved', 'sending', 'in-doubt')`,
      )
      if (open?.n === 0) return
      services.clock.advance(services.settings.retryPolicy.maxQueryIntervalMs)
    }
  }
}

/** From under audit to paid: approvals, start, bank and settlement, all of them real. */
export async function payStored(
  services: TestServices,
  batchId: number,
  at = services.clock.now(),
): Promise<void> {
  const now = services.clock.now()
  services.clock.set(at)
  await startStored(services, batchId)
  while ((await sendWaiting(services)) > 0);
  services.clock.set(now)
}
