// What waits of batches, transfers and debits.

import type { Person } from '@paywages/domain/accounts/person.ts'
import { hasRight, scopeOf } from '@paywages/domain/accounts/rights.ts'
import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { validateConfirmation } from '@paywages/domain/transfers/resolution.ts'
import { DOUBT_SHOWS_AFTER_MS } from '@paywages/domain/transfers/retry-policy.ts'
import { askedOf, FOLLOW_FAILURES_DAYS, type TodoKind } from '@paywages/domain/workbench/todo.ts'
import { failedSchedules } from '../payouts/schedule-store.ts'
import { openBatches, unfollowedFailures } from '../payouts/waiting-store.ts'
import { openDebitsIn } from '../transfers/explained-debit-store.ts'
import { pausedBatches } from '../transfers/queue-pause-store.ts'
import { readHalt } from '../transfers/read-sending.ts'
import {
  openProposals,
  type TransferGroup,
  transfersInDoubt,
  transfersToPropose,
} from '../transfers/waiting-store.ts'
import { all, type Found, NOTHING, named, type Source, todo } from './todo-source.ts'

export const batchesToDecide: Source = async (tx, { person }) => {
  if (!hasRight(person, 'pay-or-check')) return NOTHING
  const batches = await openBatches(tx, person.providerId)
  return all(
    batches.flatMap((batch) => {
      const kind = askedOf(batch, person)
      if (kind === undefined) return []
      const { batchId, fileName: title, byName, grossFen: amountFen, warnedCount } = batch
      const { peopleCount: count, payableCount: rowCount } = batch
      return [todo(kind, batch.since, { batchId, title, byName, amountFen, warnedCount, count, rowCount })]
    }),
  )
}

export const failuresToFollow: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'pay')) return NOTHING
  const since = new Date(at.getTime() - FOLLOW_FAILURES_DAYS * DAY_MS)
  const failures = await unfollowedFailures(tx, person.providerId, since)
  return all(
    failures.map(({ startedAt, fileName: title, ...failure }) =>
      todo('follow-failures', startedAt, { title, ...failure }),
    ),
  )
}

/** Whoever pays, checks or manages should know at once: somebody changed what was approved. */
export const batchesToLookInto: Source = async (tx, { person }) => {
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

/** Whoever pays or manages: it stays approved, and starts only when a person starts it or sets another time (ADR 70). */
export const schedulesToLookInto: Source = async (tx, { person }) => {
  if (!hasRight(person, 'pay-or-manager')) return NOTHING
  const failed = await failedSchedules(tx, scopeOf(person))
  return all(
    failed.map(({ since, batchId, fileName: title, peopleCount: count, grossFen, words, providerName }) =>
      todo('schedule-failed', since, {
        batchId,
        title,
        count,
        amountFen: grossFen,
        reasons: [{ reason: words, count: 1 }],
        providerName: named(person, providerName),
      }),
    ),
  )
}

function groupTodo(kind: TodoKind, person: Person, group: TransferGroup | undefined): Found {
  if (group === undefined) return NOTHING
  const { since, netFen: amountFen, count, rowId, providerName } = group
  return all([todo(kind, since, { amountFen, count, rowId, providerName: named(person, providerName) })])
}

export const transfersToProposeOn: Source = async (tx, { person }) =>
  hasRight(person, 'manager')
    ? groupTodo('propose-resolution', person, await transfersToPropose(tx, scopeOf(person)))
    : NOTHING

export const proposalsToConfirm: Source = async (tx, { person }) => {
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
export const doubtsToWatch: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'pay-or-manager')) return NOTHING
  const sentBefore = new Date(at.getTime() - DOUBT_SHOWS_AFTER_MS)
  return groupTodo('watch-doubts', person, await transfersInDoubt(tx, scopeOf(person), sentBefore))
}

/** Nobody is paid meanwhile: those who pay and those who manage should know why. */
export const sendingHalted: Source = async (tx, { person }) => {
  if (!hasRight(person, 'pay-or-manager')) return NOTHING
  const halt = await readHalt(tx)
  if (halt === undefined) return NOTHING
  return all([todo('sending-halted', halt.since, { title: halt.reason, count: halt.unknownDebits })])
}

/** Debits that our books do not know, and what was proposed about them; those of nobody known for who sees everything. */
export const debitsToExplain: Source = async (tx, { person }) => {
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
