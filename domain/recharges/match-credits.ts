// Which credit of a receiving account is the money of which recharge: by amount, payer and day (D50).

import { isMaskedName, nameFits } from '../bank-statements/evidence.ts'
import { accountFits, isMasked } from '../bank-statements/statement-text.ts'
import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { RechargeState, RechargeStatus } from './recharge-status.ts'

export type RegisteredPayment = {
  readonly rechargeId: number
  readonly payerName: string
  readonly payerAccount: string
  readonly amountFen: Fen
  readonly payDay: Day
}

/** Open: nobody has registered it, or a person must say which recharge it is. */
export const CREDIT_STATES = ['open', 'matched'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

export type Credit = {
  readonly creditId: number
  readonly day: Day | null
  readonly payerName: string
  /** In full, masked as the bank masks it, or empty. */
  readonly payerAccount: string
  readonly amountFen: Fen
}

/** Days that a credit may be booked before and after the day that was registered: nights, weekends, slips of the hand. */
export const CREDIT_DAYS = { before: 1, after: 3 } as const

const DAY_MS = 86_400_000

export function dayFits(creditDay: Day, payDay: Day): boolean {
  const later = (Date.parse(creditDay) - Date.parse(payDay)) / DAY_MS
  return later >= -CREDIT_DAYS.before && later <= CREDIT_DAYS.after
}

export type PayerEvidence = 'sure' | 'weak' | 'against'

const plainName = (name: string) => name.normalize('NFKC').replace(/\s/g, '')

/** A full name or a full account decides if the other does not contradict it; what is masked or missing is weak, but for both together. */
export function payerEvidence(
  payment: Pick<RegisteredPayment, 'payerName' | 'payerAccount'>,
  credit: Pick<Credit, 'payerName' | 'payerAccount'>,
): PayerEvidence {
  const [name, account] = [plainName(credit.payerName), credit.payerAccount]
  if (name !== '' && !nameFits(name, plainName(payment.payerName))) return 'against'
  if (account !== '' && !accountFits(account, payment.payerAccount)) return 'against'
  if (account !== '' && !isMasked(account)) return 'sure'
  if (name !== '' && !isMaskedName(name)) return 'sure'
  return name !== '' && account !== '' ? 'sure' : 'weak'
}

/** Amount, day and payer together; weak evidence of the payer needs the very day. */
function fitOf(payment: RegisteredPayment, credit: Credit): PayerEvidence {
  if (credit.amountFen !== payment.amountFen) return 'against'
  if (credit.day === null || !dayFits(credit.day, payment.payDay)) return 'against'
  const payer = payerEvidence(payment, credit)
  return payer === 'weak' && credit.day !== payment.payDay ? 'against' : payer
}

export type CreditMatch = { readonly creditId: number; readonly rechargeId: number }

/** Only where nothing else fits either of the two, whatever its evidence: the rest is for a person. */
export function matchCredits(
  payments: readonly RegisteredPayment[],
  credits: readonly Credit[],
): CreditMatch[] {
  const byAmount = new Map<Fen, RegisteredPayment[]>()
  for (const payment of payments) {
    const alike = byAmount.get(payment.amountFen)
    if (alike) alike.push(payment)
    else byAmount.set(payment.amountFen, [payment])
  }
  const fits = credits.flatMap((credit) =>
    (byAmount.get(credit.amountFen) ?? []).flatMap((payment) => {
      const evidence = fitOf(payment, credit)
      return evidence === 'against'
        ? []
        : [{ creditId: credit.creditId, rechargeId: payment.rechargeId, evidence }]
    }),
  )
  const sure = fits.filter(({ evidence }) => evidence === 'sure')
  const matched = alone(sure)
  const isOpen = (fit: CreditMatch) =>
    !sure.some(({ creditId, rechargeId }) => creditId === fit.creditId || rechargeId === fit.rechargeId)
  const weak = alone(fits.filter((fit) => fit.evidence === 'weak' && isOpen(fit)))
  return [...matched, ...weak].map(({ creditId, rechargeId }) => ({ creditId, rechargeId }))
}

function alone<T extends CreditMatch>(fits: readonly T[]): T[] {
  const counted = (ids: readonly number[]) => {
    const counts = new Map<number, number>()
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }
  const credits = counted(fits.map(({ creditId }) => creditId))
  const payments = counted(fits.map(({ rechargeId }) => rechargeId))
  return fits.filter(
    ({ creditId, rechargeId }) => credits.get(creditId) === 1 && payments.get(rechargeId) === 1,
  )
}

type Registered = Pick<RechargeState, 'status' | 'amountFen'> & { readonly matched: boolean }

/** The credit of a recharge whose money nobody saw arrive needs a manager of the operator above this amount. */
export function needsManager({ status, amountFen, matched }: Registered, openUpToFen: Fen): boolean {
  return status === 'pending' && !matched && amountFen > openUpToFen
}

export type MatchRefusal =
  | 'credit-taken'
  | 'recharge-matched'
  | 'credit-other-amount'
  | 'state-changed'
  | 'own-recharge'

export type ChosenCredit = {
  readonly creditFen: Fen
  readonly creditRechargeId: number | null
  readonly receivesHere: boolean
}

/** By hand: the same account and amount; payer and day are what the person looked at. Never for one's own recharge. */
export function validateMatch(
  recharge: { status: RechargeStatus; amountFen: Fen; matched: boolean; creatorId: number },
  { creditFen, creditRechargeId, receivesHere }: ChosenCredit,
  accountId: number,
): MatchRefusal | undefined {
  if (recharge.creatorId === accountId) return 'own-recharge'
  if (recharge.status === 'rejected') return 'state-changed'
  if (creditRechargeId !== null) return 'credit-taken'
  if (recharge.matched) return 'recharge-matched'
  return receivesHere && recharge.amountFen === creditFen ? undefined : 'credit-other-amount'
}

/** An audit has relied on it: it stands from then on. */
export function validateUnmatch(status: RechargeStatus): MatchRefusal | undefined {
  return status === 'pending' ? undefined : 'state-changed'
}
