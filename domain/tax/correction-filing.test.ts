// Where corrections of closed months are declared: the boundary table, who may choose, and that both ways come to the same.

import { describe, expect, it } from 'vitest'
import {
  belowZeroWith,
  type CorrectionState,
  correctedMonth,
  type EntryPlace,
  FILING_WAYS,
  type FiledEntry,
  type FilingWay,
  filedMonth,
  filedSums,
  validateFiling,
} from './correction-filing.ts'

const paid = (paymentMonth: string, bookedMonth: string): EntryPlace => ({
  kind: 'paid',
  paymentMonth,
  bookedMonth,
})
const back = (paymentMonth: string, declaredMonth: string, bookedMonth: string): EntryPlace => ({
  kind: 'reversed',
  paymentMonth,
  declaredMonth,
  bookedMonth,
})

describe('correction', () => {
  it.each<[what: string, EntryPlace, corrects: string | undefined, current: string, amended: string]>([
    ['payout in its own month', paid('2026-03', '2026-03'), undefined, '2026-03', '2026-03'],
    ['late success', paid('2026-01', '2026-03'), '2026-01', '2026-03', '2026-01'],
    ['late success of last year', paid('2025-12', '2026-01'), '2025-12', '2026-01', '2025-12'],
    ['return', back('2026-01', '2026-01', '2026-03'), '2026-01', '2026-03', '2026-01'],
    ['return from last year', back('2025-11', '2025-11', '2026-02'), '2025-11', '2026-02', '2025-11'],
    [
      'return of a late success that was declared with its period',
      back('2026-01', '2026-02', '2026-04'),
      '2026-02',
      '2026-04',
      '2026-02',
    ],
    [
      'return of a late success that amended its month',
      back('2026-01', '2026-01', '2026-04'),
      '2026-01',
      '2026-04',
      '2026-01',
    ],
  ])('%s', (_, entry, corrects, current, amended) => {
    expect(correctedMonth(entry)).toBe(corrects)
    expect(filedMonth(entry, undefined)).toBe(entry.bookedMonth)
    expect(filedMonth(entry, 'current')).toBe(current)
    expect(filedMonth(entry, 'amended')).toBe(amended)
  })
})

describe('choice of the way', () => {
  const manager = { payRight: false, checkRight: false, manager: true, superManager: false }
  const open: CorrectionState = { exists: true, filed: undefined, earlierOpen: undefined, belowZero: false }
  const filed: CorrectionState = { ...open, filed: 'current' }
  const below: CorrectionState = { ...open, belowZero: true }

  it.each([
    ['is a manager’s', open, manager, undefined],
    ['is a super manager’s', open, { ...manager, manager: false, superManager: true }, undefined],
    ['is not a payer’s', open, { ...manager, manager: false, payRight: true }, 'not-allowed'],
    ['is not a reviewer’s', open, { ...manager, manager: false, checkRight: true }, 'not-allowed'],
    ['needs a correction', { ...open, exists: false }, manager, 'correction-missing'],
    ['stands once made', filed, manager, 'correction-filed'],
    ['stands, whatever is open before it', { ...filed, earlierOpen: '2026-01' }, manager, 'correction-filed'],
    ['waits for earlier periods', { ...open, earlierOpen: '2026-01' }, manager, 'correction-earlier-open'],
  ] as const)('%s', (_, state, person, refusal) => {
    for (const way of FILING_WAYS) expect(validateFiling(state, way, person)).toBe(refusal)
  })

  it.each([
    [
      'within the period is refused where somebody falls below zero',
      below,
      'current',
      'correction-below-zero',
    ],
    ['on the old month never is, so that one way is left', below, 'amended', undefined],
    ['tells first that it was made', { ...below, filed: 'current' }, 'current', 'correction-filed'],
    ['tells first what is open', { ...below, earlierOpen: '2026-01' }, 'current', 'correction-earlier-open'],
  ] as const)('%s', (_, state, way, refusal) => {
    expect(validateFiling(state, way, manager)).toBe(refusal)
  })

  it.each<[what: string, withoutFen: bigint, corrections: bigint[], isBelow: boolean]>([
    ['a return of all there is', 100n, [-100n], false],
    ['a return of one fen more', 100n, [-101n], true],
    ['a return without income', 0n, [-1n], true],
    ['returns that only together are more', 100n, [-60n, -60n], true],
    ['a return beside a late success', 0n, [-60n, 60n], false],
    ['a late success', 0n, [1n], false],
    ['a late success where the rest is below zero', -100n, [99n], true],
  ])('%s', (_, withoutFen, corrections, isBelow) => {
    const own = corrections.map((incomeFen) => ({ idHash: 'one', incomeFen }))
    const others = [{ idHash: 'other', incomeFen: -1n }]
    const found = belowZeroWith(
      [...others, ...own],
      ({ idHash }) => idHash,
      ({ idHash }) => (idHash === 'one' ? withoutFen : 1n),
    )
    expect(found).toEqual(isBelow ? own.slice(-1) : [])
  })

  it.each<[what: string, line: bigint, other: bigint, back: bigint, otherBack: bigint, isBelow: boolean]>([
    ['a line that another would make good', 0n, 100n, -1n, -1n, true],
    ['both lines, once', 0n, 0n, -1n, -1n, true],
    ['neither line', 1n, 1n, -1n, -1n, false],
  ])('of two lines: %s', (_, line, other, back, otherBack, isBelow) => {
    const own = [
      { idHash: 'one', line: 'a', incomeFen: back },
      { idHash: 'one', line: 'b', incomeFen: otherBack },
    ]
    const found = belowZeroWith(
      own,
      (one) => one.line,
      (one) => (one.line === 'a' ? line : other),
    )
    expect(found.map(({ idHash }) => idHash)).toEqual(isBelow ? ['one'] : [])
  })
})

/** A small generator of its own, so that each seed gives the same years everywhere. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const MONTHS = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05']

type Booked = EntryPlace & {
  readonly incomeFen: bigint
  readonly taxFen: bigint
  readonly withholds: boolean
}

/** Payouts that succeed at once or late, some of which come back, with a way for each period and corrected month. */
function randomYear(seed: number) {
  const random = randomOf(seed)
  const ways = new Map<string, FilingWay>()
  const wayOf = (period: string, month: string): FilingWay => {
    const key = `${period} ${month}`
    const way = ways.get(key) ?? (random(2) === 0 ? 'current' : 'amended')
    ways.set(key, way)
    return way
  }
  const entries: (FiledEntry & { readonly corrects: string | undefined })[] = []
  const book = (entry: Booked): string => {
    const corrects = entry.withholds ? correctedMonth(entry) : undefined
    const way = corrects === undefined ? undefined : wayOf(entry.bookedMonth, corrects)
    const filed = filedMonth(entry, way)
    entries.push({ ...entry, filedMonth: filed, corrects })
    return filed
  }
  for (let index = 0; index < 40; index += 1) {
    const at = random(MONTHS.length)
    const booked = Math.min(MONTHS.length - 1, at + (random(3) === 0 ? 1 + random(3) : 0))
    const [paymentMonth = '', bookedMonth = ''] = [MONTHS[at], MONTHS[booked]]
    const amounts = { incomeFen: BigInt(1 + random(9_000_000)), taxFen: BigInt(random(900_000)) }
    const withholds = random(8) > 0
    const declaredMonth = book({ kind: 'paid', paymentMonth, bookedMonth, withholds, ...amounts })
    const returned = MONTHS[booked + 1 + random(4)]
    if (returned === undefined || random(2) === 0) continue
    const { incomeFen, taxFen } = amounts
    book({
      kind: 'reversed',
      paymentMonth,
      bookedMonth: returned,
      declaredMonth,
      withholds,
      incomeFen: -incomeFen,
      taxFen: -taxFen,
    })
  }
  return entries
}

describe.each(Array.from({ length: 40 }, (_, seed) => seed + 1))('random years, seed %i', (seed) => {
  const entries = randomYear(seed)
  const upTo = (asOf: string) => entries.filter(({ bookedMonth }) => bookedMonth <= asOf)
  const before = (asOf: string) => entries.filter(({ bookedMonth }) => bookedMonth < asOf)

  it('a period as booked is its declaration as filed and what it changes of older ones', () => {
    for (const period of MONTHS) {
      const asBooked = filedSums(
        upTo(period).map((entry) => ({ ...entry, filedMonth: entry.bookedMonth })),
        period,
      )
      const filed = filedSums(upTo(period), period)
      const changes = MONTHS.filter((month) => month < period).map((month) => {
        const [old, amended] = [filedSums(before(period), month), filedSums(upTo(period), month)]
        return {
          incomeFen: amended.incomeFen - old.incomeFen,
          declaredIncomeFen: amended.declaredIncomeFen - old.declaredIncomeFen,
          taxFen: amended.taxFen - old.taxFen,
        }
      })
      for (const field of ['incomeFen', 'declaredIncomeFen', 'taxFen'] as const)
        expect(changes.reduce((all, change) => all + change[field], filed[field])).toBe(asBooked[field])
    }
  })

  it('every entry stands on one declaration, and none of an open choice is on two', () => {
    const all = MONTHS.map((month) => filedSums(upTo('2026-05'), month))
    expect(all.reduce((total, { incomeFen }) => total + incomeFen, 0n)).toBe(
      entries.reduce((total, { incomeFen }) => total + incomeFen, 0n),
    )
  })

  it('the year of a period is the same for either way', () => {
    const year = (way: FilingWay) =>
      filedSums(
        entries
          .filter(({ bookedMonth }) => bookedMonth >= '2026-01')
          .map((entry) => ({
            ...entry,
            filedMonth: way === 'amended' ? (entry.corrects ?? entry.bookedMonth) : entry.bookedMonth,
          })),
        '2026-05',
      ).months.filter(({ month }) => month >= '2026-01')
    const [current, amended] = FILING_WAYS.map(year)
    expect(amended).toEqual(current)
  })
})
