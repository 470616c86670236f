// What the upload strip shows at each stage.

import { expect, test } from 'vitest'
import { megabytesOf } from '../ui/files/file-size.ts'
import { further, percentRead, percentSent, stageWords } from './upload-state.ts'

test('returns the percentage sent as a whole number of at most 100', () => {
  expect(percentSent({ sentBytes: 0, totalBytes: 0 })).toBe(0)
  expect(percentSent({ sentBytes: 64, totalBytes: 100 })).toBe(64)
  expect(percentSent({ sentBytes: 999, totalBytes: 1000 })).toBe(99)
  expect(percentSent({ sentBytes: 101, totalBytes: 100 })).toBe(100)
  expect(megabytesOf(3_355_443)).toBe('3.2')
})

test('does not fall back to an earlier stage when the server has forgotten the upload', () => {
  const validating = { stage: 'judging', done: 0, total: 10, bad: 0 } as const
  const waiting = { stage: 'waiting', done: 0, total: 0, bad: 0 } as const
  expect(further(validating, waiting)).toBe(validating)
  expect(further(waiting, validating)).toBe(validating)
})

test('tells the percentage of the rows read once their number is foreseen', () => {
  const reading = { stage: 'reading', done: 6_240, total: 10_000, bad: 0 } as const
  expect(percentRead(reading)).toBe(62)
  expect(percentRead({ ...reading, total: 0 })).toBeUndefined()
  // An estimate may be too low.
  expect(percentRead({ ...reading, total: 6_000 })).toBe(99)
  expect(percentRead({ ...reading, stage: 'storing' })).toBe(99)
  expect(percentRead({ ...reading, stage: 'waiting' })).toBeUndefined()
})

test('describes each stage with its figures', () => {
  expect(stageWords({ stage: 'reading', done: 6240, total: 10_000, bad: 0 })).toBe(
    '正在读取第 6,240 行，共约 10,000 行 · 未发现问题',
  )
  expect(stageWords({ stage: 'reading', done: 6240, total: 0, bad: 0 })).toBe(
    '正在读取第 6,240 行 · 未发现问题',
  )
  expect(stageWords({ stage: 'reading', done: 6240, total: 0, bad: 12 })).toContain('已发现 12 行有误')
  expect(stageWords({ stage: 'storing', done: 10, total: 10, bad: 0 })).toBe('正在保存 10 行')
})
