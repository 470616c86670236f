// Which earlier batch is compared, and the steps from its total to this one's, at the boundaries.

import { describe, expect, it } from 'vitest'
import { bridgeOf, comparedBatch, risePermille, seriesOf } from './batch-comparison.ts'

describe('the series of a sheet', () => {
  it.each([
    ['摄影外包-第3批.xlsx', '摄影外包'],
    ['摄影外包-第十二批.xls', '摄影外包'],
    ['摄影外包 2026年11月（2）.xlsx', '摄影外包'],
    ['摄影外包_十一月份.csv', '摄影外包'],
    ['摄影外包２０２６１１１６.xlsx', '摄影外包'],
    ['地推奖励-日结.xlsx', '地推奖励日结'],
    ['摄影外包-第3批补发.xlsx', '摄影外包补发'],
    ['摄影外包-12期.xlsx', '摄影外包'],
    ['摄影外包-周结10.xlsx', '摄影外包周结'],
    ['一号仓.xlsx', '一号仓'],
    ['2026-11.xlsx', ''],
    ['Photo-11.XLSX', 'photo'],
  ])('of %s is %s', (fileName, series) => {
    expect(seriesOf(fileName)).toBe(series)
  })
})

it.each([
  [
    'the newest of its series',
    '甲-第3批.xlsx',
    ['乙-1.xlsx', '甲-第2批.xlsx', '甲-第1批.xlsx'],
    '甲-第2批.xlsx',
  ],
  ['the newest of all, where none is of its series', '丙.xlsx', ['乙-1.xlsx', '甲-第2批.xlsx'], '乙-1.xlsx'],
  [
    'the newest of a series that continues its own, before others',
    '甲-第3批.xlsx',
    ['乙.xlsx', '甲-周结2.xlsx', '甲-周结1.xlsx'],
    '甲-周结2.xlsx',
  ],
  ['the newest of the series that its own continues', '甲-补发.xlsx', ['乙.xlsx', '甲-2.xlsx'], '甲-2.xlsx'],
  ['the newest of all, where its name is a date alone', '2026-11.xlsx', ['乙.xlsx', '甲.xlsx'], '乙.xlsx'],
  ['nothing, where there is none', '丙.xlsx', [], undefined],
])('compares with %s', (_, fileName, earlier, expected) => {
  const batches = earlier.map((name) => ({ fileName: name }))
  expect(comparedBatch(fileName, batches)?.fileName).toBe(expected)
})

describe('the way from one total to the other', () => {
  const difference = { addedPeople: 1, removedPeople: 1 }

  it('adds who is new, takes off who is gone, and moves by what changed', () => {
    const parts = { lastFen: 1_000n, addedFen: 300n, removedFen: 200n, changedFen: -50n, nowFen: 1_050n }
    expect(
      bridgeOf({ ...difference, ...parts }).map(({ step, fromFen, toFen }) => [step, fromFen, toFen]),
    ).toEqual([
      ['last', 0n, 1_000n],
      ['added', 1_000n, 1_300n],
      ['removed', 1_300n, 1_100n],
      ['changed', 1_100n, 1_050n],
      ['now', 0n, 1_050n],
    ])
  })

  it('is not told where its parts miss the total by a fen', () => {
    const parts = { lastFen: 1_000n, addedFen: 300n, removedFen: 200n, changedFen: -50n, nowFen: 1_051n }
    expect(() => bridgeOf({ ...difference, ...parts })).toThrow('do not lead to its total')
  })
})

it.each([
  [0n, 100n, undefined],
  [100n, 100n, 0],
  [10_000n, 15_000n, 500],
  [10_000n, 15_005n, 501],
  [10_000n, 15_004n, 500],
  [1_850_000n, 3_020_000n, 632],
  [10_000n, 9_995n, -1],
  [10_000n, 0n, -1_000],
])('a rise from %s to %s fen is %s permille', (lastFen, nowFen, permille) => {
  expect(risePermille(lastFen, nowFen)).toBe(permille)
})
