// What waits of recharges, balances and invoices, and of the space that all of it needs.

import { hasRight, type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { overInvoicedFen } from '@paywages/domain/invoices/quota.ts'
import { auditScopeOf, validateReversalDecision } from '@paywages/domain/recharges/recharge-status.ts'
import { freePercent, spaceState } from '@paywages/domain/storage/free-space.ts'
import { isLowRunway } from '@paywages/domain/workbench/runway.ts'
import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import { overInvoiced } from '../invoices/quota-store.ts'
import { waitingApplications } from '../invoices/waiting-store.ts'
import { countCredits } from '../recharges/credit-reads.ts'
import { accountsFor } from '../recharges/receiver-accounts.ts'
import { countPending, openReversals, waitingRecharges } from '../recharges/waiting-store.ts'
import { moneyIn } from './runways.ts'
import { all, NOTHING, named, type Source, todo } from './todo-source.ts'

export const rechargesToAudit: Source = async (tx, { person }, limit, { settings }) => {
  if (!hasRight(person, 'check-or-manager')) return NOTHING
  const [waiting, count] = await Promise.all([
    waitingRecharges(tx, person, settings.unmatchedRechargeFen, limit),
    countPending(tx, person, settings.unmatchedRechargeFen),
  ])
  const todos = waiting.map(
    ({ createdAt, payerName: title, creatorName: byName, providerName, ...recharge }) =>
      todo('audit-recharge', createdAt, {
        title,
        byName,
        ...recharge,
        providerName: named(person, providerName),
      }),
  )
  return { count, todos }
}

export const reversalsToConfirm: Source = async (tx, { person }) => {
  const scope = auditScopeOf(person)
  if (scope === undefined) return NOTHING
  const open = await openReversals(tx, scope)
  const mine = open.filter(({ recharge }) => validateReversalDecision(recharge, true, person) === undefined)
  return all(
    mine.map(
      ({ rechargeId, openReversal: { amountFen }, askerName: byName, reason: title, askedAt, ...open }) =>
        todo('confirm-reversal', askedAt, {
          rechargeId,
          amountFen,
          byName,
          title,
          providerName: named(person, open.providerName),
        }),
    ),
  )
}

/** Money that came in and that no recharge tells of, of all accounts at once. */
export const creditsToRegister: Source = async (tx, by, _, services) => {
  if (!hasRight(by.person, 'manager')) return NOTHING
  const accounts = await accountsFor(tx, services, by)
  const { count, amountFen, since } = await countCredits(tx, { accounts, state: 'open' })
  return since === null ? NOTHING : all([todo('unregistered-credit', since, { count, amountFen })])
}

export const balanceToFill: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'pay')) return NOTHING
  const own: Scope = { of: 'provider', providerId: person.providerId }
  const [company] = (await moneyIn(tx, own, shanghaiDay(at))).companies
  const runwayDays = company?.runway?.days
  if (company === undefined || runwayDays === undefined || !isLowRunway(runwayDays)) return NOTHING
  return all([todo('low-balance', at, { amountFen: company.availableFen, runwayDays })])
}

export function invoicesAt(kind: TodoKind, status: 'pending' | 'invoicing'): Source {
  return async (tx, { person }, limit) => {
    if (!hasRight(person, 'manager')) return NOTHING
    const { count, waiting } = await waitingApplications(tx, scopeOf(person), status, limit)
    const todos = waiting.map(({ since, applicationNo: title, applicantName: byName, ...application }) =>
      todo(kind, since, { title, byName, ...application }),
    )
    return { count, todos }
  }
}

/** Payouts that came back left more invoiced than was paid: it waits until a red invoice or new payouts make it good. */
export const invoicesToTakeBack: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const over = await overInvoiced(tx, scopeOf(person))
  return all(
    over.map((quota) => {
      const { providerId, providerName } = quota
      return todo('red-invoice', at, { providerId, providerName, amountFen: overInvoicedFen(quota) })
    }),
  )
}

const GIGABYTE = 1_073_741_824

/** Of the machine that answers; the others tell by their metrics. */
export const spaceToFree: Source = async (_, { person, at }, __, { disk, settings }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const space = await disk.read()
  if (spaceState(space, settings.diskSpace) === 'enough') return NOTHING
  const title = `${(space.freeBytes / GIGABYTE).toFixed(1)} GB`
  return all([todo('low-space', at, { title, count: Math.floor(freePercent(space)) })])
}
