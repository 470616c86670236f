// THE list of what may wait for a person: each source asks its own slice, and by that slice's rules. A new kind is added here.

import type { Person } from '@paywages/domain/accounts/person.ts'
import { hasRight, type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import {
  addDays,
  addMonths,
  DAY_MS,
  shanghaiDay,
  shanghaiMonth,
  startOfDay,
} from '@paywages/domain/calendar/shanghai.ts'
import { REMIND_DAYS } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import { overInvoicedFen } from '@paywages/domain/invoices/quota.ts'
import { auditScopeOf, validateReversalDecision } from '@paywages/domain/recharges/recharge-status.ts'
import { freePercent, spaceState } from '@paywages/domain/storage/free-space.ts'
import { REMIND_MONTHS } from '@paywages/domain/tax/correction-filing.ts'
import { validateUpload } from '@paywages/domain/tax/proof-status.ts'
import { validateConfirmation } from '@paywages/domain/transfers/resolution.ts'
import { DOUBT_SHOWS_AFTER_MS } from '@paywages/domain/transfers/retry-policy.ts'
import { isLowRunway } from '@paywages/domain/workbench/runway.ts'
import { askedOf, FOLLOW_FAILURES_DAYS, type TodoKind } from '@paywages/domain/workbench/todo.ts'
import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { endingContracts } from '../enterprise-contracts/contract-list-store.ts'
import { overInvoiced } from '../invoices/quota-store.ts'
import { waitingApplications } from '../invoices/waiting-store.ts'
import { openBatches, unfollowedFailures } from '../payouts/waiting-store.ts'
import { countPending } from '../recharges/store.ts'
import { openReversals, waitingRecharges } from '../recharges/waiting-store.ts'
import { flaggedSignings } from '../signing/contract-list-store.ts'
import { waitingAdjustments } from '../tax/adjustments/adjustment-store.ts'
import { waitingChoices } from '../tax/periods/waiting-choice-store.ts'
import { dueProofs } from '../tax/provider-proofs/proof-list-store.ts'
import { openDebitsIn } from '../transfers/explained-debit-store.ts'
import { pausedBatches } from '../transfers/queue-pause-store.ts'
import { readHalt } from '../transfers/read-sending.ts'
import {
  openProposals,
  type TransferGroup,
  transfersInDoubt,
  transfersToPropose,
} from '../transfers/waiting-store.ts'
import { moneyIn } from './runways.ts'

/** All that waits by number, and at least the most urgent of it by name. */
export type Found = { readonly count: number; readonly todos: readonly Todo[] }

type Source = (tx: Tx, by: Actor, limit: number, services: TodoServices) => Promise<Found>

export type TodoServices = Pick<Services, 'disk' | 'settings'>

const NOTHING: Found = { count: 0, todos: [] }
const all = (todos: readonly Todo[]): Found => ({ count: todos.length, todos })

function todo(kind: TodoKind, since: Date, more: Partial<Omit<Todo, 'kind' | 'since'>>): Todo {
  return {
    kind,
    since,
    title: '',
    providerName: '',
    amountFen: null,
    byName: '',
    count: 1,
    warnedCount: 0,
    reasons: [],
    runwayDays: null,
    endDay: '',
    serial: '',
    batchId: null,
    rechargeId: null,
    applicationId: null,
    providerId: null,
    rowId: null,
    ...more,
  }
}

/** Whoever works for one company knows whose it is. */
const named = (person: Person, providerName: string) =>
  scopeOf(person).of === 'provider' ? '' : providerName

const batchesToDecide: Source = async (tx, { person }) => {
  if (!hasRight(person, 'pay-or-check')) return NOTHING
  const batches = await openBatches(tx, person.providerId)
  return all(
    batches.flatMap((batch) => {
      const kind = askedOf(batch, person)
      if (kind === undefined) return []
      const { batchId, fileName: title, byName, grossFen: amountFen, warnedCount, peopleCount: count } = batch
      return [todo(kind, batch.since, { batchId, title, byName, amountFen, warnedCount, count })]
    }),
  )
}

const failuresToFollow: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'pay')) return NOTHING
  const since = new Date(at.getTime() - FOLLOW_FAILURES_DAYS * DAY_MS)
  const failures = await unfollowedFailures(tx, person.providerId, since)
  return all(
    failures.map(({ startedAt, fileName: title, ...failure }) =>
      todo('follow-failures', startedAt, { title, ...failure }),
    ),
  )
}

const rechargesToAudit: Source = async (tx, { person }, limit) => {
  const scope = auditScopeOf(person)
  if (scope === undefined) return NOTHING
  const waiting = await waitingRecharges(tx, scope, person.accountId, limit)
  const todos = waiting.map(
    ({ createdAt, payerName: title, creatorName: byName, providerName, ...recharge }) =>
      todo('audit-recharge', createdAt, {
        title,
        byName,
        ...recharge,
        providerName: named(person, providerName),
      }),
  )
  return { count: await countPending(tx, scope, person.accountId), todos }
}

const reversalsToConfirm: Source = async (tx, { person }) => {
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

function groupTodo(kind: TodoKind, person: Person, group: TransferGroup | undefined): Found {
  if (group === undefined) return NOTHING
  const { since, netFen: amountFen, count, rowId, providerName } = group
  return all([todo(kind, since, { amountFen, count, rowId, providerName: named(person, providerName) })])
}

/** Whoever pays, checks or manages should know at once: somebody changed what was approved. */
const batchesToLookInto: Source = async (tx, { person }) => {
  if (!hasRight(person, 'pay-or-check') && !hasRight(person, 'manager')) return NOTHING
  const paused = await pausedBatches(tx, scopeOf(person))
  return all(
    paused.map(({ since, batchId, fileName: title, count, netFen: amountFen, providerName }) =>
      todo('paused-batch', since, {
        batchId,
        title,
        count,
        amountFen,
        providerName: named(person, providerName),
      }),
    ),
  )
}

const transfersToProposeOn: Source = async (tx, { person }) =>
  hasRight(person, 'manager')
    ? groupTodo('propose-resolution', person, await transfersToPropose(tx, scopeOf(person)))
    : NOTHING

const proposalsToConfirm: Source = async (tx, { person }) => {
  if (!hasRight(person, 'check-or-super-manager')) return NOTHING
  const open = await openProposals(tx, scopeOf(person))
  const mine = open.filter((proposal) => validateConfirmation(proposal, person, true) === undefined)
  const [first] = mine
  if (first === undefined) return NOTHING
  const names = new Set(mine.map(({ providerName }) => providerName))
  return groupTodo('confirm-resolution', person, {
    count: mine.length,
    netFen: mine.reduce((sum, { netFen }) => sum + netFen, 0n),
    since: first.proposedAt,
    providerName: names.size === 1 ? first.providerName : '',
    rowId: mine.length === 1 ? first.rowId : null,
  })
}

/** Nothing to decide yet: the bank is asked again and again. Those who paid, and those who may call the bank, should know. */
const doubtsToWatch: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'pay-or-manager')) return NOTHING
  const sentBefore = new Date(at.getTime() - DOUBT_SHOWS_AFTER_MS)
  return groupTodo('watch-doubts', person, await transfersInDoubt(tx, scopeOf(person), sentBefore))
}

/** Nobody is paid meanwhile: those who pay and those who manage should know why. */
const sendingHalted: Source = async (tx, { person }) => {
  if (!hasRight(person, 'pay-or-manager')) return NOTHING
  const halt = await readHalt(tx)
  if (halt === undefined) return NOTHING
  return all([todo('sending-halted', halt.since, { title: halt.reason, count: halt.unknownDebits })])
}

/** Debits that our books do not know, and what was proposed about them; those of nobody known for who sees everything. */
const debitsToExplain: Source = async (tx, { person }) => {
  if (!hasRight(person, 'manager') && !hasRight(person, 'check')) return NOTHING
  const open = await openDebitsIn(tx, scopeOf(person))
  return all(
    open.flatMap(({ reference, serial, amountFen, executedAt, providerId, providerName, proposedBy }) => {
      const kind = debitTodo(person, { proposedBy, providerId })
      if (kind === undefined) return []
      const endDay = shanghaiDay(executedAt)
      const company = named(person, providerName)
      return [
        todo(kind, executedAt, {
          title: reference,
          serial,
          amountFen,
          endDay,
          providerName: company,
        }),
      ]
    }),
  )
}

function debitTodo(
  person: Person,
  { proposedBy, providerId }: { proposedBy: number | null; providerId: number | null },
): TodoKind | undefined {
  if (proposedBy === null) return hasRight(person, 'manager') ? 'explain-debit' : undefined
  const proposal = { proposedBy, providerId: providerId ?? -1 }
  return validateConfirmation(proposal, person, true) === undefined ? 'confirm-debit' : undefined
}

const signingsToCheck: Source = async (tx, { person }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const flagged = await flaggedSignings(tx, scopeOf(person))
  if (flagged === undefined) return NOTHING
  const { since, count, providerName } = flagged
  return all([todo('flagged-signing', since, { count, providerName: named(person, providerName) })])
}

function invoicesAt(kind: TodoKind, status: 'pending' | 'invoicing'): Source {
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
const invoicesToTakeBack: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const over = await overInvoiced(tx, scopeOf(person))
  return all(
    over.map((quota) => {
      const { providerId, providerName } = quota
      return todo('red-invoice', at, { providerId, providerName, amountFen: overInvoicedFen(quota) })
    }),
  )
}

/** Since the day on which it first was to be reminded of. */
const contractsToRenew: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const ending = await endingContracts(tx, scopeOf(person), shanghaiDay(at))
  if (ending === undefined) return NOTHING
  const { count, endDay, contractName: title, providerName } = ending
  const since = startOfDay(addDays(endDay, -REMIND_DAYS))
  return all([todo('ending-contract', since, { count, endDay, title, providerName })])
}

/** The oldest month speaks for all of them. */
const proofsToUpload: Source = async (tx, { person }) => {
  if (validateUpload(person) !== undefined) return NOTHING
  const due = await dueProofs(tx, scopeOf(person))
  if (due === undefined) return NOTHING
  const { count, taxFen: amountFen, since, month: title, providerName } = due
  return all([
    todo('upload-tax-proof', since, { count, amountFen, title, providerName: named(person, providerName) }),
  ])
}

/** Corrections of closed months whose way of filing nobody has recorded; the oldest period speaks for all of them. */
const correctionsToFile: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const waiting = await waitingChoices(tx, scopeOf(person), addMonths(shanghaiMonth(at), -REMIND_MONTHS))
  if (waiting === undefined) return NOTHING
  const { count, since, month: title, providerName } = waiting
  return all([todo('file-correction', since, { count, title, providerName: named(person, providerName) })])
}

/** What others entered; one's own waits for others. */
const adjustmentsToConfirm: Source = async (tx, { person }) => {
  if (!hasRight(person, 'check-or-manager')) return NOTHING
  const waiting = await waitingAdjustments(tx, scopeOf(person), person.accountId)
  if (waiting === undefined) return NOTHING
  const { count, since, providerName } = waiting
  return all([todo('confirm-adjustment', since, { count, providerName: named(person, providerName) })])
}

const balanceToFill: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'pay')) return NOTHING
  const own: Scope = { of: 'provider', providerId: person.providerId }
  const [company] = (await moneyIn(tx, own, shanghaiDay(at))).companies
  const runwayDays = company?.runway?.days
  if (company === undefined || runwayDays === undefined || !isLowRunway(runwayDays)) return NOTHING
  return all([todo('low-balance', at, { amountFen: company.availableFen, runwayDays })])
}

const GIGABYTE = 1_073_741_824

/** Of the machine that answers; the others tell by their metrics. */
const spaceToFree: Source = async (_, { person, at }, __, { disk, settings }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const space = await disk.read()
  if (spaceState(space, settings.diskSpace) === 'enough') return NOTHING
  const title = `${(space.freeBytes / GIGABYTE).toFixed(1)} GB`
  return all([todo('low-space', at, { title, count: Math.floor(freePercent(space)) })])
}

export const TODO_SOURCES: readonly Source[] = [
  batchesToLookInto,
  spaceToFree,
  sendingHalted,
  debitsToExplain,
  batchesToDecide,
  rechargesToAudit,
  reversalsToConfirm,
  transfersToProposeOn,
  proposalsToConfirm,
  invoicesAt('audit-invoice', 'pending'),
  invoicesAt('enter-invoice', 'invoicing'),
  invoicesToTakeBack,
  signingsToCheck,
  balanceToFill,
  failuresToFollow,
  adjustmentsToConfirm,
  proofsToUpload,
  correctionsToFile,
  contractsToRenew,
  doubtsToWatch,
]
