// Which batch a debit or a list pays, by count and sum.

import { describe, expect, it } from 'vitest'
import type { ReadLine } from './statement-lines.ts'
import { type BatchSums, batchListed, batchPaidBy, mayPayBatch, provesBatch } from './whole-batch.ts'

const LINE: ReadLine = {
  lineNumber: 1,
  page: 1,
  day: '2026-11-14',
  kind: 'debit',
  unclear: false,
  name: '',
  account: '',
  amountFen: 30_000n,
  reference: '',
  numbers: [],
  remarkCodes: [],
  remark: '代发劳务费 3笔',
}
const SUMS = { sentCount: 3, sentFen: 30_000n, paidCount: 2, paidFen: 20_000n }
const BATCH: BatchSums = { batchId: 7, ...SUMS, days: ['2026-11-12'] }

describe('a debit of a whole batch', () => {
  it.each<[string, Partial<ReadLine>, boolean]>([
    ['代发 with a count', {}, true],
    ['a count alone', { remark: '共 3 笔' }, true],
    ['a count of people', { remark: '劳务费 共3人' }, true],
    ['a count in a column of its own', { remark: '劳务费 笔数:3' }, true],
    ['a word that begins like a count', { remark: '3人份餐费' }, false],
    ['an ordinary payment', { remark: '劳务费' }, false],
    ['money that came back', { kind: 'return' }, false],
    ['no day', { day: null }, false],
  ])('is looked for with %s: %s', (_, line, may) => expect(mayPayBatch({ ...LINE, ...line })).toBe(may))

  it.each<[string, Partial<ReadLine>, BatchSums[], number | undefined]>([
    ['count and sum', {}, [BATCH], 7],
    ['the sum alone, no count printed', { remark: '代发工资' }, [BATCH], 7],
    ['what arrived', { amountFen: 20_000n, remark: '代发 2笔' }, [BATCH], 7],
    ['another count', { remark: '代发 4笔' }, [BATCH], undefined],
    ['another sum', { amountFen: 30_001n }, [BATCH], undefined],
    ['another day', { day: '2026-11-16' }, [BATCH], undefined],
    ['two batches alike', {}, [BATCH, { ...BATCH, batchId: 8 }], undefined],
    ['a batch of one', { remark: '代发' }, [{ ...BATCH, sentCount: 1 }], undefined],
  ])('is found by %s', (_, line, batches, batchId) =>
    expect(batchPaidBy({ ...LINE, ...line }, batches)?.batchId).toBe(batchId),
  )

  it.each<[string, Partial<ReadLine>, boolean]>([
    ['a printed count', {}, true],
    ['the sum alone', { remark: '代发工资' }, false],
    ['an unclear direction', { unclear: true }, false],
  ])('is proven by %s: %s', (_, line, proven) => expect(provesBatch({ ...LINE, ...line })).toBe(proven))

  it('is a list of all its payments', () => {
    const lines = [10_000n, 20_000n].map((amountFen) => ({ ...LINE, amountFen }))
    const batch = { ...BATCH, sentCount: 2 }
    expect(batchListed(lines, [batch])?.batchId).toBe(7)
    expect(batchListed(lines, [BATCH])).toBeUndefined()
    expect(batchListed([...lines, { ...LINE, kind: 'return' }], [batch])).toBeUndefined()
  })
})
