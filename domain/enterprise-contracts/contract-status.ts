// The life of an enterprise contract, by the day and by hand (spec §4, D29): one table for server, job and page.

import { addDays, type Day } from '../calendar/shanghai.ts'

/** The spec's numbers are the places in this list. */
export const CONTRACT_STATUSES = ['pending', 'effective', 'expired', 'terminated'] as const
export type ContractStatus = (typeof CONTRACT_STATUSES)[number]

/** A provider has at most one of these. */
export const LIVE_STATUSES: readonly ContractStatus[] = ['pending', 'effective']

export type ContractState = {
  readonly status: ContractStatus
  /** First and last day, both in force; unknown where nobody has agreed on them. */
  readonly beginDay: Day | null
  readonly endDay: Day | null
  /** The PDF that both sides signed, not the one that we made. */
  readonly signed: boolean
}

export type ContractRefusal =
  | 'contract-closed'
  | 'contract-term-wrong'
  | 'contract-unsigned'
  | 'contract-term-missing'
  | 'contract-over'
  | 'contract-step-wrong'

export function isClosed(status: ContractStatus): boolean {
  return !LIVE_STATUSES.includes(status)
}

/** The end must come after the beginning; both are known, or neither. */
export function validateTerm(beginDay: Day | null, endDay: Day | null): ContractRefusal | undefined {
  if ((beginDay === null) !== (endDay === null)) return 'contract-term-missing'
  if (beginDay === null || endDay === null) return undefined
  return endDay > beginDay ? undefined : 'contract-term-wrong'
}

/**
 * A save by a manager: `before` as it stands, `after` as it would be. What has expired or was terminated stays as it is; a
 * contract becomes effective by hand only with its signed file and a term that is not over.
 */
export function validateSave(
  before: ContractStatus,
  after: ContractState,
  today: Day,
): ContractRefusal | undefined {
  if (isClosed(before)) return 'contract-closed'
  const term = validateTerm(after.beginDay, after.endDay)
  if (term) return term
  if (after.status === 'terminated') return undefined
  if (after.status === before) return before === 'effective' ? validateForce(after, today) : undefined
  if (after.status === 'effective') return validateForce(after, today)
  return 'contract-step-wrong'
}

function validateForce(after: ContractState, today: Day): ContractRefusal | undefined {
  if (!after.signed) return 'contract-unsigned'
  if (after.endDay === null) return 'contract-term-missing'
  return after.endDay < today ? 'contract-over' : undefined
}

/** What the day does to a contract, in order: a machine that slept over the whole term still takes both steps. */
export function dueSteps(contract: ContractState, today: Day): readonly ('effective' | 'expired')[] {
  const { beginDay, endDay, signed } = contract
  if (beginDay === null || endDay === null) return []
  const begins = contract.status === 'pending' && signed && beginDay <= today
  const ends = (begins || contract.status === 'effective') && endDay < today
  return [...(begins ? (['effective'] as const) : []), ...(ends ? (['expired'] as const) : [])]
}

/** Which statuses the dialog offers, the present one first. */
export function choicesFrom(status: ContractStatus): readonly ContractStatus[] {
  if (status === 'pending') return ['pending', 'effective', 'terminated']
  return status === 'effective' ? ['effective', 'terminated'] : [status]
}

/** Managers are reminded of what ends within so many days. */
export const REMIND_DAYS = 30

/** The last day that a contract in force may end on for its managers to be reminded. */
export function remindedUntil(today: Day): Day {
  return addDays(today, REMIND_DAYS)
}

export const NAME_LENGTH = 30
const PLAIN_NAME = '综合服务合同'

/** What a contract is called before anybody names it. */
export function generatedName(providerName: string): string {
  const name = `${providerName}${PLAIN_NAME}`
  return name.length <= NAME_LENGTH ? name : PLAIN_NAME
}

/** A year from that day on: until the eve of the same day a year later. */
export function generatedTerm(today: Day): { readonly beginDay: Day; readonly endDay: Day } {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const sameDay = new Date(Date.UTC(year + 1, month - 1, day)).toISOString().slice(0, 10)
  return { beginDay: today, endDay: addDays(sameDay, -1) }
}
