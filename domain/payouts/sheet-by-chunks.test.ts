// A sheet that is validated while it is read is good exactly when it is good as a whole.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type SheetEntry, type SheetTerms, WholeSheet } from './sheet.ts'
import type { RawRow } from './sheet-row.ts'

const terms: SheetTerms = { limitFen: 250_000n, unsignedBlocks: false, bankOfCard: () => undefined }

const arbitraryRow = fc.record({
  person: fc.nat(3),
  card: fc.nat(3),
  name: fc.constantFrom('王小禾', '李青', '王小禾', '王小禾'),
  yuan: fc.integer({ min: 1, max: 900 }),
  remark: fc.constantFrom('', '一月', '二月'),
})

type Drawn = typeof arbitraryRow extends fc.Arbitrary<infer Row> ? Row : never

function entriesOf(drawn: readonly Drawn[]): SheetEntry[] {
  return drawn.map(({ person, card, name, yuan, remark }, index) => {
    const row: RawRow = {
      rowNumber: index + 2,
      name,
      idCardNo: `person ${person}`,
      phone: '13912342001',
      bank: '工商银行',
      cardNo: `card ${card}`,
      amount: `${yuan}.00`,
      month: '2026-11',
      remark,
    }
    return { row, amountFen: BigInt(yuan) * 100n, alone: [], person, card, cardKey: () => row.cardNo }
  })
}

it('finds a bad row by the end of its chunk, or there is none', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryRow, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      (drawn, size) => {
        const entries = entriesOf(drawn)
        const sheet = new WholeSheet((index) => entries[index]?.row as RawRow)
        const isBad = (entry: SheetEntry) => sheet.validate(entry, undefined, terms).reasons.length > 0
        let foundWhileReading = false
        for (let from = 0; from < entries.length; from += size) {
          const chunk = entries.slice(from, from + size)
          for (const entry of chunk) sheet.add(entry)
          foundWhileReading ||= chunk.some(isBad)
        }
        expect(foundWhileReading).toBe(entries.some(isBad))
      },
    ),
    { numRuns: 500 },
  )
})
