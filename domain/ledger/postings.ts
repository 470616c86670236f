// The ledger's postings: each names source, destination and amount, so that it balances by construction (docs/rules/reliability.md).

import type { Fen } from '../money/fen.ts'

export type LedgerAccount =
  | 'available'
  | 'held'
  | 'bank-clearing'
  | 'fee-income'
  | 'tax-payable'
  | 'vat-payable'
  | 'suspense'

/** Income, outcome and cost as people are shown them (D23). */
export type LedgerTotal = 'income' | 'outcome' | 'cost'

type PhaseRule = {
  readonly source: LedgerAccount
  readonly destination: LedgerAccount
  readonly total?: LedgerTotal
  readonly sign?: 1n | -1n
}

/** Every way money moves. A subject passes through each phase at most once; the database keeps the same table. */
export const PHASES = {
  recharge: { source: 'bank-clearing', destination: 'available', total: 'income', sign: 1n },
  'recharge-reversal': { source: 'available', destination: 'bank-clearing', total: 'income', sign: -1n },
  reserve: { source: 'available', destination: 'held', total: 'outcome', sign: 1n },
  'reserve-fee': { source: 'available', destination: 'held', total: 'cost', sign: 1n },
  'settle-net': { source: 'held', destination: 'bank-clearing' },
  'settle-fee': { source: 'held', destination: 'fee-income' },
  'settle-tax': { source: 'held', destination: 'tax-payable' },
  'settle-vat': { source: 'held', destination: 'vat-payable' },
  release: { source: 'held', destination: 'available', total: 'outcome', sign: -1n },
  'release-fee': { source: 'held', destination: 'available', total: 'cost', sign: -1n },
  'late-net': { source: 'available', destination: 'bank-clearing', total: 'outcome', sign: 1n },
  'late-fee': { source: 'available', destination: 'fee-income', total: 'cost', sign: 1n },
  'late-tax': { source: 'available', destination: 'tax-payable', total: 'outcome', sign: 1n },
  'late-vat': { source: 'available', destination: 'vat-payable', total: 'outcome', sign: 1n },
  'return-net': { source: 'bank-clearing', destination: 'available', total: 'outcome', sign: -1n },
  'return-fee': { source: 'fee-income', destination: 'available', total: 'cost', sign: -1n },
  'return-tax': { source: 'tax-payable', destination: 'available', total: 'outcome', sign: -1n },
  'return-vat': { source: 'vat-payable', destination: 'available', total: 'outcome', sign: -1n },
  shortfall: { source: 'suspense', destination: 'available' },
  cover: { source: 'available', destination: 'suspense' },
} as const satisfies Record<string, PhaseRule>

export type Phase = keyof typeof PHASES

export type Posting = { readonly phase: Phase; readonly amountFen: Fen }

/** What one payment moves: its gross, the fee on it, and the income tax and VAT withheld from it. */
export type Payment = {
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
}

/** What the bank is sent. */
export const netOf = ({ amountFen, taxFen, vatFen }: Omit<Payment, 'feeFen'>): Fen =>
  amountFen - taxFen - vatFen

/** Nothing is posted where nothing moves. */
function posted(...postings: readonly Posting[]): Posting[] {
  if (postings.some(({ amountFen }) => amountFen < 0n)) throw new RangeError('a posting cannot be negative')
  return postings.filter(({ amountFen }) => amountFen > 0n)
}

export function recharge(amountFen: Fen): Posting[] {
  return posted({ phase: 'recharge', amountFen })
}

export function reverseRecharge(amountFen: Fen): Posting[] {
  return posted({ phase: 'recharge-reversal', amountFen })
}

export function reserve(grossFen: Fen, feeFen: Fen): Posting[] {
  return posted({ phase: 'reserve', amountFen: grossFen }, { phase: 'reserve-fee', amountFen: feeFen })
}

/** What settling posts, kept as one row: its lines in their order, each with a number of its own. */
export const SETTLED_PHASES = ['settle-net', 'settle-fee', 'settle-tax', 'settle-vat'] as const
export type SettledPhase = (typeof SETTLED_PHASES)[number]

export function isSettledPhase(phase: Phase): phase is SettledPhase {
  return SETTLED_PHASES.some((one) => one === phase)
}

/** The bank paid: the hold becomes net, fee, tax and VAT. */
export function settle(payment: Payment): Posting[] {
  return posted(
    { phase: 'settle-net', amountFen: netOf(payment) },
    { phase: 'settle-fee', amountFen: payment.feeFen },
    { phase: 'settle-tax', amountFen: payment.taxFen },
    { phase: 'settle-vat', amountFen: payment.vatFen },
  )
}

/** The bank did not pay: the hold goes back; a failed row costs nothing (D20). */
export function release({ amountFen, feeFen }: Pick<Payment, 'amountFen' | 'feeFen'>): Posting[] {
  return posted({ phase: 'release', amountFen }, { phase: 'release-fee', amountFen: feeFen })
}

/** The bank paid after all what had been released. */
export function settleLate(payment: Payment): Posting[] {
  return posted(
    { phase: 'late-net', amountFen: netOf(payment) },
    { phase: 'late-fee', amountFen: payment.feeFen },
    { phase: 'late-tax', amountFen: payment.taxFen },
    { phase: 'late-vat', amountFen: payment.vatFen },
  )
}

/** 退票: what was paid came back, whichever way it had been posted (D21). */
export function reverse(payment: Payment): Posting[] {
  return posted(
    { phase: 'return-net', amountFen: netOf(payment) },
    { phase: 'return-fee', amountFen: payment.feeFen },
    { phase: 'return-tax', amountFen: payment.taxFen },
    { phase: 'return-vat', amountFen: payment.vatFen },
  )
}

/** What must come out of suspense so that these postings leave nothing available below zero. */
export function shortfall(availableFen: Fen, postings: readonly Posting[]): Posting[] {
  const after = availableFen + effectOf(postings).available
  return after < 0n ? posted({ phase: 'shortfall', amountFen: -after }) : []
}

/** What comes in pays back first what the bank once paid beyond the balance. */
export function cover(availableFen: Fen, suspenseFen: Fen): Posting[] {
  const owed = -suspenseFen
  return posted({ phase: 'cover', amountFen: availableFen < owed ? availableFen : owed })
}

export type LedgerEffect = Readonly<Record<LedgerAccount | LedgerTotal, Fen>>

const NOTHING: LedgerEffect = {
  available: 0n,
  held: 0n,
  'bank-clearing': 0n,
  'fee-income': 0n,
  'tax-payable': 0n,
  'vat-payable': 0n,
  suspense: 0n,
  income: 0n,
  outcome: 0n,
  cost: 0n,
}

/** How a provider's accounts and totals move by these postings. */
export function effectOf(postings: Iterable<Posting>): LedgerEffect {
  const effect: Record<LedgerAccount | LedgerTotal, Fen> = { ...NOTHING }
  for (const { phase, amountFen } of postings) {
    const rule: PhaseRule = PHASES[phase]
    effect[rule.source] -= amountFen
    effect[rule.destination] += amountFen
    if (rule.total && rule.sign) effect[rule.total] += rule.sign * amountFen
  }
  return effect
}
