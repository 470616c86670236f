// Statements for tests: made from payouts that were really paid, and uploaded by the operation or as a browser does.

import { randomUUID } from 'node:crypto'
import type { ReadLine } from '@paywages/domain/bank-statements/statement-lines.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { UploadedStatement } from '@paywages/wire/bank-statements/shapes.ts'
import { uploadedStatementShape } from '@paywages/wire/bank-statements/shapes.ts'
import { type StoredStatement, storeStatement } from '../bank-statements/store-statement.ts'
import { acceptFile } from '../files/accept-file.ts'
import { uploadsOf } from '../files/receive-file.ts'
import { openRow } from '../payouts/seal-row.ts'
import { actorOf } from './actor.ts'
import { type Client, type Reply, readReply, signIn, urlOf } from './client.ts'
import { multipartOf } from './multipart.ts'
import { payStored, storeBatch } from './payout-batches.ts'
import { freshRow, type SheetRow } from './payout-sheet.ts'
import { LAYOUTS, type ListedPayment, statementPdf } from './statement-pdfs.ts'
import type { TestServices } from './test-services.ts'

export type PaidRow = ListedPayment & {
  readonly rowId: number
  readonly serial: string
  readonly state: string
}

/** What the bank was sent for a batch, in the sheet's order, as the bank's own statement would list it. */
export async function paymentsOf(services: TestServices, batchId: number): Promise<PaidRow[]> {
  const rows = await services.query<{
    rowId: number
    reference: string
    serial: string
    name: string
    sealed: string
    netFen: Fen
    at: Date
    state: string
  }>(
    `select r.row_id::int as "rowId", t.reference, t.bank_serial as serial, r.name, r.sealed, t.amount_fen - t.tax_fen - t.vat_fen as "netFen",
      r.payout_at as at, t.state from payout_lines r join row_transfers t using (row_id) where r.batch_id = $1 order by r.row_number`,
    [batchId],
  )
  return rows.map(({ sealed, ...row }) => ({ ...row, cardNo: openRow(services.cipher, sealed).cardNo }))
}

/** Pays a sheet of these rows, and gives what left the account. */
export async function payRows(
  services: TestServices,
  account: string,
  rows: readonly SheetRow[],
): Promise<PaidRow[]> {
  const { batchId } = await storeBatch(services, account, rows)
  await payStored(services, batchId)
  return paymentsOf(services, batchId)
}

export type SentStatement = { readonly fileName?: string; readonly bytes: Uint8Array }

/** Through the call, as a browser does. */
export async function postStatements(
  client: Client,
  files: readonly SentStatement[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const { body, contentType } = multipartOf([
    ...Object.entries(fields).map(([key, value]) => ({ key, value })),
    ...files.map(({ fileName = 'statement.pdf', bytes }) => ({ key: 'files', fileName, value: bytes })),
  ])
  const headers = { 'content-type': contentType }
  return readReply(
    await client.send({ method: 'POST', url: urlOf('uploadStatements'), payload: body, headers }),
  )
}

/** For files that are taken: what the page shows of each. */
export async function takenStatements(
  client: Client,
  ...files: readonly Uint8Array[]
): Promise<UploadedStatement[]> {
  const { body } = await postStatements(
    client,
    files.map((bytes) => ({ bytes })),
  )
  if (body.status !== 0) throw new Error(`the statement was refused: ${JSON.stringify(body)}`)
  return (body.data as unknown[]).map((one) => uploadedStatementShape.decode(one as never))
}

/** What the reader finds in a statement of these payments, without a PDF and without its thread. */
function readLinesOf(payments: readonly ListedPayment[]): ReadLine[] {
  return payments.map(({ at, kind = 'debit', reference, name, cardNo, netFen, remark = '' }, index) => ({
    lineNumber: index + 1,
    page: 1 + Math.floor(index / 20),
    day: shanghaiDay(at),
    kind,
    unclear: false,
    name,
    account: cardNo,
    amountFen: netFen,
    reference,
    numbers: reference === '' ? [] : [reference],
    remarkCodes: [],
    remark,
  }))
}

/** The operation behind the call, on what the reader would find: every rule applies, at a fraction of the time. */
export async function storePayments(
  services: TestServices,
  account: string,
  payments: readonly ListedPayment[],
): Promise<StoredStatement> {
  const by = await actorOf(services, account)
  const bytes = pdfSample(`1 0 obj<</Type/Catalog>>endobj\n% ${randomUUID()}\n`)
  const part = { name: '对账单.pdf', stream: once(bytes), maxBytes: FILE_RULES.statement.limitBytes }
  const { fileId } = await uploadsOf(services).receive(by, part)
  return services.database.transact(async (tx) => {
    const file = await acceptFile(tx, by, fileId, { kind: 'statement' })
    return storeStatement(tx, services, by, file, {
      pageCount: 1,
      lines: readLinesOf(payments),
      unread: [],
      totals: [],
    })
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export type OpenLine = {
  readonly statementId: number
  readonly lineId: number
  /** The payouts between which a person must choose. */
  readonly rowIds: readonly number[]
}

/** A line without a reference that two payments of the same person fit. */
export async function ambiguousLine(services: TestServices, account: string): Promise<OpenLine> {
  const person = freshRow()
  const paid = await payRows(services, account, [
    { ...person, remark: '甲' },
    { ...person, remark: '乙' },
  ])
  const [one] = paid
  if (!one) throw new Error('nothing was paid')
  const { statementId } = await storePayments(services, account, [{ ...one, reference: '' }])
  const [line] = await services.query<{ id: number }>(
    'select line_id::int as id from statement_lines where statement_id = $1',
    [statementId],
  )
  return { statementId, lineId: line?.id ?? 0, rowIds: paid.map(({ rowId }) => rowId) }
}

/** A statement of a payment that nobody made. */
export function unheardPdf(): Promise<Uint8Array> {
  const { name, cardNo } = freshRow()
  const reference = `X${randomUUID().slice(0, 12).toUpperCase()}`
  const at = new Date('2026-03-16T02:00:00Z')
  return statementPdf(LAYOUTS.signed, [{ at, reference, name, cardNo, netFen: 10_000n }])
}

/** The same, uploaded: its only line is not found. */
export async function unheardStatement(services: TestServices, account: string): Promise<number> {
  const [reported] = await takenStatements(await signIn(services, account), await unheardPdf())
  if (!reported || reported.statementId === null) throw new Error('the statement was not taken')
  return reported.statementId
}
