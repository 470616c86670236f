// What waits of contracts and taxes.

import { hasRight, scopeOf } from '@paywages/domain/accounts/rights.ts'
import {
  addDays,
  addMonths,
  shanghaiDay,
  shanghaiMonth,
  startOfDay,
} from '@paywages/domain/calendar/shanghai.ts'
import { REMIND_DAYS } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import { REMIND_MONTHS } from '@paywages/domain/tax/correction-filing.ts'
import { validateUpload } from '@paywages/domain/tax/proof-status.ts'
import { endingContracts } from '../enterprise-contracts/contract-list-store.ts'
import { readFileCheck } from '../files/missing-store.ts'
import { flaggedSignings } from '../signing/contract-list-store.ts'
import { waitingAdjustments } from '../tax/adjustments/adjustment-store.ts'
import { waitingChoices } from '../tax/periods/waiting-choice-store.ts'
import { dueProofs } from '../tax/provider-proofs/proof-list-store.ts'
import { all, NOTHING, named, type Source, todo } from './todo-source.ts'

/** As the last check of the file store found them; a check that finds all ends it. */
export const filesToRestore: Source = async (tx, { person }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const check = await readFileCheck(tx)
  if (!check || check.missing === 0) return NOTHING
  return all([todo('missing-files', check.checkedAt, { count: check.missing })])
}

export const signingsToCheck: Source = async (tx, { person }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const flagged = await flaggedSignings(tx, scopeOf(person))
  if (flagged === undefined) return NOTHING
  const { since, count, providerName } = flagged
  return all([todo('flagged-signing', since, { count, providerName: named(person, providerName) })])
}

/** Since the day on which it first was to be reminded of. */
export const contractsToRenew: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const ending = await endingContracts(tx, scopeOf(person), shanghaiDay(at))
  if (ending === undefined) return NOTHING
  const { count, endDay, contractName: title, providerName } = ending
  const since = startOfDay(addDays(endDay, -REMIND_DAYS))
  return all([todo('ending-contract', since, { count, endDay, title, providerName })])
}

/** The oldest month speaks for all of them. */
export const proofsToUpload: Source = async (tx, { person }) => {
  if (validateUpload(person) !== undefined) return NOTHING
  const due = await dueProofs(tx, scopeOf(person))
  if (due === undefined) return NOTHING
  const { count, taxFen: amountFen, since, month: title, providerName } = due
  return all([
    todo('upload-tax-proof', since, { count, amountFen, title, providerName: named(person, providerName) }),
  ])
}

/** Corrections of closed months whose way of filing nobody has recorded; the oldest period speaks for all of them. */
export const correctionsToFile: Source = async (tx, { person, at }) => {
  if (!hasRight(person, 'manager')) return NOTHING
  const waiting = await waitingChoices(tx, scopeOf(person), addMonths(shanghaiMonth(at), -REMIND_MONTHS))
  if (waiting === undefined) return NOTHING
  const { count, since, month: title, providerName } = waiting
  return all([todo('file-correction', since, { count, title, providerName: named(person, providerName) })])
}

/** What others entered; one's own waits for others. */
export const adjustmentsToConfirm: Source = async (tx, { person }) => {
  if (!hasRight(person, 'check-or-manager')) return NOTHING
  const waiting = await waitingAdjustments(tx, scopeOf(person), person.accountId)
  if (waiting === undefined) return NOTHING
  const { count, since, providerName } = waiting
  return all([todo('confirm-adjustment', since, { count, providerName: named(person, providerName) })])
}
