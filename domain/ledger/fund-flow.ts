// Which postings are lines of a provider's fund flow: exactly those that move its account balance, available + held + shortfall (D20, D21, D23).

import type { Fen } from '../money/fen.ts'
import { effectOf, PHASES, type Phase } from './postings.ts'

/** What people call a line. Tax and fee stand beside the payment they belong to, and come back with it. */
export const FLOW_KINDS = [
  'recharge',
  'reversal',
  'payout',
  'tax',
  'vat',
  'fee',
  'returned-payout',
  'returned-tax',
  'returned-vat',
  'returned-fee',
] as const
export type FlowKind = (typeof FLOW_KINDS)[number]

export type FlowRule = {
  readonly kind: FlowKind
  /** Paid by the bank after it had been booked as failed (补记). */
  readonly late?: true
}

/** Null: money changes its place inside the account, held or free, and its balance stays. */
const RULES: Readonly<Record<Phase, FlowRule | null>> = {
  recharge: { kind: 'recharge' },
  'recharge-reversal': { kind: 'reversal' },
  reserve: null,
  'reserve-fee': null,
  'settle-net': { kind: 'payout' },
  'settle-fee': { kind: 'fee' },
  'settle-tax': { kind: 'tax' },
  'settle-vat': { kind: 'vat' },
  release: null,
  'release-fee': null,
  'late-net': { kind: 'payout', late: true },
  'late-fee': { kind: 'fee', late: true },
  'late-tax': { kind: 'tax', late: true },
  'late-vat': { kind: 'vat', late: true },
  'return-net': { kind: 'returned-payout' },
  'return-fee': { kind: 'returned-fee' },
  'return-tax': { kind: 'returned-tax' },
  'return-vat': { kind: 'returned-vat' },
  shortfall: null,
  cover: null,
}

const EVERY_PHASE = Object.keys(PHASES) as Phase[]

export function flowRuleOf(phase: Phase): FlowRule | null {
  return RULES[phase]
}

/** The phases whose postings are lines, of one kind or of all. */
export function flowPhases(kind?: FlowKind): Phase[] {
  return EVERY_PHASE.filter((phase) => {
    const rule = RULES[phase]
    return rule !== null && (kind === undefined || rule.kind === kind)
  })
}

/** What the account holds, and how much of it is held for transfers under way; the rest may be spent. */
export type AccountBalance = { readonly balanceFen: Fen; readonly heldFen: Fen }

export const EMPTY_ACCOUNT: AccountBalance = { balanceFen: 0n, heldFen: 0n }

/** How an account moves by postings of one phase that amount to this much. */
export function balanceMove(phase: Phase, amountFen: Fen): AccountBalance {
  const { available, held, suspense } = effectOf([{ phase, amountFen }])
  return { balanceFen: available + held + suspense, heldFen: held }
}

export function addStandings(one: AccountBalance, other: AccountBalance): AccountBalance {
  return { balanceFen: one.balanceFen + other.balanceFen, heldFen: one.heldFen + other.heldFen }
}

/** Whether lines of this kind bring money in. */
export function bringsIn(kind: FlowKind): boolean {
  return flowPhases(kind).some((phase) => flowSideOf(phase) === 'in')
}

export const FLOW_SIDES = ['in', 'out'] as const
export type FlowSide = (typeof FLOW_SIDES)[number]

/** On which side of the account a line of this phase stands. */
export function flowSideOf(phase: Phase): FlowSide {
  return balanceMove(phase, 1n).balanceFen > 0n ? 'in' : 'out'
}

/** Many postings of one phase, summed. */
export type PhaseSum = { readonly phase: Phase; readonly lines: number; readonly amountFen: Fen }

export type KindSum = { readonly kind: FlowKind; readonly lines: number; readonly amountFen: Fen }

/** Every kind in its order, also those without lines. */
export function sumByKind(sums: readonly PhaseSum[]): KindSum[] {
  return FLOW_KINDS.map((kind) => {
    const own = sums.filter(({ phase }) => RULES[phase]?.kind === kind)
    return {
      kind,
      lines: own.reduce((lines, sum) => lines + sum.lines, 0),
      amountFen: own.reduce((fen, sum) => fen + sum.amountFen, 0n),
    }
  })
}

export type InAndOut = { readonly inFen: Fen; readonly outFen: Fen }

export function inAndOut(sums: readonly Pick<KindSum, 'kind' | 'amountFen'>[]): InAndOut {
  const total = (wanted: boolean) =>
    sums.filter(({ kind }) => bringsIn(kind) === wanted).reduce((fen, { amountFen }) => fen + amountFen, 0n)
  return { inFen: total(true), outFen: total(false) }
}
