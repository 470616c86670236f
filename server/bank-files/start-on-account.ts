// Starts a batch on its provider's default paying account: sent as ever, or made into files once every row can stand in one (ADR 81).

import type { BankFormat, PaymentRow } from '@paywages/domain/bank-files/bank-format.ts'
import { judgeRows, type RowFault } from '@paywages/domain/bank-files/judge-rows.ts'
import { formatOf } from '@paywages/domain/bank-files/shipped-formats.ts'
import { countFiles } from '@paywages/domain/bank-files/split-files.ts'
import { referenceOf } from '@paywages/domain/transfers/reference.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { StartBatch } from '../payouts/decide-batch.ts'
import { Refused } from '../refused.ts'
import { startBatch, startBatchOn } from '../transfers/start-batch.ts'
import { defaultAccount, type PayingAccount } from './account-store.ts'
import { insertFileBatch, payableRows } from './file-store.ts'

/** The direct channel is what a batch goes by without a word. */
export const DIRECT = 0

export const startOnAccount: StartBatch = async (tx, services, by, batch, shownAccountId) => {
  const account = await defaultAccount(tx, batch.providerId, 'lock')
  const isFile = account?.channel === 'file'
  if (shownAccountId !== undefined && shownAccountId !== (isFile ? account.payingAccountId : DIRECT))
    throw new Refused('paying-account-changed')
  if (!isFile) return startBatch(tx, services, by, batch)
  const { format, faults } = await judgeBatch(tx, services, batch.batchId, account)
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
): Promise<Judged> {
  const format = formatOf(account.formatKey)
  if (!format) throw new Refused('paying-account-format')
  const found = await payableRows(tx, batchId)
  const opened = services.cipher.openRows(found.map(({ sealed }) => sealed))
  const rows = found.map(
    ({ rowNumber, name, bank, batchNo, mark, amountFen }, index): PaymentRow => ({
      rowNumber,
      reference: referenceOf({ batchNo, rowNumber, mark }),
      cardNo: opened[index]?.cardNo ?? '',
      name,
      bankName: bank,
      cnaps: '',
      amountFen,
    }),
  )
  return {
    format,
    faults: judgeRows(format, rows),
    rowCount: rows.length,
    fileCount: countFiles(format, rows),
  }
}
