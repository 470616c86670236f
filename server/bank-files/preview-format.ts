// Shows a format that is still being made with a batch that is there, nothing of it readable in full (ADR 83).

import type { TypedDraft } from '@paywages/domain/bank-files/format-rules.ts'
import { previewBatch } from '@paywages/domain/bank-files/preview-batch.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { parseReference } from '@paywages/domain/transfers/reference.ts'
import type { FormatPreviewData } from '@paywages/wire/bank-files/format-shapes.ts'
import type { Services } from '../app-services.ts'
import { asFormat, soundDraft } from './change-format.ts'
import { paymentsOf } from './start-on-account.ts'

const MAX_FAULTS = 20

export async function previewFormat(
  services: Services,
  batchId: number,
  typed: TypedDraft,
): Promise<FormatPreviewData> {
  const format = asFormat(soundDraft(typed))
  const rows = await services.database.read((tx) => paymentsOf(tx, services, batchId, format))
  const { batchNo } = parseReference(rows[0]?.reference ?? '') ?? { batchNo: '' }
  const { lines, fileName, fileCount, faults } = previewBatch(
    format,
    batchNo,
    rows,
    shanghaiDay(services.clock.now()),
  )
  return {
    lines: lines.map((cells) => [...cells]),
    fileName,
    fileCount,
    rowCount: rows.length,
    faultCount: faults.length,
    faults: faults.slice(0, MAX_FAULTS).map(({ rowNumber, ...what }) => ({ rowNumber, what })),
  }
}
