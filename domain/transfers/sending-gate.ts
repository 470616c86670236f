// Whether orders may be sent to the bank after a restore or failover that may have lost commits: a small state machine (ADR 27).

/** Which database server answers, and since when it runs. */
export type DatabaseServer = {
  readonly systemIdentifier: bigint
  readonly timeline: number
  readonly startedAt: Date
}

export const HALT_REASONS = [
  'other-cluster',
  'other-timeline',
  'unknown-debits',
  'accepted-unasked',
  'record-cut',
  'superseded',
] as const
export type HaltReason = (typeof HALT_REASONS)[number]

/** A newer release may have halted sending for a reason that this one does not know, and so cannot see the end of. */
export const isKnownReason = (reason: string): reason is HaltReason =>
  (HALT_REASONS as readonly string[]).includes(reason)

/** What only the word of two people ends. */
export const HELD_FOR_PEOPLE = ['accepted-unasked', 'record-cut'] as const satisfies readonly HaltReason[]
export type HeldForPeople = (typeof HELD_FOR_PEOPLE)[number]

/** What is told beside the debits that nobody knows. */
export const TOLD_HOLDS = [...HELD_FOR_PEOPLE, 'superseded'] as const satisfies readonly HaltReason[]
export type ToldHold = (typeof TOLD_HOLDS)[number]

/** Why nothing is sent, as people are told: a halt, or a server that was started and not yet held against the bank's record. */
export const STANDSTILLS = [...HALT_REASONS, 'not-compared'] as const
export type Standstill = (typeof STANDSTILLS)[number]

/** `compare` asks only for a look at the bank's record: a server that was merely restarted may be an older copy of its files. */
export type ServerChange = 'none' | 'compare' | 'other-cluster' | 'other-timeline'

export function serverChange(recorded: DatabaseServer, current: DatabaseServer): ServerChange {
  if (recorded.systemIdentifier !== current.systemIdentifier) return 'other-cluster'
  if (recorded.timeline !== current.timeline) return 'other-timeline'
  return recorded.startedAt.getTime() === current.startedAt.getTime() ? 'none' : 'compare'
}

/** After the last restore nobody has told yet which orders the bank has accepted and not executed: neither the bank nor people. */
export function acceptedUnasked(restoredAt: Date | null, askedFor: Date | null): boolean {
  // Which of two moments is the later one says nothing: the clock may have been set back between two restores.
  return restoredAt !== null && askedFor?.getTime() !== restoredAt.getTime()
}

/** An unknown debit is found within this time even where nothing else tells of a restore. */
export const COMPARE_EVERY_MS = 600_000

/**
 * Whether the bank's record is to be held against our books now. An order signed before a restore, failover or restart may reach the
 * bank for as long as its signature counts: a comparison made earlier may have missed it, so one follows as soon as no more can come.
 */
export function isComparisonDue(
  {
    comparedAt,
    interruptions,
  }: { readonly comparedAt: Date | null; readonly interruptions: readonly Date[] },
  now: Date,
  orderLifeMs: number,
): boolean {
  if (comparedAt === null) return true
  const compared = comparedAt.getTime()
  // Either way: a clock that was set back would else reach that moment once more first.
  if (Math.abs(now.getTime() - compared) >= COMPARE_EVERY_MS) return true
  const lastArrivals = interruptions.map((interruption) => interruption.getTime() + orderLifeMs)
  return lastArrivals.some((lastArrival) => compared <= lastArrival && now.getTime() > lastArrival)
}

export type Gate = { readonly state: 'open' } | { readonly state: 'halted'; readonly reason: HaltReason }

type LeftOpen = {
  /** Executed or accepted by the bank, and not in our books. */
  readonly unknownDebits: number
  /** Since the last restore neither the bank nor people have told which orders it has accepted and not executed yet. */
  readonly acceptedUnasked: boolean
}

/**
 * `seen`: the server was looked at. `superseded`: another one sends in its place (ADR 167). `reconciled`: the bank's record since the last
 * common point was held against our books; `recordCut`: it reaches no longer so far back; `namedAgain`: an operator named the server anew
 * before that. `released`: two people have compared what it no longer tells.
 */
export type GateEvent =
  | { readonly kind: 'seen'; readonly change: ServerChange }
  | { readonly kind: 'superseded' }
  | ({ readonly kind: 'reconciled'; readonly recordCut: boolean; readonly namedAgain?: boolean } & LeftOpen)
  | ({ readonly kind: 'released' } & LeftOpen)

/**
 * A halt ends by a reconciliation that leaves no debit unexplained and no accepted order unasked; of a record that was cut, by people only;
 * of a server that was superseded, after an operator's word only; what a newer release halted, by that release.
 */
export function moveGate(before: Gate, event: GateEvent): Gate {
  if (before.state === 'halted' && !isKnownReason(before.reason)) return before
  // What people have not compared yet would be forgotten.
  if (event.kind === 'superseded') return isCut(before) ? before : { state: 'halted', reason: 'superseded' }
  const isNamedAgain = event.kind === 'reconciled' && event.namedAgain === true
  if (isSuperseded(before) && !isNamedAgain) return before
  const gate: Gate = isSuperseded(before) ? { state: 'open' } : before
  if (event.kind === 'seen')
    return event.change === 'none' || event.change === 'compare' ? gate : halted(gate, event.change)
  if (event.kind === 'released') return isCut(gate) ? reconciled({ state: 'open' }, event) : gate
  // No later comparison reads what the bank no longer tells.
  return event.recordCut || isCut(gate) ? { state: 'halted', reason: 'record-cut' } : reconciled(gate, event)
}

const isCut = (gate: Gate) => gate.state === 'halted' && gate.reason === 'record-cut'

export const isSuperseded = (gate: Gate) => gate.state === 'halted' && gate.reason === 'superseded'

function reconciled(gate: Gate, { unknownDebits, acceptedUnasked }: LeftOpen): Gate {
  if (unknownDebits > 0) return halted(gate, 'unknown-debits')
  // All that is left, so it says more than what came first.
  return acceptedUnasked ? { state: 'halted', reason: 'accepted-unasked' } : { state: 'open' }
}

/** The first reason stays: what follows from it explains less. */
function halted(gate: Gate, reason: HaltReason): Gate {
  return gate.state === 'halted' ? gate : { state: 'halted', reason }
}

/** Orders go out only through an open gate, to a server that was held against the bank's record since it was started. */
export function maySend(gate: Gate, change: ServerChange): boolean {
  return gate.state === 'open' && change === 'none'
}
