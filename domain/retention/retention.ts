// When personal data has been kept long enough, what keeps it longer, and who may change for how long (ADR 146).

import { addDays, type Day, type Month } from '../calendar/shanghai.ts'
import {
  type Counting,
  MAX_YEARS,
  RETENTION_KINDS,
  RETENTION_RULES,
  type RetentionKind,
  type RetentionRule,
  ruleOf,
} from './retention-rules.ts'

/** What a company decided for a kind; later decisions stand behind earlier ones. */
export type DecidedPeriod = { readonly kind: RetentionKind; readonly years: number; readonly from: Day }

export type Years = Readonly<Record<RetentionKind, number>>

/** Kept longer at once; shorter only after so many days, in which it can be taken back. */
export const SHORTENING_DAYS = 30

/** The newest decision that has begun; else what the rule says. A law that asks for more later on holds all the same. */
export function yearsInForce(
  kind: RetentionKind,
  decided: readonly DecidedPeriod[],
  day: Day,
  rules: readonly RetentionRule[] = RETENTION_RULES,
): number {
  const rule = ruleOf(kind, day, rules)
  const own = decided.findLast((period) => period.kind === kind && period.from <= day)
  return Math.max(own?.years ?? rule.years, rule.leastYears)
}

export function allYears(decided: readonly DecidedPeriod[], day: Day): Years {
  return Object.fromEntries(
    RETENTION_KINDS.map((kind) => [kind, yearsInForce(kind, decided, day)]),
  ) as unknown as Years
}

/** A decision that has not begun and that no later one has replaced. */
export function comingPeriods(decided: readonly DecidedPeriod[], day: Day): DecidedPeriod[] {
  return RETENTION_KINDS.flatMap((kind) => {
    const newest = decided.findLast((period) => period.kind === kind)
    return newest !== undefined && newest.from > day ? [newest] : []
  })
}

export type PeriodRefusal = 'retention-years' | 'retention-too-short' | 'retention-unchanged'

/** What is wrong with what somebody wants; the kind that is, where it is one. */
export function validateYears(
  wanted: Years,
  decided: readonly DecidedPeriod[],
  day: Day,
): { readonly refusal: PeriodRefusal; readonly kind?: RetentionKind; readonly least?: number } | undefined {
  for (const kind of RETENTION_KINDS) {
    const years = wanted[kind]
    if (!Number.isInteger(years) || years < 1 || years > MAX_YEARS)
      return { refusal: 'retention-years', kind }
    const { leastYears } = ruleOf(kind, day)
    if (years < leastYears) return { refusal: 'retention-too-short', kind, least: leastYears }
  }
  return changedPeriods(wanted, decided, day).length === 0 ? { refusal: 'retention-unchanged' } : undefined
}

/** The decisions to write down: only of kinds that change, or whose coming change is taken back. */
export function changedPeriods(wanted: Years, decided: readonly DecidedPeriod[], day: Day): DecidedPeriod[] {
  const coming = comingPeriods(decided, day)
  return RETENTION_KINDS.flatMap((kind) => {
    const [now, years] = [yearsInForce(kind, decided, day), wanted[kind]]
    const waiting = coming.find((period) => period.kind === kind)
    if (years === (waiting?.years ?? now)) return []
    return [{ kind, years, from: years < now ? addDays(day, SHORTENING_DAYS) : day }]
  })
}

/**
 * The first day on which it is no longer kept. The day of the event itself is not counted, so the last day of the period is the same day
 * some years later; there is no 29 February in most of them, and nothing goes a day early.
 */
export function erasableFrom(counting: Counting, lastDay: Day, years: number): Day {
  const year = Number(lastDay.slice(0, 4))
  if (counting === 'accounting-year') return `${yearText(year + 1 + years)}-01-01`
  const same = `${yearText(year + years)}${lastDay.slice(4)}`
  return lastDay.endsWith('-02-29') && !isLeap(year + years)
    ? `${yearText(year + years)}-03-02`
    : addDays(same, 1)
}

const yearText = (year: number): string => String(year).padStart(4, '0')
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

export const ERASURE_BLOCKS = [
  /** Somebody asked to keep it: a dispute, an inquiry. */
  'hold',
  /** A payout of it waits for approval, is under way or in doubt. */
  'under-way',
  /** A month of it is not closed for tax. */
  'open-month',
  'contract-in-force',
  /** Its payouts went by bank files, which hold the same numbers. */
  'bank-files',
  /** Its approval covers the key that would be destroyed. */
  'earlier-form',
] as const
export type ErasureBlock = (typeof ERASURE_BLOCKS)[number]

export type ErasureFacts = {
  /** When what the period counts from last happened. */
  readonly lastDay: Day
  readonly held: boolean
  readonly underWay: boolean
  /** The earliest month of it that is not closed. */
  readonly openMonth: Month | null
  readonly contractInForce?: boolean
  readonly byBankFiles?: boolean
  readonly earlierForm?: boolean
}

export type ErasureVerdict =
  | { readonly state: 'kept' | 'due'; readonly from: Day }
  | { readonly state: 'blocked'; readonly from: Day; readonly block: ErasureBlock }

/** Kept while its time has not come, whatever else; then blocked by the first reason there is, else due. */
export function judgeErasure(
  kind: RetentionKind,
  years: number,
  facts: ErasureFacts,
  today: Day,
): ErasureVerdict {
  const from = erasableFrom(ruleOf(kind, today).counting, facts.lastDay, years)
  if (today < from) return { state: 'kept', from }
  const block = blockOf(kind, facts)
  return block === undefined ? { state: 'due', from } : { state: 'blocked', from, block }
}

function blockOf(kind: RetentionKind, facts: ErasureFacts): ErasureBlock | undefined {
  if (facts.held) return 'hold'
  if (facts.underWay) return 'under-way'
  if (facts.openMonth !== null) return 'open-month'
  if (kind === 'personal-contract' && facts.contractInForce) return 'contract-in-force'
  if (facts.byBankFiles) return 'bank-files'
  return facts.earlierForm ? 'earlier-form' : undefined
}

/** Before the first erasure, and after looks that were missed, so long is only told what would go. */
export const NOTICE_DAYS = 30

/**
 * From which day on erasing may happen, by the days of all looks in their order: so many days after the first of those that followed each
 * other without a longer gap. An upgrade, a long standstill and a clock that leaps ahead erase nothing at once. Undefined before any look.
 */
export function erasesFrom(looks: readonly Day[]): Day | undefined {
  const start = looks.findLast((day, at) => {
    const before = looks[at - 1]
    return before === undefined || addDays(before, NOTICE_DAYS) < day
  })
  return start === undefined ? undefined : addDays(start, NOTICE_DAYS)
}

/** Whoever placed a hold does not lift it: what was kept for a dispute is let go by two. */
export function validateLift(
  hold: {
    readonly placedBy: number
    readonly lifted: boolean
  },
  accountId: number,
): 'hold-lifted' | 'own-hold' | undefined {
  if (hold.lifted) return 'hold-lifted'
  return hold.placedBy === accountId ? 'own-hold' : undefined
}
