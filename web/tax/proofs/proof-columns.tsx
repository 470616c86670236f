// The columns of the tax proofs (spec §2).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { TaxProof } from '@paywages/wire/tax/shapes.ts'
import type { ReactNode } from 'react'
import { providerLabels } from '../../records/labels.ts'
import { Dash } from '../../ui/display/description-list.tsx'
import { MoneyCell } from '../../ui/display/money.tsx'
import { TwoLines } from '../../ui/display/two-lines.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { proofLabels as labels } from './proof-labels.ts'
import { ProofTag } from './proof-tag.tsx'
import './proof-columns.css'

type Layout = { readonly narrow: boolean; readonly actions: (row: TaxProof) => ReactNode }

export const PROOFS_WIDTH = { narrow: 960, wide: 1_120 } as const

export function proofColumns({ narrow, actions }: Layout): readonly ListColumn<TaxProof>[] {
  return [
    { title: labels.month, sort: 'month', width: narrow ? 84 : 96, dataIndex: 'month' },
    {
      title: labels.tax,
      sort: 'taxFen',
      width: narrow ? 120 : 140,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.taxFen} />,
    },
    { title: labels.file, render: (_, row) => <FileCell proof={row} /> },
    { title: providerLabels.provider, width: narrow ? 116 : 184, dataIndex: 'providerName' },
    {
      title: labels.uploadedAt,
      sort: 'uploadedAt',
      width: narrow ? 152 : 164,
      render: (_, { uploadedAt }) => (uploadedAt === null ? <Dash /> : shanghaiMinute(uploadedAt)),
    },
    { title: labels.status, sort: 'status', width: 92, render: (_, row) => <ProofTag status={row.status} /> },
    { title: labels.actions, width: narrow ? 164 : 172, render: (_, row) => actions(row) },
  ]
}

/** The name downloads the file; why it was rejected stands below it. */
function FileCell({ proof: { file, reason } }: { proof: TaxProof }) {
  if (file === null) return <span className="proof-no-file">{labels.noFile}</span>
  const name = (
    <a className="proof-file-name" href={file.url} download aria-label={labels.downloadOf(file.fileName)}>
      {file.fileName}
    </a>
  )
  if (reason === '') return name
  const why = labels.rejected(reason)
  return (
    <TwoLines
      first={name}
      second={
        <span className="proof-reason" title={why}>
          {why}
        </span>
      }
    />
  )
}
