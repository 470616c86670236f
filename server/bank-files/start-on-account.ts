// Starts a batch on the paying account that is the default or was chosen: sent as ever, or made into files once every row can stand in one (ADR 81).

import type { BankFormat, PaymentRow } from '@paywages/domain/bank-files/bank-format.ts'
import type { WantedAccount } from '@paywages/domain/bank-files/choose-account.ts'
import { judgeRows, type RowFault } from '@paywages/domain/bank-files/judge-rows.ts'
import { countFiles } from '@paywages/domain/bank-files/split-files.ts'
import { referenceOf } from '@paywages/domain/transfers/reference.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { BatchRecord } from '../payouts/batch-store.ts'
import type { StartBatch } from '../payouts/decide-batch.ts'
import { Refused } from '../refused.ts'
import { startBatch, startBatchOn } from '../transfers/start-batch.ts'
import { accountFor, accountToKeep } from './account-choice.ts'
import type { PayingAccount } from './account-store.ts'
import { codesFor } from './bank-code-store.ts'
import { refuseDirectWhileHeld } from './file-hold.ts'
import { insertFileBatch, payableRows } from './file-store.ts'
import { currentFormat } from './format-store.ts'
import { digestOf, type OpenedCards, openBefore, openCards } from './open-cards.ts'

export const startOnAccount: StartBatch = Object.assign(startWith(undefined), {
  prepared: async (services: Services, batchId: number) => startWith(await openBefore(services, batchId)),
  chooseAccount: accountToKeep,
})

function startWith(opened: OpenedCards | undefined): StartBatch {
  return (tx, services, by, batch, accountId, kept) =>
    startOpened(tx, services, { by, batch, wanted: { accountId, kept: kept !== undefined }, opened })
}

type Start = {
  readonly by: Actor
  readonly batch: BatchRecord
  readonly wanted: WantedAccount
  readonly opened: OpenedCards | undefined
}

async function startOpened(tx: Tx, services: Services, { by, batch, wanted, opened }: Start): Promise<void> {
  const account = await accountFor(tx, batch.providerId, wanted, 'lock')
  if (account?.channel !== 'file') {
    await refuseDirectWhileHeld(tx, services, batch)
    return startBatch(tx, services, by, batch)
  }
  const { format, faults } = await judgeBatch(tx, services, batch.batchId, account, opened)
  const [first] = faults
  if (first)
    throw new Refused('bank-file-rows', {
      count: faults.length,
      row: first.rowNumber,
      heading: first.heading,
    })
  await startBatchOn(tx, services, by, batch, 'file')
  await insertFileBatch(tx, {
    batchId: BigInt(batch.batchId),
    providerId: batch.providerId,
    payingAccountId: account.payingAccountId,
    account,
    formatKey: format.key,
    formatVersion: format.version,
    startedAt: services.clock.now(),
  })
}

export type Judged = {
  readonly format: BankFormat
  readonly faults: readonly RowFault[]
  readonly rowCount: number
  readonly fileCount: number
}

/** Whether every row of a batch can stand in a file of the account's format. */
export async function judgeBatch(
  tx: Tx,
  services: Services,
  batchId: number,
  account: PayingAccount,
  known?: OpenedCards,
): Promise<Judged> {
  const { formatKey, providerId } = account
  const format = await currentFormat(tx, formatKey, { providerId, at: services.clock.now() })
  if (!format) throw new Refused('paying-account-format-gone')
  const rows = await paymentsOf(tx, services, batchId, format, known)
  return {
    format,
    faults: judgeRows(format, rows),
    rowCount: rows.length,
    fileCount: countFiles(format, rows),
  }
}

/** What the batch would pay, as a format says it. */
export async function paymentsOf(
  tx: Tx,
  services: Services,
  batchId: number,
  format: BankFormat,
  known?: OpenedCards,
): Promise<PaymentRow[]> {
  const found = await payableRows(tx, batchId)
  const cards = known?.digest === digestOf(found) ? known.cards : await openCards(services, found)
  const codeOf = await codesFor(
    tx,
    format,
    found.map(({ bank }) => bank),
  )
  return found.map(
    ({ rowNumber, name, bank, batchNo, mark, amountFen }, index): PaymentRow => ({
      rowNumber,
      reference: referenceOf({ batchNo, rowNumber, mark }),
      cardNo: cards[index] ?? '',
      name,
      bankName: bank,
      cnaps: codeOf(bank),
      amountFen,
    }),
  )
}
