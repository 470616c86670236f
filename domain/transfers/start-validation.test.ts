// The last validation at the start (D16, D19), each rule at its boundary.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GapRule } from '../tax/gap-rule.ts'
import { TAX_TABLES } from '../tax/tables.ts'
import { withhold, withholdSequence } from '../tax/withhold.ts'
import { type StartingPerson, type StartTerms, type StartVerdict, validateStart } from './start-validation.ts'

const LIMIT = 9_200_000n
const person = (over: Partial<StartingPerson> = {}): StartingPerson => ({
  restricted: false,
  birth: '1990-03-07',
  monthSoFarFen: 0n,
  history: [],
  ...over,
})
const terms = (over: Partial<StartTerms> = {}): StartTerms => ({
  day: '2026-03-16',
  limitFen: LIMIT,
  taxMethod: undefined,
  gapRule: 'everything',
  taxTables: TAX_TABLES,
  ...over,
})
const rows = (...amounts: bigint[]) =>
  amounts.map((amountFen, index) => ({ rowId: BigInt(index), amountFen }))
const reported = (verdict: StartVerdict) => ('refusal' in verdict ? verdict.refusal : verdict.taxFen)
const validate = (who: StartingPerson, amounts: readonly bigint[], on: StartTerms = terms()) =>
  validateStart(who, rows(...amounts), on).map(reported)

describe('monthly limit at the start', () => {
  it.each<[soFar: bigint, amounts: bigint[], verdicts: (string | bigint)[]]>([
    [0n, [LIMIT - 1n], [0n]],
    [0n, [LIMIT], ['limit-reached']],
    [LIMIT - 2n, [1n], [0n]],
    [LIMIT - 1n, [1n], ['limit-reached']],
    // Above it already, by a late success say.
    [LIMIT + 5n, [1n], ['limit-reached']],
    [0n, [4_600_000n, 4_599_999n], [0n, 0n]],
    [0n, [4_600_000n, 4_600_000n], [0n, 'limit-reached']],
    // A refused row does not count for the next.
    [0n, [4_600_000n, 4_600_000n, 4_599_999n], [0n, 'limit-reached', 0n]],
    [0n, [LIMIT, 1n], ['limit-reached', 0n]],
  ])('with %s paid this month and rows of %s returns %s', (monthSoFarFen, amounts, verdicts) => {
    expect(validate(person({ monthSoFarFen }), amounts)).toEqual(verdicts)
  })

  it('is never reached by accepted rows, and no row that fits is rejected', () =>
    fc.assert(
      fc.property(
        fc.bigInt(0n, LIMIT - 1n),
        fc.array(fc.bigInt(1n, 5_000_000n), { maxLength: 12 }),
        (monthSoFarFen, amounts) => {
          let paid = monthSoFarFen
          for (const [index, verdict] of validate(person({ monthSoFarFen }), amounts).entries()) {
            const amountFen = amounts[index] ?? 0n
            expect(verdict).toBe(paid + amountFen < LIMIT ? 0n : 'limit-reached')
            if (verdict === 0n) paid += amountFen
          }
          expect(paid < LIMIT).toBe(true)
        },
      ),
    ))
})

describe('age and restriction at the start', () => {
  it.each([
    ['1965-03-17', '2026-03-16', 0n],
    ['1965-03-16', '2026-03-16', 'age-outside'],
    ['1965-03-17', '2026-03-17', 'age-outside'],
    ['2008-03-16', '2026-03-16', 0n],
    ['2008-03-17', '2026-03-16', 'age-outside'],
    [undefined, '2026-03-16', 0n],
  ])('for someone born %s, started on %s, returns %s', (birth, day, verdict) => {
    expect(validate(person({ birth }), [100n], terms({ day }))).toEqual([verdict])
  })

  it('reject every row of the person', () => {
    expect(validate(person({ restricted: true }), [100n, 200n])).toEqual(['restricted', 'restricted'])
    expect(validate(person({ birth: '1960-01-01' }), [100n, 200n])).toEqual(['age-outside', 'age-outside'])
  })

  it('report a restriction before the age and the age before the limit', () => {
    const all = { restricted: true, birth: '1960-01-01', monthSoFarFen: LIMIT }
    expect(validate(person(all), [1n])).toEqual(['restricted'])
    expect(validate(person({ ...all, restricted: false }), [1n])).toEqual(['age-outside'])
  })
})

describe('tax at the start', () => {
  const cumulative = terms({ taxMethod: 'cumulative' })
  const perPayment = terms({ taxMethod: 'per-payment' })

  it('is zero where nothing is withheld, whatever was earned before', () => {
    const history = [{ month: '2026-01', incomeFen: 50_000_000n, withheldFen: 0n }]
    expect(validate(person({ history }), [9_000_000n])).toEqual([0n])
  })

  it('follows the row order of the sheet', () => {
    expect(validate(person(), [400_000n, 600_000n], cumulative)).toEqual([0n, 9_000n])
    expect(validate(person(), [600_000n, 400_000n], cumulative)).toEqual([0n, 9_000n])
    expect(validate(person(), [1_000_000n], cumulative)).toEqual([9_000n])
  })

  it('counts the months after a gap according to the setting', () => {
    const history = [{ month: '2026-01', incomeFen: 3_000_000n, withheldFen: 57_000n }]
    const taxBy = (gapRule: GapRule) =>
      validate(person({ history }), [3_000_000n], { ...cumulative, gapRule })
    expect(taxBy('everything')).toEqual([57_000n])
    expect(taxBy('months')).toEqual([121_000n])
    expect(taxBy('nothing')).toEqual([71_000n])
  })

  it('ignores a rejected row when computing the next one', () => {
    const near = person({ monthSoFarFen: LIMIT - 1_000_001n })
    expect(validate(near, [2_000_000n, 1_000_000n], cumulative)).toEqual(['limit-reached', 9_000n])
  })

  /** So much was paid untaxed before that all of the next little payment would be withheld. */
  const owing = [{ month: '2026-03', incomeFen: 5_000_000n, withheldFen: 0n }]

  it.each([cumulative, perPayment])(
    'rejects a row whose net would be zero, which then does not count',
    (on) => {
      expect(validate(person({ history: owing }), [100n, 100n], on)).toEqual(['net-nothing', 'net-nothing'])
      const [small, large] = validate(person({ history: owing }), [100n, 4_000_000n], on)
      expect(small).toBe('net-nothing')
      const method = on.taxMethod ?? 'cumulative'
      const alone = withhold({ method, history: owing, payment: { day: on.day, amountFen: 4_000_000n } })
      expect(large).toBe(alone.withheldFen)
    },
  )

  it('leaves at least one fen of every accepted row', () => {
    const { withheldFen: due } = withhold({
      method: 'cumulative',
      history: owing,
      payment: { day: cumulative.day, amountFen: 4_000_000n },
    })
    for (let amountFen = due - 200_000n; amountFen <= due; amountFen += 10_000n) {
      const [verdict] = validate(person({ history: owing }), [amountFen], cumulative)
      if (typeof verdict === 'bigint') expect(verdict < amountFen).toBe(true)
      else expect(verdict).toBe('net-nothing')
    }
  })

  it('equals that of the same payments one after the other', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('cumulative' as const, 'per-payment' as const),
        fc.array(fc.bigInt(100_000n, 900_000n), { minLength: 1, maxLength: 9 }),
        (taxMethod, amounts) => {
          const on = terms({ taxMethod })
          const one = validate(person(), amounts, on)
          const payments = amounts.map((amountFen) => ({ day: on.day, amountFen }))
          const alone = withholdSequence({ method: taxMethod, history: [], payments })
          expect(one).toEqual(alone.map(({ withheldFen }) => withheldFen))
        },
      ),
    ))
})
