import { describe, expect, it } from 'vitest'
import { parseReference, referenceOf } from './reference.ts'

describe('parseReference', () => {
  it.each([
    ['PW202611130007R2Xdeadbeef0123', { batchNo: '202611130007', rowNumber: 2, mark: 'deadbeef0123' }],
    // As references were made before the mark was stored with the batch.
    ['PW202611130007R100001Xdeadbeef', { batchNo: '202611130007', rowNumber: 100_001, mark: 'deadbeef' }],
    ['PW202611130007R2X', undefined],
    ['PW202611130007R2XDEADBEEF', undefined],
    ['PW202611130007R2Xdeadbeef ', undefined],
    ['PWR2Xdeadbeef', undefined],
    ['PW20261113-000001', undefined],
    ['', undefined],
  ])('%s', (reference, parts) => {
    expect(parseReference(reference)).toEqual(parts)
    if (parts) expect(referenceOf(parts)).toBe(reference)
  })

  it('stays within the 40 characters that the bank takes', () => {
    const longest = referenceOf({ batchNo: '202611130007', rowNumber: 1_000_000, mark: 'f'.repeat(12) })
    expect(longest.length).toBeLessThanOrEqual(40)
  })
})
