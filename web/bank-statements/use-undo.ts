// Takes back a link that a person chose; the line is open to choose again.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { chooseRow } from '@paywages/wire/bank-statements/endpoints.ts'
import type { StatementLine } from '@paywages/wire/bank-statements/shapes.ts'
import { call } from '../api/client.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { undoLabels as labels } from './labels.ts'
import { refreshLines } from './refresh-lines.ts'

export function useUndo() {
  const confirm = useConfirm()
  return async ({ lineId, name, amountFen, row, rowCount }: StatementLine): Promise<void> => {
    const who = rowCount > 1 ? labels.batch(rowCount.toLocaleString('en-US')) : name
    const undone = await confirm({
      title: labels.title,
      object: labels.object(who, formatYuanGrouped(amountFen), row?.batchNo ?? ''),
      warning: labels.warning,
      action: labels.action,
      run: () => call(chooseRow, { lineId, rowId: null }),
    })
    if (undone) toastSuccess(labels.done)
    // Also where it was refused: someone else has been there, and the page is old.
    await refreshLines()
  }
}
