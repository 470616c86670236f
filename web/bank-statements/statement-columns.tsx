// The columns of the list of statements; the company stands there for those who see several.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { StatementHead } from '@paywages/wire/bank-statements/shapes.ts'
import { providerLabels } from '../records/labels.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { statementLabels as labels, resultLabels } from './labels.ts'
import { STATEMENT_PAGE, statementAddress } from './statement-address.ts'
import './statement-columns.css'

type Layout = { readonly withCompany: boolean; readonly narrow: boolean }

/** On a small laptop counts stand closer together, so that names of files keep one line. */
export function statementColumns({ withCompany, narrow }: Layout): readonly ListColumn<StatementHead>[] {
  const spared = narrow ? 12 : 0
  const company: ListColumn<StatementHead> = {
    title: providerLabels.provider,
    width: 116 - spared,
    dataIndex: 'providerName',
  }
  return [
    {
      title: labels.uploadedAt,
      width: narrow ? 108 : 112,
      render: (_, row) => <UploadedCell at={row.uploadedAt} />,
    },
    { title: labels.file, render: (_, row) => <FileCell row={row} /> },
    ...(withCompany ? [company] : []),
    { title: labels.days, width: narrow ? 108 : 116, render: (_, row) => <DaysCell row={row} /> },
    countColumn(labels.lines, 72 - spared, (row) => row.lineCount),
    countColumn(resultLabels.linked, 80 - spared, (row) => row.linkedCount),
    countColumn(resultLabels['already-linked'], 136, (row) => row.knownCount),
    countColumn(resultLabels.ambiguous, 80 - spared, (row) => row.ambiguousCount, 'wait'),
    countColumn(resultLabels['not-found'], 80 - spared, (row) => row.missingCount, 'bad'),
    { title: labels.uploader, width: 92 - spared, dataIndex: 'uploaderName' },
  ]
}

function UploadedCell({ at }: { at: Date }) {
  const [day = '', time = ''] = shanghaiMinute(at).split(' ')
  return <TwoLines first={day} second={time} />
}

function FileCell({ row }: { row: StatementHead }) {
  return (
    <TwoLines
      first={
        <PageLink className="statement-file" to={STATEMENT_PAGE} search={statementAddress(row.statementId)}>
          {row.fileName}
        </PageLink>
      }
      second={labels.pages(row.pageCount.toLocaleString('en-US'))}
    />
  )
}

function DaysCell({ row: { firstDay, lastDay } }: { row: StatementHead }) {
  if (firstDay === '') return <Dash />
  if (firstDay === lastDay) return firstDay
  return <TwoLines first={firstDay} second={labels.until(lastDay)} />
}

function countColumn(
  title: string,
  width: number,
  count: (row: StatementHead) => number,
  tone?: 'wait' | 'bad',
): ListColumn<StatementHead> {
  return {
    title,
    width,
    align: 'right',
    render: (_, row) => (
      <span className="statement-count" data-tone={count(row) === 0 ? 'none' : tone}>
        {count(row).toLocaleString('en-US')}
      </span>
    ),
  }
}
