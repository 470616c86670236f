// Receipts of payouts: one upload of a bank's PDF, each payout's own picture, the export's column and the zips (ADR 94).

import { buffer } from 'node:stream/consumers'
import * as XLSX from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { type PaidRow, payRows, takenStatements } from '../testing/bank-statements.ts'
import { type Client, signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { coloursIn, receiptsPdf } from '../testing/receipt-pdfs.ts'
import { LAYOUTS, statementPdf } from '../testing/statement-pdfs.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { downloadBatchEvidence } from './download-evidence.ts'

let services: TestServices
let client: Client
let payer: string
let paid: PaidRow[]
let batchId: number
let batchNo: string

/** Three payouts, numbered from 2 as the rows of their sheet: a statement lists all of them, and the bank's receipts of the first two stand on one page. */
beforeAll(async () => {
  services = await openTestServices()
  const { pay } = await openProviderFixture(services, await createPeople(services))
  payer = pay
  client = await signIn(services, pay)
  paid = await payRows(services, pay, freshRows(3))
  await takenStatements(client, await statementPdf(LAYOUTS.signed, paid))
  const [reported] = await takenStatements(client, await receiptsPdf(paid.slice(0, 2)))
  expect(reported?.lines.map(({ result }) => result)).toEqual(['already-linked', 'already-linked'])
  const [batch] = await services.query<{ batchId: number; batchNo: string }>(
    `select b.batch_id::int as "batchId", b.batch_no as "batchNo" from payout_rows r join payout_batches b using (batch_id) where r.row_id = $1`,
    [paid[0]?.rowId],
  )
  batchId = batch?.batchId ?? 0
  batchNo = batch?.batchNo ?? ''
})
afterAll(() => services.close())

const rowAt = (index: number) => paid[index]?.rowId ?? 0
const listIn = (parts: Record<string, Uint8Array>) =>
  new TextDecoder('gb18030').decode(parts['凭证清单.csv']).trim().split('\r\n')

it('gives each payout its own receipt, and nothing of the one beside it', async () => {
  for (const [index, colour] of (['ff0000', '0000ff'] as const).entries()) {
    const { http, raw } = await client.call('payoutReceipt', { rowId: rowAt(index) })
    expect([http, await coloursIn(raw.rawPayload)]).toEqual([200, [colour]])
  }
  const missing = await client.call('payoutReceipt', { rowId: rowAt(2) })
  expect([missing.http, missing.body.msg]).toEqual([404, '这一笔还没有电子回单'])
  const had = paid.map(({ rowId }) => client.answer('payoutRecord', { rowId }))
  expect((await Promise.all(had)).map(({ hasReceipt }) => hasReceipt)).toEqual([true, true, false])
})

it('says in the detail export which payouts have one', async () => {
  const book = XLSX.read((await client.call('downloadDetails', {})).raw.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  const rows = XLSX.utils.sheet_to_json<Record<string, string>>(sheet)
  const had = new Map(rows.map((row) => [row.银行卡号, row.电子回单]))
  expect(paid.map(({ cardNo }) => had.get(cardNo))).toEqual(['有', '有', '无'])
})

it('packs a payout’s evidence with its receipt alone, named by its number', async () => {
  const parts = unzipSync((await client.call('payoutEvidence', { rowId: rowAt(1) })).raw.rawPayload)
  expect(Object.keys(parts)).toEqual([`回单-${batchNo}-0003.png`, '凭证清单.csv'])
  expect(await coloursIn(parts[`回单-${batchNo}-0003.png`] as Uint8Array)).toEqual(['0000ff'])
  expect(listIn(parts)).toHaveLength(2)
  expect(listIn(parts)[1]).toContain(`${batchNo}-0003,${paid[1]?.name}`)
  const bare = unzipSync((await client.call('payoutEvidence', { rowId: rowAt(2) })).raw.rawPayload)
  expect(Object.keys(bare)).toEqual(['凭证清单.csv'])
})

it('packs all receipts of a batch', async () => {
  const parts = unzipSync((await client.call('batchEvidence', { batchId })).raw.rawPayload)
  const names = [`回单-${batchNo}-0002.png`, `回单-${batchNo}-0003.png`]
  expect(Object.keys(parts)).toEqual([...names, '凭证清单.csv'])
  const entries = await services.query(
    `select distinct action, object_name as name from audit_entries where action in ('view-receipt', 'download-evidence') order by 1, 2`,
  )
  expect(entries).toContainEqual({ action: 'download-evidence', name: batchNo })
  expect(entries).toContainEqual({ action: 'view-receipt', name: `${batchNo}-0002` })
})

it('packs more than one pack holds in parts, and refuses the whole', async () => {
  const by = await actorOf(services, payer)
  const namesOf = async (part?: number) => {
    const { stream } = await downloadBatchEvidence(services, by, { batchId, part }, 1)
    return Object.keys(unzipSync(await buffer(stream)))
  }
  await expect(namesOf()).rejects.toMatchObject({
    code: 'receipts-too-many',
    detail: { count: '2', max: '1' },
  })
  expect([await namesOf(1), await namesOf(2)]).toEqual(
    ['0002', '0003'].map((number) => [`回单-${batchNo}-${number}.png`, '凭证清单.csv']),
  )
  await expect(namesOf(3)).rejects.toMatchObject({ code: 'receipts-missing' })
})

it('takes a receipt away with its link', async () => {
  await services.query(
    "update statement_lines set result = 'ambiguous', row_id = null where receipt_place = 1",
  )
  expect((await client.call('payoutReceipt', { rowId: rowAt(0) })).body.code).toBe('receipt-missing')
})
