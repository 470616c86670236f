// /paydetail: every payout of all started batches, by company, person, state and time (spec §2, D23).

import { MAX_COUNTED_BY_NAME } from '@paywages/wire/paging.ts'
import { downloadDetails, payDetails } from '@paywages/wire/payouts/endpoints.ts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { PayoutDrawer } from '../payout-record/payout-drawer.tsx'
import { rowStatusLabels } from '../records/labels.ts'
import { type ShownStatement, StatementDrawer } from '../records/statement-drawer.tsx'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, lastDays, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { detailColumns } from './detail-columns.tsx'
import { DetailCounts } from './detail-counts.tsx'
import { detailLabels as labels } from './labels.ts'

const PAGE = '/paydetail'
/** "All", where no status is chosen (spec §4.2). */
const EVERY_STATUS = { status: '4' } as const

/** `besides` are actions of other slices, next to the download. */
export function DetailQueryPage({ besides }: { besides?: ReactNode }) {
  const go = useGo()
  const narrow = useNarrow()
  const [statement, renderCertificate] = useState<ShownStatement>()
  const filters = useDetailFilters(narrow)
  const search = usePageSearch()
  const texts = textsFromSearch(filters, search, new Date())
  const { index, size, ...chosen } = inputFrom(filters, texts, 1)
  const input = { ...EVERY_STATUS, ...chosen }
  const isByNameAlone = texts.name !== undefined && texts.idCardNo === undefined
  return (
    <>
      <ListPage
        endpoint={payDetails}
        always={EVERY_STATUS}
        filters={filters}
        purpose={labels.purpose}
        actions={
          <>
            <ExportButton endpoint={downloadDetails} input={input} label={labels.download} />
            {besides}
          </>
        }
        strip={(answer) => (
          <DetailCounts
            input={{ ...input, ...EVERY_STATUS }}
            chosen={texts.status}
            onChoose={(status) => go(PAGE, { ...search, status, page: undefined, row: undefined })}
            rows={answer?.rows}
          />
        )}
        columns={detailColumns(narrow, renderCertificate)}
        rowKey={(row) => row.rowId}
        {...(isByNameAlone ? { countsUpTo: MAX_COUNTED_BY_NAME } : {})}
        drawer={(opened) => <PayoutDrawer opened={opened} />}
        empty={{
          title: labels.empty,
          hint: labels.emptyHint,
          actions: <Button onClick={() => go(PAGE, lastDays(90, new Date()))}>{labels.lastQuarter}</Button>,
        }}
        twoLines
        minWidth={narrow ? 1_000 : 1_160}
      />
      <StatementDrawer statement={statement} onClose={() => renderCertificate(undefined)} />
    </>
  )
}

const STATUS_OPTIONS = (['processing', 'succeeded', 'failed'] as const).map((status, value) => ({
  value: String(value),
  label: rowStatusLabels[status],
}))

type FilterName = 'providerId' | 'name' | 'idCardNo' | 'status' | 'from' | 'to'

/** All fields stand in one line at 1440; a small laptop has the shortcuts of the days in their calendar. */
function useDetailFilters(narrow: boolean): readonly Filter<FilterName>[] {
  const company = useProviderFilter(104)
  return [
    company,
    {
      kind: 'text',
      name: 'name',
      label: labels.name,
      placeholder: labels.nameHint,
      maxLength: 30,
      width: 92,
    },
    {
      kind: 'text',
      name: 'idCardNo',
      label: labels.idCardNo,
      placeholder: labels.idCardNoHint,
      maxLength: 18,
      width: 180,
    },
    { kind: 'select', name: 'status', label: labels.status, options: STATUS_OPTIONS, width: 92 },
    {
      kind: 'date-range',
      from: 'from',
      to: 'to',
      label: labels.payoutTime,
      defaultDays: 7,
      shortcutsInside: narrow,
    },
  ]
}
