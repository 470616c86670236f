// The steps on a bank file that need no typing: a first download, and the word on another's withdrawal.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import {
  batchBankFiles,
  decideFileWithdrawal,
  downloadBankFile,
} from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFileRow } from '@paywages/wire/bank-files/shapes.ts'
import { rechargeMoney } from '@paywages/wire/recharges/endpoints.ts'
import { batchProgress } from '@paywages/wire/transfers/endpoints.ts'
import { useRef } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { download } from '../api/transfer-files.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { bankFileLabels as labels } from './labels.ts'

export const refreshFiles = () => refresh(batchBankFiles, batchProgress, rechargeMoney)

/** A second click while the first is under way would be a second download. */
export function useDownload(): (file: BankFileRow) => Promise<void> {
  const busy = useRef(false)
  return async ({ bankFileId }) => {
    if (busy.current) return
    busy.current = true
    try {
      await download(downloadBankFile, { bankFileId })
    } catch (error) {
      toastRefusal(error)
    } finally {
      busy.current = false
      await refreshFiles()
    }
  }
}

export function useWithdrawalDecision(): (file: BankFileRow, confirms: boolean) => Promise<unknown> {
  const confirmedStep = useConfirmedStep()
  return (file, confirms) =>
    confirmedStep({
      title: confirms ? labels.withdrawTitle : labels.takeBackTitle,
      object: file.name,
      body: (
        <AmountBlock
          label={labels.sum}
          fen={file.sumFen}
          lines={[
            { label: labels.rows, value: labels.countOf(file.rowCount.toLocaleString('en-US')) },
            { label: labels.reasonOf, value: file.withdrawalReason },
            ...(confirms ? file.people.map(({ words }) => ({ label: labels.people, value: words })) : []),
          ]}
        />
      ),
      ...(confirms
        ? { warning: labels.withdrawWarning, acknowledge: labels.withdrawTick, danger: true }
        : {}),
      action: confirms
        ? `${labels.confirmWithdrawal} ¥${formatYuanGrouped(file.sumFen)}`
        : labels.takeBackWithdrawal,
      send: () => call(decideFileWithdrawal, { bankFileId: file.bankFileId, confirms }),
      done: confirms ? labels.withdrawn : labels.refused,
      refresh: refreshFiles,
    })
}
