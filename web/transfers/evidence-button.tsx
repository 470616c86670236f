// Downloads the receipts of a batch; where one pack does not hold them, offers the packs.

import { batchEvidence } from '@paywages/wire/bank-statements/endpoints.ts'
import { Modal, Space } from 'antd'
import { useState } from 'react'
import { CallRefused } from '../api/refused.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { resultLabels as labels } from './labels.ts'

type Packs = { readonly count: number; readonly most: number }

export function EvidenceButton({ batchId }: { batchId: number }) {
  const [packs, setPacks] = useState<Packs>()
  const refused = (error: unknown) => {
    if (error instanceof CallRefused && error.code === 'receipts-too-many')
      setPacks({ count: Number(error.detail.count), most: Number(error.detail.max) })
    else toastRefusal(error)
  }
  return (
    <>
      <ExportButton
        endpoint={batchEvidence}
        input={{ batchId }}
        label={labels.evidence}
        onRefused={refused}
      />
      <Modal
        open={packs !== undefined}
        title={labels.evidenceParts(packs?.count ?? 0)}
        footer={null}
        onCancel={() => setPacks(undefined)}
      >
        <Space wrap>{packs === undefined ? null : partsOf(packs, batchId)}</Space>
      </Modal>
    </>
  )
}

const partsOf = ({ count, most }: Packs, batchId: number) =>
  Array.from({ length: Math.ceil(count / most) }, (_, index) => (
    <ExportButton
      key={labels.evidencePart(index * most + 1, Math.min(count, (index + 1) * most))}
      endpoint={batchEvidence}
      input={{ batchId, part: index + 1 }}
      label={labels.evidencePart(index * most + 1, Math.min(count, (index + 1) * most))}
    />
  ))
