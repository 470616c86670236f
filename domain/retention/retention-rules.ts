// How long each kind of personal data is kept unless a company decides otherwise: dated, with the rule it follows (PIPL art. 19 and 47).

import type { Day } from '../calendar/shanghai.ts'

export const RETENTION_KINDS = [
  /** Phone and card of a person at a provider, and what they were before. */
  'contact',
  /** Photographs of ID cards, and the drawn signature. */
  'identity-images',
  /** The signed paper, with ID number, phone, address and device of whoever signed. */
  'personal-contract',
  /** ID numbers, phones and cards of batches that were never started. */
  'unpaid-numbers',
  /** ID numbers, phones and cards of batches that were paid. */
  'paid-numbers',
] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/** What the years are counted from: the last event itself, or the end of the accounting year that it fell into. */
export type Counting = 'event' | 'accounting-year'

export type RetentionRule = {
  readonly kind: RetentionKind
  /** The first day on which it holds. */
  readonly from: Day
  readonly years: number
  /** Below it no company may go, as another law wants it kept for so long; above it each decides. */
  readonly leastYears: number
  readonly counting: Counting
  readonly source: string
}

/** A law that changes is one more entry with its first day; old entries stay. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    kind: 'contact',
    from: '2021-11-01',
    years: 3,
    leastYears: 1,
    counting: 'event',
    source: '民法典 art. 188 (claims end after three years); 电子商务法 art. 31 (three years for platforms)',
  },
  {
    kind: 'identity-images',
    from: '2021-11-01',
    years: 3,
    leastYears: 1,
    counting: 'event',
    source: '民法典 art. 188; 个人信息保护法 art. 19 and 28 (sensitive: no longer than needed)',
  },
  {
    kind: 'personal-contract',
    from: '2021-11-01',
    years: 10,
    leastYears: 10,
    counting: 'event',
    source: '税收征收管理法实施细则 art. 29 (papers that concern tax: ten years)',
  },
  {
    kind: 'unpaid-numbers',
    from: '2021-11-01',
    years: 1,
    leastYears: 1,
    counting: 'event',
    source: '个人信息保护法 art. 19 (nothing was paid: no book needs them)',
  },
  {
    kind: 'paid-numbers',
    from: '2021-11-01',
    years: 30,
    leastYears: 10,
    counting: 'accounting-year',
    source:
      '会计档案管理办法 (财政部、国家档案局令第 79 号) art. 14 and its first table: vouchers thirty years; 税收征收管理法实施细则 art. 29: ten at least',
  },
]

export const MAX_YEARS = 50

/** The rule of a kind on a day; the earliest one before it began. */
export function ruleOf(
  kind: RetentionKind,
  day: Day,
  rules: readonly RetentionRule[] = RETENTION_RULES,
): RetentionRule {
  const ofKind = rules.filter((rule) => rule.kind === kind).sort((a, b) => (a.from < b.from ? -1 : 1))
  const rule = ofKind.findLast(({ from }) => from <= day) ?? ofKind[0]
  if (rule === undefined) throw new Error(`no rule says how long ${kind} is kept`)
  return rule
}
