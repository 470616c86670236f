// Asks the bank which orders it has accepted and not executed yet: what a restore made us forget of them is not started again (ADR 128).

import { formatYuan } from '@paywages/domain/money/fen.ts'
import { acceptedFate } from '@paywages/domain/transfers/accepted-order.ts'
import { type AcceptedOrder, BankSilent, type BankUpdate, MAX_PER_CALL } from '../adapters/bank/bank-port.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { workerAt } from './adopt-debits.ts'
import { MAX_AT_ONCE } from './apply-bank-updates.ts'
import { acceptedReferences, dropAccepted, isForgotten, keepAccepted, knownTransfers } from './debit-store.ts'

/** Before the statements are read: what is executed meanwhile stands there. False where the bank has no such call. */
export async function reconcileAccepted(services: Services, since: Date): Promise<boolean> {
  let after: string | undefined
  do {
    const page = await services.bank.accepted(since, after)
    if (page === undefined) return false
    for (let from = 0; from < page.orders.length; from += MAX_AT_ONCE)
      await keepForgotten(services, page.orders.slice(from, from + MAX_AT_ONCE))
    after = page.next
  } while (after !== undefined)
  return true
}

/** Looked up only after the bank said it: what it had accepted by then was in our books before it was sent. */
async function keepForgotten(services: Services, orders: readonly AcceptedOrder[]): Promise<void> {
  const known = await services.database.read((tx) =>
    knownTransfers(
      tx,
      orders.map(({ reference }) => reference),
    ),
  )
  const forgotten = orders.filter(({ reference, amountFen }) => isForgotten(known.get(reference), amountFen))
  if (forgotten.length === 0) return
  const unknown = await services.database.transact((tx) => keepAccepted(tx, forgotten, services.clock.now()))
  if (unknown.length === 0) return
  services.metrics.transferAlarms.inc({ alarm: 'unknown-reference' }, unknown.length)
  services.log.error(
    { unknown: unknown.slice(0, 20) },
    'the bank has accepted orders that our books do not know',
  )
}

/** What has become of those that are kept. Drops what will never be executed; true where one was executed, which the statement tells. */
export async function askAccepted(services: Services): Promise<boolean> {
  const references = await services.database.query((tx) => acceptedReferences(tx))
  let executed = false
  for (let from = 0; from < references.length; from += MAX_PER_CALL) {
    const update = await answerTo(services, references.slice(from, from + MAX_PER_CALL))
    const fates = Map.groupBy(update, ({ status }) => acceptedFate(status))
    executed ||= (fates.get('executed') ?? []).length > 0
    await drop(services, fates.get('dead') ?? [])
  }
  return executed
}

async function answerTo(services: Services, references: readonly string[]): Promise<readonly BankUpdate[]> {
  try {
    return await services.bank.query(references)
  } catch (error) {
    if (!(error instanceof BankSilent)) throw error
    services.metrics.bankSilences.inc({ silence: error.silence })
    return []
  }
}

async function drop(services: Services, dead: readonly BankUpdate[]): Promise<void> {
  if (dead.length === 0) return
  const messages = new Map(dead.map(({ reference, message }) => [reference, message.replaceAll('\0', '')]))
  const now = services.clock.now()
  await services.database.transact(async (tx) => {
    for (const { debitId, reference, providerId, amountFen } of await dropAccepted(tx, [...messages.keys()]))
      await recordAnonymousEntry(tx, workerAt(now), {
        action: 'drop-accepted-order',
        object: { kind: 'unknown-debit', id: debitId, name: reference },
        providerId,
        reason: messages.get(reference) ?? '',
        before: { amount: formatYuan(amountFen) },
      })
  })
}
