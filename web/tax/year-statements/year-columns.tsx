// The columns of the statements of a year; on narrow screens the time stands below the payer.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { YearStatement } from '@paywages/wire/tax/year-shapes.ts'
import type { ReactNode } from 'react'
import { MaskedCell } from '../../records/masked-cell.tsx'
import { MoneyCell } from '../../ui/display/money.tsx'
import { TwoLines } from '../../ui/display/two-lines.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { yearLabels as labels } from './year-labels.ts'

type Layout = { narrow: boolean; actions: (row: YearStatement) => ReactNode }

export const YEARS_WIDTH = { narrow: 1_024, wide: 1_140 } as const

export function yearColumns({ narrow, actions }: Layout): readonly ListColumn<YearStatement>[] {
  return [
    {
      title: labels.year,
      width: 112,
      render: (_, { year, throughMonth }) => (
        <TwoLines
          first={labels.yearOf(year)}
          second={throughMonth.endsWith('-12') ? labels.wholeYear : labels.until(throughMonth)}
        />
      ),
    },
    {
      title: labels.nameAndNumber,
      width: 156,
      render: (_, { name, statementNo }) => <TwoLines first={name} second={statementNo} />,
    },
    {
      title: labels.idCardNo,
      width: 200,
      render: (_, { statementId, name, idCardNo }) => (
        <MaskedCell
          kind="tax-year-statement"
          id={statementId}
          field="idCardNo"
          masked={idCardNo}
          whose={name}
        />
      ),
    },
    {
      title: labels.payers,
      render: (_, { payers, madeAt }) =>
        narrow ? <TwoLines first={payerText(payers)} second={shanghaiMinute(madeAt)} /> : payerText(payers),
    },
    {
      title: labels.income,
      width: 132,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.incomeFen} />,
    },
    {
      title: labels.tax,
      width: 132,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.taxFen} />,
    },
    ...(narrow ? [] : [TIME]),
    { title: labels.actions, width: narrow ? 104 : 112, render: (_, row) => actions(row) },
  ]
}

const TIME: ListColumn<YearStatement> = {
  title: labels.madeAt,
  width: 116,
  render: (_, { madeAt }) => {
    const [day = '', minute = ''] = shanghaiMinute(madeAt).split(' ')
    return <TwoLines first={day} second={minute} />
  },
}

function payerText([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : labels.more(first, others.length + 1)
}
