// Downloads the rows that the filters show, in full; the export stands in the audit log.

import { exportBatch } from '@paywages/wire/payouts/endpoints.ts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { download } from '../api/transfer-files.ts'
import { askFrom, type Filter, type FilterTexts } from '../ui/list-filters.ts'
import { toastRefusal } from '../ui/toast.ts'
import { resultLabels as labels } from './labels.ts'

type ResultsDownloadProps = { batchId: number; filters: readonly Filter[]; texts: FilterTexts }

export function ResultsDownload({ batchId, filters, texts }: ResultsDownloadProps) {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const { index, size, ...chosen } = askFrom(filters, texts, 1)
    await download(exportBatch, { batchId, status: '4', ...chosen }).catch(toastRefusal)
    setBusy(false)
  }

  return (
    <Button icon={<Download size={14} aria-hidden="true" />} loading={busy} onClick={() => void save()}>
      {labels.download}
    </Button>
  )
}
