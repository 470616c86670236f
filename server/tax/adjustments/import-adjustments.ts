// Enters the adjustments of an uploaded sheet, all or none: every bad row is told with its reasons (D13, D14).

import type { AdjustmentRow } from '@paywages/domain/tax/adjustments/adjustment-rows.ts'
import { MAX_ADJUSTMENTS_IN_SHEET } from '@paywages/wire/tax/adjustments/endpoints.ts'
import { adjustmentReasonsText } from '@paywages/wire/tax/adjustments/messages.ts'
import type { AdjustmentImport } from '@paywages/wire/tax/adjustments/shapes.ts'
import type { Actor } from '../../actor.ts'
import { readSheet } from '../../adapters/spreadsheet/read-sheet.ts'
import type { Services } from '../../app-services.ts'
import { withReceivedSheet } from '../../files/received-sheet.ts'
import type { ReceivedFile } from '../../http/call.ts'
import { enterRows } from './enter-adjustments.ts'

export function importAdjustments(
  services: Services,
  by: Actor,
  files: readonly ReceivedFile[],
  input: { readonly fileName?: string | undefined; readonly providerId?: number | undefined },
  signal: AbortSignal,
): Promise<AdjustmentImport> {
  const reading = { action: 'import-tax-adjustments', fileName: input.fileName, signal } as const
  return withReceivedSheet(services, by, files, reading, async (file, copy) => {
    const rows: AdjustmentRow[] = []
    const limits = { dataRows: MAX_ADJUSTMENTS_IN_SHEET }
    for await (const read of readSheet(copy, { kind: 'adjustments', fileName: file.name, limits, signal }))
      rows.push(...read)
    signal.throwIfAborted()
    const object = { kind: 'file', id: file.sha256, name: file.name }
    const providerId = input.providerId ?? by.person.providerId
    const { good, bad } = await enterRows(services, by, { rows, providerId, object })
    return {
      added: good.length,
      failed: bad.length,
      bad: bad.map((one) => {
        const { rowNumber, name, idCardNo, month, item = '', amount } = one.row
        return { rowNumber, name, idCardNo, month, item, amount, reason: adjustmentReasonsText(one) }
      }),
    }
  })
}
