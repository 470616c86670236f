// A batch beside an earlier one of its company: people who came, left, changed, and their rows; which batch it is; and nothing of another company.

import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, type StoredBatch, storeBatch, uploadRows } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const compare = (batchId: number, earlierId?: number) =>
  payer.answer('compareBatch', { batchId, ...(earlierId === undefined ? {} : { earlierId }) })

async function paid(rows: readonly SheetRow[]): Promise<StoredBatch> {
  const batch = await storeBatch(services, 'payA1', rows)
  await payStored(services, batch.batchId)
  return batch
}

it('says that a company has nothing to compare with before its first start', async () => {
  const { batchId } = await storeBatch(services, 'payA1')
  expect(await compare(batchId)).toEqual({ earlier: null, choices: [], figures: null })
})

describe('the figures', () => {
  const people = freshRows(7).map((row) => ({ ...row, amount: '100' }))
  const [gone, same, risen, tenth, card, twice, cancelled] = people as [
    SheetRow,
    SheetRow,
    SheetRow,
    SheetRow,
    SheetRow,
    SheetRow,
    SheetRow,
  ]
  let earlier: StoredBatch
  let batch: StoredBatch
  beforeAll(async () => {
    earlier = await paid(people)
    batch = await storeBatch(services, 'payA1', [
      { ...same, remark: 'again' },
      { ...risen, amount: '150.01' },
      { ...tenth, amount: '110' },
      { ...card, amount: '111', cardNo: freshRow().cardNo },
      { ...twice, amount: '30' },
      { ...twice, amount: '20' },
      { ...cancelled, amount: '5000' },
      freshRow({ amount: '40' }),
    ])
    await payer.answer('switchRows', { rowIds: batch.rowIds.slice(6, 7), cancelled: true })
  })

  it('count people once, add up to both totals, and leave cancelled rows out', async () => {
    const { earlier: found, figures } = await compare(batch.batchId)
    expect(found).toMatchObject({ batchId: earlier.batchId, batchNo: earlier.batchNo })
    expect(figures).toMatchObject({
      lastFen: 70_000n,
      addedPeople: 1,
      addedFen: 4_000n,
      removedPeople: 2,
      removedFen: 20_000n,
      changedFen: 5_001n + 1_000n + 1_100n - 5_000n,
      nowFen: 70_000n + 4_000n - 20_000n + 2_101n,
      cardPeople: 1,
      risenPeople: 1,
      steadyPeople: 2,
    })
    expect(gone.amount).toBe('100')
  })

  it('tell the sum of the high risks', async () => {
    const { rows } = await payer.answer('batchRows', { batchId: batch.batchId, level: 'high' })
    const { figures } = await compare(batch.batchId)
    expect(rows.length).toBeGreaterThan(0)
    expect(figures?.highFen).toBe(rows.reduce((sum, { amountFen }) => sum + amountFen, 0n))
  })

  it('stand beside each row, by person', async () => {
    const rowIds = [batch.rowIds[1], batch.rowIds[4], batch.rowIds[5], batch.rowIds[7]].map(Number)
    const { rows } = await payer.answer('compareRows', {
      batchId: batch.batchId,
      earlierId: earlier.batchId,
      rowIds,
    })
    const byRow = new Map(rows.map(({ rowId, lastFen, nowFen }) => [rowId, [lastFen, nowFen]]))
    expect(rowIds.map((rowId) => byRow.get(rowId))).toEqual([
      [10_000n, 15_001n],
      [10_000n, 5_000n],
      [10_000n, 5_000n],
      [null, 4_000n],
    ])
  })
})

describe('the rows of a fact', () => {
  const people = freshRows(6).map((row) => ({ ...row, amount: '100' }))
  const [same, card, risen, twice, both, back] = people as [
    SheetRow,
    SheetRow,
    SheetRow,
    SheetRow,
    SheetRow,
    SheetRow,
  ]
  let earlier: StoredBatch
  let batch: StoredBatch
  beforeAll(async () => {
    earlier = await paid(people)
    const other = freshRow().cardNo
    batch = await storeBatch(services, 'payA1', [
      { ...same, remark: 'again' },
      { ...card, amount: '101', cardNo: freshRow().cardNo },
      { ...risen, amount: '150.01' },
      { ...twice, amount: '75' },
      { ...twice, amount: '75.01' },
      { ...both, amount: '60', remark: 'to the known card' },
      { ...both, amount: '61', cardNo: other },
      { ...back, amount: '150' },
      freshRow({ amount: '40' }),
      freshRow({ amount: '41' }),
    ])
    await payer.answer('switchRows', { rowIds: batch.rowIds.slice(9, 10), cancelled: true })
  })
  const rowsBy = async (filters: object) => {
    const asked = { batchId: batch.batchId, earlierId: earlier.batchId, ...filters }
    const { rows, count } = await payer.answer('batchRows', asked)
    return { rows: rows.map(({ rowNumber }) => rowNumber), count }
  }

  it.each([
    ['added', [10], 'addedPeople', 1],
    ['card', [3, 8], 'cardPeople', 2],
    ['risen', [4, 5, 6], 'risenPeople', 2],
  ] as const)('of %s people are %j, to be paid only', async (change, rows, figure, peopleCount) => {
    expect(await rowsBy({ change })).toEqual({ rows, count: rows.length })
    const { figures } = await compare(batch.batchId, earlier.batchId)
    expect(figures?.[figure]).toBe(peopleCount)
  })

  it('are narrowed by level, name, page and order, and counted so', async () => {
    expect(await rowsBy({ change: 'risen', size: 2 })).toEqual({ rows: [4, 5], count: 3 })
    expect(await rowsBy({ change: 'risen', size: 2, index: 1 })).toEqual({ rows: [6], count: 3 })
    expect(await rowsBy({ change: 'risen', size: 2, index: 5 })).toEqual({ rows: [], count: 3 })
    const sort = { by: 'amount', descending: true } as const
    expect(await rowsBy({ change: 'card', sort })).toEqual({ rows: [3, 8], count: 2 })
    expect(await rowsBy({ change: 'risen', name: risen.name })).toEqual({ rows: [4], count: 1 })
    expect(await rowsBy({ change: 'added', level: 'high' })).toEqual({ rows: [], count: 0 })
    expect(await rowsBy({ change: 'added', level: 'notice' })).toEqual({ rows: [10], count: 1 })
  })

  it('are those beside the newest of the series where no batch is named', async () => {
    const { earlier: found } = await compare(batch.batchId)
    const { earlierId, ...asked } = { earlierId: 0, batchId: batch.batchId, change: 'added' } as const
    const beside = await payer.answer('batchRows', asked)
    const named = await payer.answer('batchRows', { ...asked, earlierId: found?.batchId ?? earlierId })
    expect(beside.rows).toEqual(named.rows)
  })

  it('go into the download as well', async () => {
    const asked = { batchId: batch.batchId, earlierId: earlier.batchId, change: 'card' } as const
    const { raw, http } = await payer.call('exportBatch', asked)
    expect(http).toBe(200)
    const book = XLSX.read(raw.rawPayload)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
    expect(XLSX.utils.sheet_to_json(sheet)).toHaveLength(2)
  })

  it('are not asked for beside a batch of another company, nor beside the batch itself', async () => {
    const foreign = await storeBatch(services, 'payA2')
    await payStored(services, foreign.batchId)
    for (const earlierId of [foreign.batchId, batch.batchId]) {
      const asked = { batchId: batch.batchId, earlierId, change: 'added' } as const
      for (const name of ['batchRows', 'exportBatch'] as const)
        expect((await payer.call(name, asked)).http).toBe(404)
    }
  })
})

it('finds no changed rows in a batch that nothing is compared with', async () => {
  const { batchId } = await storeBatch(services, 'payB1')
  const client = await signIn(services, 'payB1')
  expect(await client.answer('batchRows', { batchId, change: 'added' })).toMatchObject({ rows: [], count: 0 })
})

describe('the earlier batch', () => {
  const named = async (fileName: string) => {
    const { batchId } = await uploadRows(services, 'payA1', freshRows(1), { fileName })
    if (batchId === null) throw new Error('refused')
    return batchId
  }

  it('is the newest of the series, another one by choice, and never a later one', async () => {
    const first = await named('摄影-第1批.xlsx')
    await payStored(services, first)
    services.clock.set(new Date(services.clock.now().getTime() + 60_000))
    const other = await named('地推.xlsx')
    await payStored(services, other)
    services.clock.set(new Date(services.clock.now().getTime() + 60_000))
    const batchId = await named('摄影-第2批.xlsx')
    expect((await compare(batchId)).earlier?.batchId).toBe(first)
    expect((await compare(batchId, other)).earlier?.batchId).toBe(other)
    expect((await compare(other)).choices.map((one) => one.batchId)).not.toContain(other)
    expect((await compare(first)).choices.map((one) => one.batchId)).not.toContain(other)
  })

  it('is refused where it is not among the choices, as one of another company', async () => {
    const foreign = await storeBatch(services, 'payA2')
    await payStored(services, foreign.batchId)
    const { batchId, rowIds } = await storeBatch(services, 'payA1')
    const asked = { batchId, earlierId: foreign.batchId }
    expect((await payer.call('compareBatch', asked)).http).toBe(404)
    expect((await payer.call('compareRows', { ...asked, rowIds: [...rowIds] })).http).toBe(404)
  })

  it('tells nothing of rows that stand in another batch', async () => {
    const earlier = await paid(freshRows(1))
    const { batchId } = await storeBatch(services, 'payA1')
    const foreign = await storeBatch(services, 'payA2')
    const asked = { batchId, earlierId: earlier.batchId, rowIds: [...foreign.rowIds] }
    expect((await payer.answer('compareRows', asked)).rows).toEqual([])
  })
})
