// The columns of the tax certificates (D28).

import { shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { TaxCertificate } from '@paywages/wire/tax/shapes.ts'
import type { ReactNode } from 'react'
import { providerLabels } from '../../records/labels.ts'
import { MaskedCell } from '../../records/masked-cell.tsx'
import { MoneyCell } from '../../ui/display/money.tsx'
import { TwoLines } from '../../ui/display/two-lines.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { certificateLabels as labels } from './certificate-labels.ts'
import { PaidTag } from './paid-tag.tsx'

type Layout = { readonly narrow: boolean; readonly actions: (row: TaxCertificate) => ReactNode }

export const CERTIFICATES_WIDTH = { narrow: 1_024, wide: 1_152 } as const

/** Where there is little room, the day stands below the company. */
export function certificateColumns({ narrow, actions }: Layout): readonly ListColumn<TaxCertificate>[] {
  return [
    { title: labels.month, sort: 'month', width: narrow ? 84 : 88, dataIndex: 'month' },
    {
      title: labels.nameAndNumber,
      sort: 'name',
      width: narrow ? 156 : 172,
      render: (_, { name, statementNo }) => <TwoLines first={name} second={statementNo} />,
    },
    {
      title: labels.idCardNo,
      width: narrow ? 204 : 212,
      render: (_, { statementId, name, idCardNo }) => (
        <MaskedCell kind="tax-statement" id={statementId} field="idCardNo" masked={idCardNo} whose={name} />
      ),
    },
    narrow
      ? {
          title: labels.providerAndDay,
          render: (_, row) => <TwoLines first={row.providerName} second={shanghaiDay(row.generatedAt)} />,
        }
      : { title: providerLabels.provider, dataIndex: 'providerName' },
    {
      title: labels.income,
      sort: 'incomeFen',
      width: narrow ? 128 : 136,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.incomeFen} />,
    },
    {
      title: labels.tax,
      sort: 'taxFen',
      width: narrow ? 112 : 124,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.taxFen} />,
    },
    { title: labels.paid, width: 88, render: (_, row) => <PaidTag status={row.proofStatus} /> },
    ...(narrow ? [] : [TIME]),
    { title: labels.actions, width: narrow ? 104 : 112, render: (_, row) => actions(row) },
  ]
}

const TIME: ListColumn<TaxCertificate> = {
  title: labels.generatedAt,
  width: 116,
  render: (_, { generatedAt }) => {
    const [day = '', minute = ''] = shanghaiMinute(generatedAt).split(' ')
    return <TwoLines first={day} second={minute} />
  },
}
