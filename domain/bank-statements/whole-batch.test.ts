// Which batch a debit or a list pays, by count and sum.

import { describe, expect, it } from 'vitest'
import type { ReadLine } from './statement-lines.ts'
import {
  type BatchSums,
  batchListed,
  type FileSums,
  mayPayBatch,
  paidAcross,
  paidTogether,
  provesBatch,
} from './whole-batch.ts'

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

  it.each<[string, Partial<ReadLine>, BatchSums[], number[]]>([
    ['count and sum', {}, [BATCH], [7]],
    ['the sum alone, no count printed', { remark: '代发工资' }, [BATCH], [7]],
    ['what arrived', { amountFen: 20_000n, remark: '代发 2笔' }, [BATCH], [7]],
    ['another count', { remark: '代发 4笔' }, [BATCH], []],
    ['another sum', { amountFen: 30_001n }, [BATCH], []],
    ['another day', { day: '2026-11-16' }, [BATCH], []],
    ['two batches alike', {}, [BATCH, { ...BATCH, batchId: 8 }], [7, 8]],
    ['a batch of one', { remark: '代发' }, [{ ...BATCH, sentCount: 1 }], []],
  ])('is found by %s', (_, line, batches, batchIds) =>
    expect(paidTogether({ ...LINE, ...line }, batches).map(({ batchId }) => batchId)).toEqual(batchIds),
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

describe('a debit of some files of a batch', () => {
  const file = (fileId: number, sentCount: number, sentFen: bigint): FileSums => ({
    fileId,
    ...{ sentCount, sentFen, paidCount: sentCount, paidFen: sentFen },
  })
  const FILES = [file(1, 2, 10_000n), file(2, 3, 25_000n), file(3, 1, 5_000n)]
  const CUT: BatchSums = {
    batchId: 7,
    days: ['2026-11-14'],
    ...{ sentCount: 6, sentFen: 40_000n, paidCount: 6, paidFen: 40_000n },
    files: FILES,
  }
  const line = (amountFen: bigint, remark: string) => ({ ...LINE, amountFen, remark })

  it.each<[string, bigint, string, BatchSums[], (readonly number[] | undefined)[]]>([
    ['one file', 10_000n, '代发 2笔', [CUT], [[1]]],
    ['two of three files', 35_000n, '代发 5笔', [CUT], [[1, 2]]],
    ['all of them, which is the batch', 40_000n, '代发 6笔', [CUT], [undefined]],
    ['the sum of two with the count of another two', 35_000n, '代发 4笔', [CUT], []],
    ['no count, which leaves it to a person', 30_000n, '批量代付', [CUT], [[2, 3]]],
    ['a file of one payment, which is an ordinary one', 5_000n, '代发 1笔', [CUT], []],
    [
      'two files alike',
      10_000n,
      '代发 2笔',
      [{ ...CUT, files: [file(1, 2, 10_000n), file(2, 2, 10_000n)] }],
      [[1], [2]],
    ],
    [
      'what arrived of a file',
      9_000n,
      '代发 2笔',
      [{ ...CUT, files: [{ ...file(1, 3, 10_000n), paidCount: 2, paidFen: 9_000n }, file(2, 3, 30_000n)] }],
      [[1]],
    ],
    [
      'one of very many, and no combination of them',
      10_000n,
      '代发 2笔',
      [
        {
          ...CUT,
          sentCount: 40,
          files: Array.from({ length: 20 }, (_, at) => file(at, 2, BigInt(at) * 5_000n)),
        },
      ],
      [[2]],
    ],
  ])('is found by %s', (_, fen, remark, batches, files) =>
    expect(paidTogether(line(fen, remark), batches).map((found) => found.files)).toEqual(files),
  )
})

describe('a debit of several batches', () => {
  const batch = (
    batchId: number,
    sentCount: number,
    sentFen: bigint,
    more: Partial<BatchSums> = {},
  ): BatchSums => ({
    ...{ batchId, sentCount, sentFen, paidCount: sentCount, paidFen: sentFen, days: ['2026-11-14'] },
    ...more,
  })
  const [A, B, C] = [batch(1, 3, 30_000n), batch(2, 2, 15_000n), batch(3, 1, 5_000n)]
  const many = Array.from({ length: 20 }, (_, at) => batch(at + 10, 2, BigInt(at + 1) * 100_000n))
  const across = (amountFen: bigint, remark: string, batches: readonly BatchSums[]) =>
    paidAcross({ ...LINE, amountFen, remark }, batches).map((option) => option.map(({ batchId }) => batchId))

  it.each<[string, bigint, string, BatchSums[], number[][]]>([
    ['count and sum of two', 45_000n, '代发 5笔', [A, B, C], [[1, 2]]],
    ['count and sum of three, one of them a single payment', 50_000n, '代发 6笔', [A, B, C], [[1, 2, 3]]],
    ['the sum alone', 35_000n, '批量代付', [A, B, C], [[1, 3]]],
    ['another count', 45_000n, '代发 6笔', [A, B, C], []],
    ['another day', 45_000n, '代发 5笔', [A, { ...B, days: ['2026-10-01'] }], []],
    ['one batch alone, which is another rule', 30_000n, '代发 3笔', [A, B], []],
    [
      'two ways',
      45_000n,
      '代发 5笔',
      [A, B, { ...B, batchId: 4 }],
      [
        [1, 2],
        [1, 4],
      ],
    ],
    ['what arrived', 40_000n, '代发 4笔', [{ ...A, paidCount: 2, paidFen: 25_000n }, B], [[1, 2]]],
    ['every two of very many', 3_900_000n, '代发 4笔', many, [[28, 29]]],
    ['never three of very many', 5_700_000n, '代发 6笔', many, []],
  ])('is found by %s', (_, fen, remark, batches, found) =>
    expect(across(fen, remark, batches)).toEqual(found),
  )
})
