// Results without our references: those of another file, of two batches at once, or of nobody knows which (ADR 177, ADR 189).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { expectRefused, type FileCases, openFileCases, refusal } from '../testing/bank-file-cases.ts'
import { imported, postResult } from '../testing/bank-files.ts'
import { type SentFile, signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import type { ProviderFixture } from '../testing/provider-fixture.ts'
import { decideResult } from './decide-result.ts'
import { rowsOfFile } from './file-store.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
let atBank: FileCases['atBank']
let company: FileCases['company']
let confirm: FileCases['confirm']
let services: FileCases['services']
let states: FileCases['states']
beforeAll(async () => {
  cases = await openFileCases()
  ;({ atBank, company, confirm, services, states } = cases)
})
afterAll(() => cases.close())

it('is of one file: the same sheet without our references fits no second one', async () => {
  const fixture = await company()
  const rows = freshRows(1, { amount: '100.00' })
  const [first, second] = [await atBank(fixture, rows), await atBank(fixture, rows)]
  const unnamed = await cases.sheetWithoutReferences(first.bankFileId)
  await confirm(
    fixture,
    first.bankFileId,
    await imported(services, fixture.pay, first.bankFileId, unnamed(shanghaiDay(services.clock.now()))),
  )
  await workBankFiles(services)
  const again = await postResult(
    services,
    fixture.pay,
    second.bankFileId,
    unnamed(shanghaiDay(services.clock.now())),
  )
  expectRefused(again, 'bank-result-other-file')
  const old = unnamed('2026-01-31')
  expectRefused(await postResult(services, fixture.pay, second.bankFileId, old), 'result-too-old')
  expect(await states(second.batchId)).toEqual(['in-doubt'])
})

it('saved anew fits no second file: the bank’s serials are those of the first', async () => {
  const fixture = await company()
  const rows = freshRows(1, { amount: '100.00' })
  const [first, second] = [await atBank(fixture, rows), await atBank(fixture, rows)]
  const [row] = await services.database.read((tx) => rowsOfFile(tx, first.bankFileId))
  const cardNo = services.cipher.openRows(row ? [row.sealed] : [])[0]?.cardNo
  const saved = (serial: string, below = '') => ({
    fileName: 'result.csv',
    value: new TextEncoder().encode(
      `户名,账号,金额,状态,银行流水号\r\n${row?.name},${cardNo},100.00,成功,${serial}\r\n${below}`,
    ),
  })
  const kept = await imported(services, fixture.pay, first.bankFileId, saved('S9026111900017'))
  await confirm(fixture, first.bankFileId, kept)
  await workBankFiles(services)
  const bring = (file: SentFile) => postResult(services, fixture.pay, second.bankFileId, file)
  expectRefused(await bring(saved('S9026111900017', '合计,,100.00\r\n')), 'bank-result-other-file')
  expect(await states(second.batchId)).toEqual(['in-doubt'])
  expect((await bring(saved('S9026111900018'))).body.data).toMatchObject({ sucNum: 1, referenceNum: 0 })
})

it('whose serials only count its lines is taken for each file', async () => {
  const fixture = await company()
  for (const _ of [1, 2]) {
    const { bankFileId } = await atBank(fixture, freshRows(1, { amount: '100.00' }))
    const sheet = await cases.sheetWithoutReferences(bankFileId)
    const { value } = sheet(shanghaiDay(services.clock.now()))
    const text = new TextDecoder()
      .decode(value as Uint8Array)
      .replace('付款日期', '流水号')
      .replace(/,2\d{3}-.*/, ',00000001')
    const file = { fileName: 'result.csv', value: new TextEncoder().encode(text) }
    await imported(services, fixture.pay, bankFileId, file)
  }
})

/** Nothing in it but people, amounts and words, and what stands above and beside them. */
async function bareSheet(
  bankFileId: number,
  { above = [], more = [] }: { above?: readonly string[]; more?: readonly [string, ...string[]][] } = {},
): Promise<SentFile> {
  const rows = await services.database.read((tx) => rowsOfFile(tx, bankFileId))
  const opened = services.cipher.openRows(rows.map(({ sealed }) => sealed))
  const head = ['户名', '账号', '金额', '状态', ...more.map(([heading]) => heading)]
  const lines = rows.map(({ name }, at) => [
    ...[name, opened[at]?.cardNo ?? '', '100.00', '成功'],
    ...more.map(([, ...cells]) => cells[at] ?? ''),
  ])
  const text = [...above, ...[head, ...lines].map((cells) => cells.join(','))].join('\r\n')
  return { fileName: 'result.csv', value: new TextEncoder().encode(`\uFEFF${text}\r\n`) }
}

const confirmWith = async (
  fixture: ProviderFixture,
  bankFileId: number,
  kept: { readonly resultId: number; readonly sha256: string },
  reason: string,
) =>
  decideResult(services, await actorOf(services, fixture.check), {
    ...{ bankFileId, revision: 0, confirms: true, reason },
    ...kept,
  })

it('that fit an earlier file as well are confirmed with a word alone', async () => {
  const fixture = await company()
  const rows = freshRows(2, { amount: '100.00' })
  const [first, second] = [await atBank(fixture, rows), await atBank(fixture, rows)]
  const [earlier] = await services.query<{ name: string }>(
    'select name from bank_files where bank_file_id = $1',
    [first.bankFileId],
  )
  const kept = await imported(services, fixture.pay, second.bankFileId, await bareSheet(second.bankFileId))
  const reviewer = await signIn(services, fixture.check)
  const shown = await reviewer.answer('batchBankFiles', { batchId: second.batchId })
  expect(shown.files[0]?.alikeFile).toBe(earlier?.name)
  const payer = await signIn(services, fixture.pay)
  expect((await payer.answer('batchBankFiles', { batchId: second.batchId })).files[0]?.alikeFile).toBe('')
  for (const word of ['', '  '])
    expect(await refusal(confirmWith(fixture, second.bankFileId, kept, word))).toBe('bank-result-alike')
  await workBankFiles(services)
  expect(await states(second.batchId)).toEqual(['in-doubt', 'in-doubt'])
  await confirmWith(fixture, second.bankFileId, kept, '已在网银按批号核对')
  await workBankFiles(services)
  expect(await states(second.batchId)).toEqual(['succeeded', 'succeeded'])
})

it.each<[string, Parameters<typeof bareSheet>[1]]>([
  ['a day', { more: [['付款日期', '2199-01-01', '2199-01-01']] }],
  ['the bank’s serials', { more: [['银行流水号', 'K77120001', 'K77120002']] }],
])('that fit an earlier file, and bear %s, are confirmed as any', async (_, bare) => {
  const fixture = await company()
  const rows = freshRows(2, { amount: '100.00' })
  await atBank(fixture, rows)
  const { bankFileId, batchId } = await atBank(fixture, rows)
  const sheet = await bareSheet(bankFileId, bare)
  const today = shanghaiDay(services.clock.now())
  const text = new TextDecoder().decode(sheet.value as Uint8Array).replaceAll('2199-01-01', today)
  const file = { ...sheet, value: new TextEncoder().encode(text) }
  await confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, file))
  await workBankFiles(services)
  expect(await states(batchId)).toEqual(['succeeded', 'succeeded'])
})

it('that fit one file alone are confirmed as any', async () => {
  const fixture = await company()
  await atBank(fixture, freshRows(2, { amount: '100.00' }))
  const { bankFileId, batchId } = await atBank(fixture, freshRows(2, { amount: '100.00' }))
  await confirm(
    fixture,
    bankFileId,
    await imported(services, fixture.pay, bankFileId, await bareSheet(bankFileId)),
  )
  await workBankFiles(services)
  expect(await states(batchId)).toEqual(['succeeded', 'succeeded'])
})

it('that name the bank’s batch of another file, or two batches, are refused', async () => {
  const fixture = await company()
  const rows = freshRows(2, { amount: '100.00' })
  const [first, second] = [await atBank(fixture, rows), await atBank(fixture, rows)]
  const told = (bankFileId: number, number: string) =>
    services.query('update bank_files set bank_batch_no = $2 where bank_file_id = $1', [bankFileId, number])
  await told(first.bankFileId, 'B20990001')
  await told(second.bankFileId, 'B20990002')
  const bring = async (bare: Parameters<typeof bareSheet>[1]) =>
    (await postResult(services, fixture.pay, second.bankFileId, await bareSheet(second.bankFileId, bare)))
      .body
  expect(await bring({ above: ['批次号：B20990001'] })).toMatchObject({ code: 'bank-result-other-file' })
  expect(await bring({ more: [['批次号', 'B20990001', 'B20990001']] })).toMatchObject({
    code: 'bank-result-other-file',
  })
  expect(await bring({ more: [['批次号', 'B20990002', 'B20990003']] })).toMatchObject({
    code: 'bank-result-batches',
  })
  expect((await bring({ above: ['批次号：B20990002'] })).data).toMatchObject({ sucNum: 2 })
  // A number that nobody typed is that of any batch.
  expect((await bring({ above: ['批次号：B20990009'] })).data).toMatchObject({ sucNum: 2 })
})
