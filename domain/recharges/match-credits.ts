// Which credit of a receiving account is the money of which recharge: by amount, payer and day (D50).

import { isMaskedName, nameFits } from '../bank-statements/evidence.ts'
import { accountFits, isMasked } from '../bank-statements/statement-text.ts'
import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import {
  type AuditedRecharge,
  isCustomers,
  type RechargePerson,
  type RechargeState,
} from './recharge-status.ts'

/** What the company that registered it is called, and its accounts, as managers entered them. */
export type OwnPayer = { readonly names: readonly string[]; readonly accounts: readonly string[] }

export type RegisteredPayment = {
  readonly rechargeId: number
  readonly own: OwnPayer
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

/** Digits that a masked account must show to tell anything. */
const MIN_VISIBLE = 4

const plainAccount = (account: string) => account.replace(/\D/g, '')
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

/** The bank says that the company itself paid: by its full name, by its full account, or by both where the bank masks them. */
export function isOwnPayer(
  { names, accounts }: OwnPayer,
  credit: Pick<Credit, 'payerName' | 'payerAccount'>,
): boolean {
  const [name, account] = [plainName(credit.payerName), credit.payerAccount]
  const byName = name !== '' && names.some((own) => own !== '' && nameFits(name, plainName(own)))
  const visible = account.replace(/\D/g, '').length
  const byAccount =
    visible >= MIN_VISIBLE && accounts.some((own) => own !== '' && accountFits(account, plainAccount(own)))
  return (byName && !isMaskedName(name)) || (byAccount && !isMasked(account)) || (byName && byAccount)
}

/** Amount, day and payer together, as it was registered and as the company is known: what clerks write down proves nothing by itself. */
function fits(payment: RegisteredPayment, credit: Credit): boolean {
  if (credit.day === null || !dayFits(credit.day, payment.payDay)) return false
  return payerEvidence(payment, credit) === 'sure' && isOwnPayer(payment.own, credit)
}

export type CreditMatch = { readonly creditId: number; readonly rechargeId: number }

/** Only where nothing else fits either of the two; the rest, and whoever pays for another, is for a manager. */
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
  return alone(
    credits.flatMap((credit) =>
      (byAmount.get(credit.amountFen) ?? [])
        .filter((payment) => fits(payment, credit))
        .map(({ rechargeId }) => ({ creditId: credit.creditId, rechargeId })),
    ),
  )
}

function alone(found: readonly CreditMatch[]): CreditMatch[] {
  const counted = (ids: readonly number[]) => {
    const counts = new Map<number, number>()
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }
  const credits = counted(found.map(({ creditId }) => creditId))
  const payments = counted(found.map(({ rechargeId }) => rechargeId))
  return found.filter(
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
  | 'own-company-recharge'

export type ChosenCredit = {
  readonly creditFen: Fen
  readonly creditRechargeId: number | null
  readonly receivesHere: boolean
}

/** By hand: the same account and amount; payer and day are what the person looked at. Never for one's own recharge, nor a customer's by its own people. */
export function validateMatch(
  recharge: Pick<AuditedRecharge, 'status' | 'amountFen' | 'creatorId' | 'providerId' | 'ofOperator'> & {
    readonly matched: boolean
  },
  { creditFen, creditRechargeId, receivesHere }: ChosenCredit,
  person: Pick<RechargePerson, 'accountId' | 'providerId' | 'superManager'>,
): MatchRefusal | undefined {
  if (recharge.creatorId === person.accountId) return 'own-recharge'
  if (isCustomers(recharge, person)) return 'own-company-recharge'
  if (recharge.status === 'rejected') return 'state-changed'
  if (creditRechargeId !== null) return 'credit-taken'
  if (recharge.matched) return 'recharge-matched'
  return receivesHere && recharge.amountFen === creditFen ? undefined : 'credit-other-amount'
}

/** An audit has relied on it: it stands from then on. */
export function validateUnmatch(status: RechargeState['status']): MatchRefusal | undefined {
  return status === 'pending' ? undefined : 'state-changed'
}
