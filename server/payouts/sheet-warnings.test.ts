// What does not block a row but deserves a look: stored with the row, counted and filtered for the approvers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { applyUpdateOf, sendInVain } from '../testing/doubted-transfer.ts'
import { payStored, type StoredBatch, startStored, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { cardFrom, freshRow, idCardBorn, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { registerWaitingPeople } from './register-people.ts'

let services: TestServices
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const FIRST = { kind: 'first-payment' }
const UNSIGNED = { kind: 'unsigned' }

async function warningsOf({ batchId }: StoredBatch, client = payer) {
  const { rows } = await client.answer('batchRows', { batchId })
  return rows.map(({ warnings }) => warnings)
}

const upload = (...rows: SheetRow[]) => storeBatch(services, 'payA1', rows)

/** Someone who was paid this before and has signed. */
async function known(row: SheetRow): Promise<SheetRow> {
  const batch = await upload(row)
  await registerWaitingPeople(services)
  await payStored(services, batch.batchId)
  await services.query(
    'update provider_freelancers pf set signed_at = now() from freelancers f, payout_rows r where r.batch_id = $1 and r.id_hash = f.id_hash and pf.freelancer_id = f.freelancer_id',
    [batch.batchId],
  )
  return row
}

it('warns of a first payment and a missing signature only for unknown people', async () => {
  const row = await known(freshRow())
  expect(await warningsOf(await upload(freshRow(), { ...row, amount: '99' }))).toEqual([
    [FIRST, UNSIGNED],
    [],
  ])
})

describe('likely duplicate warning', () => {
  it('names the batch in which the same person, amount and month is waiting or paid', async () => {
    const row = freshRow()
    const waiting = await upload(row)
    const again = await upload({ ...row, remark: 'another' })
    expect(await warningsOf(again)).toEqual([
      [{ kind: 'likely-duplicate', about: waiting.batchNo }, FIRST, UNSIGNED],
    ])
    await payStored(services, again.batchId)
    expect(await warningsOf(await upload({ ...row, remark: 'third' }))).toEqual([
      [{ kind: 'likely-duplicate', about: again.batchNo }, UNSIGNED],
    ])
  })

  it('is not given for another month, amount or provider, nor for rejected or cancelled rows', async () => {
    const row = freshRow()
    await upload({ ...row, month: '2026-02' })
    await upload({ ...row, amount: '99.99' })
    await storeBatch(services, 'payA2', [row])
    const rejected = await upload(row)
    await takeStep(services, 'payA1', rejected.batchId, 'audit-rejected')
    const cancelled = await upload(row)
    await payer.answer('switchRows', { rowIds: [...cancelled.rowIds], cancelled: true })
    expect(await warningsOf(await upload(row))).toEqual([[FIRST, UNSIGNED]])
  })
})

describe('card warnings', () => {
  it('warn when several people share a card, and name the other row', async () => {
    const [one, other] = [freshRow(), freshRow()]
    const shared = (row: number, name: string) => ({
      kind: 'card-shared',
      others: { row, name, people: 1 },
    })
    expect(await warningsOf(await upload(one, { ...other, cardNo: one.cardNo }, freshRow()))).toEqual([
      [shared(3, other.name), FIRST, UNSIGNED],
      [shared(2, one.name), FIRST, UNSIGNED],
      [FIRST, UNSIGNED],
    ])
  })

  it('name the first of several others, who are counted once each, in their own batch only', async () => {
    const { cardNo } = freshRow()
    const people = [freshRow({ cardNo }), freshRow({ cardNo }), freshRow({ cardNo })]
    const [one, two, three] = people as [SheetRow, SheetRow, SheetRow]
    await upload(freshRow({ cardNo }), freshRow({ cardNo }))
    const batch = await upload(one, { ...one, amount: '2' }, two, { ...two, amount: '2' }, three)
    const { rows } = await payer.answer('batchRows', { batchId: batch.batchId, size: 100 })
    const others = rows.map(({ warnings }) => warnings.find(({ kind }) => kind === 'card-shared')?.others)
    const ofOne = { row: 2, name: one.name, people: 2 }
    const ofTwo = { row: 4, name: two.name, people: 2 }
    expect(others).toEqual([ofTwo, ofTwo, ofOne, ofOne, ofOne])
  })

  it('do not warn when one person uses a card in two rows', async () => {
    const row = freshRow()
    const again = { ...row, amount: '2' }
    const kinds = (await warningsOf(await upload(row, again))).flat().map(({ kind }) => kind)
    expect(kinds).not.toContain('card-shared')
  })

  it('warn when the card differs from the one last paid', async () => {
    const row = await known(freshRow())
    const other = { ...row, amount: '2', cardNo: freshRow().cardNo }
    expect(await warningsOf(await upload(other))).toEqual([[{ kind: 'card-changed' }]])
  })

  it('warn when the last payout to the card failed, until one succeeds', async () => {
    const row = freshRow()
    const { batchId } = await upload(row)
    await startStored(services, batchId)
    await sendInVain(services, 'lost-order')
    await applyUpdateOf(services, batchId, 'rejected')
    const kindsOf = async (...seen: Parameters<typeof warningsOf>) =>
      (await warningsOf(...seen)).flat().map(({ kind }) => kind)
    const again = await upload({ ...row, amount: '2' })
    expect(await kindsOf(again)).toContain('card-failed')
    expect(await kindsOf(await upload({ ...row, cardNo: freshRow().cardNo }))).not.toContain('card-failed')
    const elsewhere = await storeBatch(services, 'payA2', [row])
    expect(await kindsOf(elsewhere, await signIn(services, 'payA2'))).not.toContain('card-failed')
    await payStored(services, again.batchId)
    expect(await kindsOf(await upload({ ...row, amount: '3' }))).not.toContain('card-failed')
  })

  it('warn when the card fails the Luhn check', async () => {
    const row = freshRow()
    const wrong = row.cardNo.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    expect(await warningsOf(await upload({ ...row, cardNo: wrong }))).toEqual([
      [FIRST, { kind: 'card-luhn' }, UNSIGNED],
    ])
  })

  it('warn when the bank of the card differs from the bank in the row', async () => {
    const row = freshRow({ bank: '招商银行杭州分行' })
    const differs = { kind: 'bank-differs', about: expect.stringContaining('工商银行') }
    expect(await warningsOf(await upload(row))).toEqual([[FIRST, differs, UNSIGNED]])
    const merchants = freshRow({ bank: '招行', cardNo: cardFrom('621483000000001') })
    expect(await warningsOf(await upload(merchants))).toEqual([[FIRST, UNSIGNED]])
  })
})

describe('consecutive ID numbers', () => {
  const born = (sequence: number, day = 8) =>
    freshRow({ idCardNo: idCardBorn(new Date(Date.UTC(1988, 7, day)), sequence) })

  it('are a warning of every row of their run, with its first row', async () => {
    const from = (rowNumber: number) => ({ kind: 'ids-consecutive', about: String(rowNumber) })
    const again = born(500)
    const batch = await upload(born(502), born(900), again, born(501, 9), { ...again, amount: '2' })
    expect((await warningsOf(batch)).map((warnings) => warnings.slice(2))).toEqual([
      [from(2)],
      [],
      [from(2)],
      [],
      [from(2)],
    ])
    const { warningCounts, highCount } = await payer.answer('batchHead', { batchId: batch.batchId })
    expect([warningCounts['ids-consecutive'], highCount]).toEqual([3, 3])
    const { risks } = await payer.answer('batchRisks', { batchId: batch.batchId })
    expect(risks).toMatchObject([{ kind: 'ids-consecutive', rowNumbers: [2, 4, 6], rowCount: 3, about: '2' }])
  })
})

it('warns of an unusual amount once there are three earlier payments', async () => {
  const row = await known(freshRow({ amount: '100' }))
  await known({ ...row, remark: '2' })
  const far = { kind: 'amount-unusual', about: '10000' }
  expect(await warningsOf(await upload({ ...row, amount: '501' }))).toEqual([[]])
  await known({ ...row, remark: '3' })
  const amounts = ['500.01', '500', '20', '19.99']
  const batch = await upload(...amounts.map((amount) => ({ ...row, amount })))
  expect(await warningsOf(batch)).toEqual([[far], [], [], [far]])
})

describe('warnings in batchHead', () => {
  it('are counted by kind and by row, without cancelled rows', async () => {
    const row = freshRow()
    await upload(row)
    const batch = await upload(row, freshRow(), await known(freshRow({ amount: '3', remark: 'paid' })))
    const { batchId } = batch
    const head = await payer.answer('batchHead', { batchId })
    expect(head).toMatchObject({ warnedCount: 3, duplicateCount: 2 })
    expect(head.warningCounts).toEqual({ 'likely-duplicate': 2, 'first-payment': 2, unsigned: 2 })
    await payer.answer('switchRows', { rowIds: batch.rowIds.slice(0, 1), cancelled: true })
    const after = await payer.answer('batchHead', { batchId })
    expect(after).toMatchObject({ warnedCount: 2, duplicateCount: 1 })
    expect(after.warningCounts).toEqual({ 'likely-duplicate': 1, 'first-payment': 1, unsigned: 1 })
  })

  it('sets isSign to 1 when everyone still to be paid has signed with the provider', async () => {
    const signed = await known(freshRow())
    const { batchId, rowIds } = await upload({ ...signed, amount: '7' }, freshRow())
    const isSign = async () => {
      const { rows } = await payer.answer('listBatches', {})
      const head = await payer.answer('batchHead', { batchId })
      return [rows.find((row) => row.batchId === batchId)?.signed, head.signed]
    }
    expect(await isSign()).toEqual([false, false])
    await payer.answer('switchRows', { rowIds: rowIds.slice(1), cancelled: true })
    expect(await isSign()).toEqual([true, true])
  })
})
