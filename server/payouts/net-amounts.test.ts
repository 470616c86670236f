// Sheets of net amounts: turned into gross where income tax or VAT is withheld, row by row, and left alone elsewhere.

import XLSX from '@e965/xlsx'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, readReply, signIn, urlOf } from '../testing/client.ts'
import { postSheet, sheetBody, takeStep } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { buildSheet } from '../testing/xlsx-builder.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  const { providers } = people
  await services.query(
    "update providers set withholds_tax = true, tax_method = 'cumulative' where provider_id = $1",
    [providers.B1],
  )
})
afterAll(() => services.close())

function sheet(heading: string, rows: readonly SheetRow[]) {
  const headings = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', heading, '所属月份', '备注']
  const cells = rows.map(({ name, idCardNo, phone, bank, cardNo, amount, month, remark }) => [
    ...[name, idCardNo, phone, bank, cardNo, amount, month, remark ?? ''],
  ])
  return buildSheet([headings, ...cells])
}

const FIELDS = { name: 0, idCardNo: 1, phone: 2, bank: 3, cardNo: 4, amount: 5, month: 6, remark: 7 }

/** The clerk's answer that the amounts are net, having been told what they come to either way. */
async function netAnswer(client: Client, bytes: Uint8Array, told: object): Promise<string> {
  const { body, contentType } = sheetBody(bytes)
  const headers = { 'content-type': contentType }
  const reply = readReply(
    await client.send({ method: 'POST', url: urlOf('askColumns'), payload: body, headers }),
  )
  const { sheetName, headingRow, key, layoutId, trials } = reply.body.data as Record<string, unknown>
  expect(trials).toMatchObject([{ column: 5, ...told }])
  const fields = FIELDS
  return JSON.stringify({ sheetName, headingRow, key, layoutId, fields, amountIs: 'net', remember: true })
}

/** Gross and tax of each stored row, in yuan. */
async function storedOf(client: Client, bytes: Uint8Array, columns?: string): Promise<number[][]> {
  const { body } = await postSheet(client, bytes, columns === undefined ? {} : { fields: { columns } })
  expect(body).toMatchObject({ status: 0, data: { failNum: 0 } })
  const { opId } = body.data as { opId: number }
  const { rows } = await client.answer('batchRows', { batchId: opId })
  return rows.map(({ amountFen, taxFen }) => [Number(amountFen) / 100, Number(taxFen) / 100])
}

const paid = (person: SheetRow, ...amounts: string[]) =>
  amounts.map((amount, index) => ({ ...person, amount, remark: String(index) }))

it('asks once, then counts earlier rows of a person as the tax of the batch does', async () => {
  const client = await signIn(services, 'payB1')
  const first = sheet('实发金额', [...paid(freshRow(), '4000', '5910'), ...paid(freshRow(), '9910')])
  expect((await postSheet(client, first)).body).toMatchObject({ status: 422, code: 'sheet-columns-unclear' })
  // 4,000, 6,000 and 10,000.
  const told = { rowCount: 3, grossFen: 2_000_000 }
  expect(await storedOf(client, first, await netAnswer(client, first, told))).toEqual([
    [4000, 0],
    [6000, 90],
    [10_000, 90],
  ])
  expect(await storedOf(client, sheet('实发金额', paid(freshRow(), '9910')))).toEqual([[10_000, 90]])
  const rows = ['100', '200', '300', '400', '500', '九百'].map((amount) => freshRow({ amount }))
  const unread = await postSheet(client, sheet('实发金额', rows))
  const failVOs = [expect.objectContaining({ id: 7, reason: '金额不正确（九百）' })]
  expect(unread.body).toMatchObject({ data: { opId: null, sucNum: 5, failNum: 1, failVOs } })
})

it('leaves gross amounts as they are, and net ones where no tax is withheld', async () => {
  const gross = await storedOf(await signIn(services, 'payB1'), sheet('应发金额', paid(freshRow(), '10000')))
  expect(gross).toEqual([[10_000, 90]])
  const untaxed = await storedOf(await signIn(services, 'payA1'), sheet('实发金额', paid(freshRow(), '9910')))
  expect(untaxed).toEqual([[9910, 0]])
})

it('counts only what was withheld by the method of the sheet', async () => {
  const own = await openProviderFixture(services, people, { fen: 100_000_000n, taxMethod: 'per-payment' })
  const person = freshRow({ month: shanghaiMonth(services.clock.now()) })
  await startedBatch(services, own, [{ ...person, amount: '5000' }])
  await services.query("update providers set tax_method = 'cumulative' where provider_id = $1", [
    own.providerId,
  ])
  const client = await signIn(services, own.pay)
  const bytes = sheet('实发金额', paid(person, '9910'))
  const columns = await netAnswer(client, bytes, { grossFen: 1_000_000, netFen: 982_216 })
  expect(await storedOf(client, bytes, columns)).toEqual([[10_000, 90]])
})

it('keeps the net that was asked for, and says where tax has changed since', async () => {
  const client = await signIn(services, 'payB1')
  const bytes = sheet('实发金额', [...paid(freshRow(), '9910'), ...paid(freshRow(), '100')])
  const { body } = await postSheet(client, bytes)
  const { opId: batchId } = body.data as { opId: number }
  const { rows } = await client.answer('batchRows', { batchId })
  expect(rows.map(({ netAskedFen }) => netAskedFen)).toEqual([991_000n, 10_000n])
  const unchanged = { count: 0, lessFen: 0n, moreFen: 0n }
  expect(await client.answer('batchHead', { batchId })).toMatchObject({ netChanges: unchanged })
  // By payment 1,600.00 are withheld from 10,000.00, not 90.00.
  await services.query("update payout_batches set tax_method = 'per-payment' where batch_id = $1", [batchId])
  expect(await client.answer('batchHead', { batchId })).toMatchObject({
    netChanges: { count: 1, lessFen: 151_000n, moreFen: 0n },
  })
  const gross = await storedOf(client, sheet('应发金额', paid(freshRow(), '10000')))
  expect(gross).toEqual([[10_000, 90]])
})

it('pays the net that was asked for after VAT too where the person bears it, and says what VAT takes since', async () => {
  const fen = 1_000_000_000n
  const own = await openProviderFixture(services, people, { fen, taxMethod: 'cumulative' })
  const neighbour = await openProviderFixture(services, people, { fen })
  await services.query("update providers set vat_bearer = 'person' where provider_id = $1", [own.providerId])
  const month = shanghaiMonth(services.clock.now())
  const [crossing, late] = [freshRow({ month }), freshRow({ month })]
  await startedBatch(services, neighbour, [{ ...crossing, amount: '60000' }])
  const client = await signIn(services, own.pay)
  const bytes = sheet('实发金额', [...paid(crossing, '30000', '15000'), ...paid(late, '20000')])
  const columns = await netAnswer(client, bytes, { rowCount: 3 })
  const { body } = await postSheet(client, bytes, { fields: { columns } })
  const { opId: batchId } = body.data as { opId: number }
  const left = async () => {
    const rows = await services.query<{ left: bigint; vat: bigint }>(
      'select amount_fen - tax_fen - vat_fen as left, vat_fen as vat from payout_rows where batch_id = $1 order by row_number',
      [batchId],
    )
    return rows.map((row) => [row.left, row.vat > 0n])
  }
  // The first stays below the threshold; the second crosses it and bears the VAT of both.
  expect(await left()).toEqual([
    [30_000_00n, false],
    [15_000_00n, true],
    [20_000_00n, false],
  ])
  const unchanged = { count: 0, lessFen: 0n, moreFen: 0n }
  expect(await client.answer('batchHead', { batchId })).toMatchObject({ netChanges: unchanged })

  await startedBatch(services, neighbour, [{ ...late, amount: '90000' }])
  await takeStep(services, own.pay, batchId, 'reviewing')
  const [, , row] = await services.query<{ vat: bigint }>(
    'select vat_fen as vat from payout_rows where batch_id = $1 order by row_number',
    [batchId],
  )
  const lessFen = row?.vat ?? 0n
  expect(lessFen).toBeGreaterThan(0n)
  const changed = { count: 1, lessFen, moreFen: 0n }
  expect(await client.answer('batchHead', { batchId })).toMatchObject({ netChanges: changed })
  await takeStep(services, own.check, batchId, 'ready')
  await takeStep(services, own.pay, batchId, 'transferring')
  expect(await client.answer('batchHead', { batchId })).toMatchObject({ netChanges: changed })
})

it('turns net into gross by VAT alone where no income tax is withheld', async () => {
  const fen = 1_000_000_000n
  const own = await openProviderFixture(services, people, { fen })
  const neighbour = await openProviderFixture(services, people, { fen })
  await services.query("update providers set vat_bearer = 'person' where provider_id = $1", [own.providerId])
  const month = shanghaiMonth(services.clock.now())
  const crossing = freshRow({ month })
  await startedBatch(services, neighbour, [{ ...crossing, amount: '60000' }])
  const client = await signIn(services, own.pay)
  const bytes = sheet('实发金额', [...paid(crossing, '30000', '15000'), ...paid(freshRow({ month }), '9910')])
  // What 实发 means is asked here too; 45,477.28 bear 450.27 of VAT, and 15.76, 6.75 and 4.50 of surcharges.
  expect((await postSheet(client, bytes)).body).toMatchObject({ status: 422, code: 'sheet-columns-unclear' })
  const told = { rowCount: 3, grossFen: 5_538_728, netFen: 5_443_773 }
  const columns = await netAnswer(client, bytes, told)
  const { body } = await postSheet(client, bytes, { fields: { columns } })
  expect(body).toMatchObject({ data: { sheetNotes: ['表中金额是实发金额，应发金额按代扣税款逐行倒推'] } })
  const { opId: batchId } = body.data as { opId: number }
  const stored = async () => {
    const { rows } = await client.answer('batchRows', { batchId })
    return rows.map(({ amountFen, taxFen, vatFen, netAskedFen }) => [amountFen, taxFen, vatFen, netAskedFen])
  }
  const asked = [
    [30_000_00n, 0n, 0n, 30_000_00n],
    [15_477_28n, 0n, 477_28n, 15_000_00n],
    [9_910_00n, 0n, 0n, 9_910_00n],
  ]
  expect(await stored()).toEqual(asked)
  const unchanged = { count: 0, lessFen: 0n, moreFen: 0n }
  expect(await client.answer('batchHead', { batchId })).toMatchObject({ netChanges: unchanged })
  await takeStep(services, own.pay, batchId, 'reviewing')
  await takeStep(services, own.check, batchId, 'ready')
  await takeStep(services, own.pay, batchId, 'transferring')
  expect(await stored()).toEqual(asked)
})

it('gives a rejected sheet back with the net amounts that it had', async () => {
  const client = await signIn(services, 'payB1')
  const rows = [freshRow({ amount: '9910' }), freshRow({ amount: '9910', phone: '123' })]
  const { body } = await postSheet(client, sheet('实发金额', rows))
  const { markedFileId } = body.data as { markedFileId: string }
  const { raw } = await client.call('downloadFile', { fileId: markedFileId })
  const marked = XLSX.read(raw.rawPayload).Sheets
  const cells = XLSX.utils.sheet_to_json<string[]>(Object.values(marked)[0] ?? {}, { header: 1 })
  expect(cells.map((row) => row[5])).toEqual(['实发金额', '9910.00', '9910.00'])
})
