// What the person bears as VAT, row by row: from the crossing on, on what its own company paid, and never the whole of a payment.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vatOnGross } from './vat.ts'
import { vatRulesOf } from './vat-table.ts'
import { VAT_TABLES } from './vat-tables.ts'
import { withholdVat } from './vat-withholding.ts'

const MONTH = '2026-11'
const NOBODY = { platformPaidFen: 0n, ownPaidFen: 0n, ownWithheldFen: 0n }
const rowsOf = (...amounts: readonly bigint[]) =>
  amounts.map((amountFen, index) => ({ rowId: BigInt(index), amountFen, taxFen: 0n }))
const borne = (person: typeof NOBODY, ...amounts: readonly bigint[]) =>
  withholdVat(person, rowsOf(...amounts), MONTH, VAT_TABLES).map(({ vatFen }) => vatFen)

function dueOn(grossFen: bigint): bigint {
  const rules = vatRulesOf(MONTH, VAT_TABLES)
  if (rules === undefined) throw new Error('there are rules')
  return vatOnGross(grossFen, rules).totalFen
}

describe('VAT that the person bears', () => {
  it.each([
    ['at the threshold', NOBODY, [100_000_00n], [0n]],
    ['one fen above it', NOBODY, [100_000_01n], [1_049_50n]],
    [
      'in the row that crosses, for the rows before it too',
      NOBODY,
      [60_000_00n, 61_000_00n],
      [0n, 1_269_90n],
    ],
    [
      'on what the own company paid, not on what others did',
      { ...NOBODY, platformPaidFen: 60_000_00n },
      [61_000_00n],
      [dueOn(61_000_00n)],
    ],
    [
      'in a later row only what is added',
      { platformPaidFen: 121_000_00n, ownPaidFen: 121_000_00n, ownWithheldFen: 1_269_90n },
      [1_000_00n],
      [dueOn(122_000_00n) - 1_269_90n],
    ],
    [
      'of a small crossing row all but a fen, the rest in the next',
      NOBODY,
      [100_000_00n, 2_00n, 5_000_00n],
      [0n, 1_99n, dueOn(105_002_00n) - 1_99n],
    ],
    [
      'nothing where more was withheld than falls due after a return',
      { platformPaidFen: 100_000_00n, ownPaidFen: 100_000_00n, ownWithheldFen: 5_000_00n },
      [1_000_00n],
      [0n],
    ],
  ])('is taken %s', (_, person, amounts, vat) => expect(borne(person, ...amounts)).toEqual(vat))

  it('leaves a fen beside the income tax, and takes nothing before the first table', () => {
    const rows = [{ rowId: 1n, amountFen: 200_00n, taxFen: 199_50n }]
    const person = { ...NOBODY, platformPaidFen: 100_000_00n, ownPaidFen: 100_000_00n }
    expect(withholdVat(person, rows, MONTH, VAT_TABLES)).toEqual([{ rowId: 1n, vatFen: 49n }])
    const whole = [{ rowId: 1n, amountFen: 200_00n, taxFen: 200_00n }]
    expect(withholdVat(person, whole, MONTH, VAT_TABLES)).toEqual([{ rowId: 1n, vatFen: 0n }])
    expect(withholdVat(person, rows, '2022-12', VAT_TABLES)).toEqual([{ rowId: 1n, vatFen: 0n }])
  })

  it('is the same for any division of the month into rows and batches, once a large enough row ends it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 50_000_00n }), { minLength: 1, maxLength: 8 }),
        fc.nat(8),
        fc.bigInt({ min: 0n, max: 150_000_00n }),
        (amounts, cut, elsewhereFen) => {
          const all = [...amounts, 200_000_00n]
          const sum = (list: readonly bigint[]) => list.reduce((total, one) => total + one, 0n)
          const start = { ...NOBODY, platformPaidFen: elsewhereFen }
          const first = all.slice(0, cut)
          const one = borne(start, ...first)
          const next = {
            platformPaidFen: elsewhereFen + sum(first),
            ownPaidFen: sum(first),
            ownWithheldFen: sum(one),
          }
          const vat = [...one, ...borne(next, ...all.slice(cut))]
          expect(sum(vat)).toBe(dueOn(sum(all)))
          expect(vat).toEqual(borne(start, ...all))
          return vat.every((fen, index) => fen >= 0n && fen < (all[index] ?? 0n))
        },
      ),
    )
  })
})
