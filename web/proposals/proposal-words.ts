// A proposal as people read it: its lines of before and after, what it changes in one line, how long it has left.

import type { ProposalFact, ProposalRow } from '@paywages/wire/proposals/endpoints.ts'
import { factLabels, kindLabels, proposalLabels as labels, truthLabels, valueLabels } from './labels.ts'

export type FactLine = {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
  readonly changed: boolean
}

/** 92000.00 as 92,000.00. */
const grouped = (yuan: string) => yuan.replace(/\B(?=(\d{3})+\.)/g, ',')

const wordOf = (field: string, value: string): string =>
  value === ''
    ? labels.none
    : field === 'monthlyLimit'
      ? grouped(value)
      : (valueLabels[field]?.[value] ?? truthLabels[value] ?? value)

/** What changes first; a number of a platform says nothing to people. */
export function factLines(facts: readonly ProposalFact[]): FactLine[] {
  const lines = Object.keys(factLabels).flatMap((field) => {
    const fact = facts.find((one) => one.field === field)
    if (fact === undefined) return []
    const changed = fact.before !== fact.after
    return [
      {
        field,
        label: factLabels[field] ?? field,
        before: wordOf(field, fact.before),
        after: wordOf(field, fact.after),
        changed,
      },
    ]
  })
  return lines.toSorted((a, b) => Number(b.changed) - Number(a.changed))
}

export const kindOf = ({ kind }: Pick<ProposalRow, 'kind'>): string =>
  Object.hasOwn(kindLabels, kind) ? kindLabels[kind] : kind

const MAX_IN_LINE = 2

/** 服务费率 6.5% → 5.8%，未签约不得发放 否 → 是; what there was none of has no arrow. */
export function summaryOf({ facts, kind }: Pick<ProposalRow, 'facts' | 'kind'>): string {
  const changed = factLines(facts).filter((line) => line.changed)
  if (kind === 'add-account' || kind === 'enable-account')
    return changed
      .filter(({ after, field }) => after === truthLabels.true && field !== 'enabled')
      .map(({ label }) => label)
      .join('、')
  return changed
    .slice(0, MAX_IN_LINE)
    .map(({ label, before, after }) =>
      before === labels.none ? `${label} ${after}` : `${label} ${before} → ${after}`,
    )
    .join('，')
}

const HOUR_MS = 3_600_000

/** 3 天 4 小时, 21 小时 48 分. */
export function timeLeft(until: Date, now: Date): string {
  const left = Math.max(0, until.getTime() - now.getTime())
  const hours = Math.floor(left / HOUR_MS)
  if (hours >= 48) return `${Math.floor(hours / 24)} 天 ${hours % 24} 小时`
  return `${hours} 小时 ${Math.floor((left % HOUR_MS) / 60_000)} 分`
}
