// Payout batches for tests: sent through the call as a browser does, or stored at once by the operation behind it.

import { randomBytes } from 'node:crypto'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { type UploadResult, uploadResultShape } from '@paywages/wire/payouts/shapes.ts'
import { decideBatch } from '../payouts/decide-batch.ts'
import type { RowSealer } from '../payouts/row-sealer.ts'
import { sealRow } from '../payouts/seal-row.ts'
import { type SheetUpload, uploadSheet } from '../payouts/upload-sheet.ts'
import { actorOf } from './actor.ts'
import { type Client, type Reply, readReply, urlOf } from './client.ts'
import { multipartOf } from './multipart.ts'
import { freshRows, payoutSheet, rawRows, type SheetRow } from './payout-sheet.ts'
import type { TestHouse } from './test-house.ts'

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
  house: TestHouse,
  account: string,
  rows: readonly SheetRow[],
  { fileName = 'sheet.xlsx', sha256 = freshContent(), confirmDuplicate = false }: RowsUpload = {},
): Promise<UploadResult> {
  const sealer: RowSealer = {
    seal: async (plain) => plain.map((row) => sealRow(house.cipher, row)),
    close: async () => undefined,
  }
  async function* chunks() {
    yield rawRows(rows)
  }
  return uploadSheet(house, await actorOf(house, account), sealer, {
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
  house: TestHouse,
  account: string,
  rows: readonly SheetRow[] = freshRows(1),
): Promise<StoredBatch> {
  const result = await uploadRows(house, account, rows)
  const { batchId, batchNo } = result
  if (batchId === null || batchNo === null) throw new Error(`bad rows: ${JSON.stringify(result.failedRows)}`)
  const stored = await house.query<{ id: number }>(
    'select row_id::int as id from payout_rows where batch_id = $1 order by row_number',
    [batchId],
  )
  return { batchId, batchNo, rowIds: stored.map(({ id }) => id), rows }
}

/** Takes one step as that account, by the operation; likely duplicates are confirmed as they are. */
export async function takeStep(
  house: TestHouse,
  account: string,
  batchId: number,
  to: BatchStatus,
): Promise<void> {
  const [row] = await house.query<{ n: number }>(
    `select count(*)::int as n from payout_rows where batch_id = $1 and status <> 'cancelled' and warnings @> '[{"kind": "likely-duplicate"}]'`,
    [batchId],
  )
  const pass = to === 'reviewing' || to === 'ready'
  await decideBatch(house, await actorOf(house, account), batchId, {
    to,
    pass,
    reason: '',
    confirmedDuplicates: row?.n,
  })
}

/** A stand-in for the start and the bank, which come with their own issue: everything payable was paid at that moment. */
export async function pretendPaid(house: TestHouse, batchId: number, at = house.clock.now()): Promise<void> {
  const month = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 7)
  await house.query(
    "update payout_rows set status = 'succeeded', payment_month = $2, paid_at = $3 where batch_id = $1 and status = 'processing'",
    [batchId, month, at],
  )
  await house.query(
    "update payout_batches set status = 'transferring', succeeded_count = payable_count where batch_id = $1",
    [batchId],
  )
  // A succeeded transfer binds the name (D26).
  await house.query(
    `update provider_freelancers pf set name_bound = true from freelancers f, payout_rows r
     where f.freelancer_id = pf.freelancer_id and r.id_hash = f.id_hash and r.provider_id = pf.provider_id
       and r.batch_id = $1 and r.status = 'succeeded'`,
    [batchId],
  )
}
