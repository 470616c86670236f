// How a format would write a batch that is there: its first lines masked, or the rows that it cannot hold.

import type { FormatDraft } from '@paywages/domain/bank-files/bank-format.ts'
import { previewBankFormat } from '@paywages/wire/bank-files/endpoints.ts'
import type { FormatPreviewData } from '@paywages/wire/bank-files/format-shapes.ts'
import { rowFaultWords } from '@paywages/wire/bank-files/format-words.ts'
import { listBatches } from '@paywages/wire/payouts/endpoints.ts'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCall } from '../api/queries.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { editorLabels as labels } from './format-labels.ts'
import { FormatLines } from './format-preview.tsx'

type BatchPreviewProps = { draft: FormatDraft | undefined; providerId: number }

const OFFERED = 50

type Seen = { readonly draft: FormatDraft; readonly data: FormatPreviewData }

export function FormatBatchPreview({ draft, providerId }: BatchPreviewProps) {
  const [batchId, setBatchId] = useState<number>()
  const [seen, setSeen] = useState<Seen>()
  const [busy, setBusy] = useState(false)
  const { data, isPending } = useCall(listBatches, { providerId, index: 0, size: OFFERED })
  const options = (data?.rows ?? []).map((row) => ({
    value: row.batchId,
    label: labels.batchOf(row.batchNo, row.fileName),
  }))
  async function show() {
    if (draft === undefined || batchId === undefined) return
    setBusy(true)
    try {
      setSeen({ draft, data: await call(previewBankFormat, { batchId, draft }) })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className="format-fields">
        <Form.Item label={labels.batch} htmlFor="format-batch">
          <Select
            id="format-batch"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={labels.noBatch}
            loading={isPending}
            value={batchId ?? null}
            options={options}
            onChange={(id) => setBatchId(id ?? undefined)}
          />
        </Form.Item>
      </div>
      <Button
        loading={busy}
        disabled={draft === undefined || batchId === undefined}
        onClick={() => void show()}
      >
        {labels.batchPreview}
      </Button>
      {seen === undefined ? null : <Answer {...seen} />}
    </>
  )
}

function Answer({ draft, data }: Seen) {
  const { faults, faultCount, rowCount, fileCount, lines, fileName } = data
  return (
    <>
      {faultCount === 0 ? (
        <p role="status">
          {labels.batchFits(rowCount, fileCount)} {labels.previewFile(fileName)}
        </p>
      ) : (
        <Notice tone="wait" title={labels.batchLacks(faultCount, rowCount)}>
          <ul className="format-faults">
            {faults.map(({ rowNumber, what }) => (
              <li key={rowNumber}>{rowFaultWords(rowNumber, what)}</li>
            ))}
            {faultCount > faults.length ? <li>{labels.batchMore(faultCount - faults.length)}</li> : null}
          </ul>
        </Notice>
      )}
      {lines.length === 0 ? null : <FormatLines draft={draft} lines={lines} label={labels.batchPreview} />}
    </>
  )
}
