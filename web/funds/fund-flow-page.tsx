// /fundflow: what moved a provider's account, a line for each batch and recharge with its balance; its export and its monthly statement (D23, D37).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { FLOW_KINDS, type FlowKind } from '@paywages/domain/ledger/fund-flow.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { batchFlow, exportFundFlow, type FlowSummary } from '@paywages/wire/funds/fund-flow.ts'
import { flowKindWords } from '@paywages/wire/funds/messages.ts'
import { Button } from 'antd'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { useProviderOptions } from '../api/provider-names.ts'
import { providerLabels } from '../records/labels.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, lastDays, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { AccountStatementDialog } from './account-statement-dialog.tsx'
import { flowColumns } from './flow-columns.tsx'
import { FlowPeople } from './flow-people.tsx'
import { FlowTotals } from './flow-totals.tsx'
import { flowLabels as labels } from './labels.ts'
import { TaxBalanceLine } from './tax-balance.tsx'

const PAGE = '/fundflow'

/** `openRecharge` shows one recharge over the page: that is another slice’s. */
export function FundFlowPage({ openRecharge }: { openRecharge: (rechargeId: number) => void }) {
  const go = useGo()
  const narrow = useNarrow()
  const filters = useFlowFilters()
  const texts = textsFromSearch(filters, usePageSearch(), new Date())
  const { index, size, ...input } = inputFrom(filters, texts, 1) as InputOf<typeof batchFlow>
  return (
    <ListPage
      endpoint={batchFlow}
      filters={filters}
      actions={(answer) => (
        <>
          <ExportButton endpoint={exportFundFlow} input={input} label={labels.export} />
          <AccountStatementButton summary={answer?.beside} />
        </>
      )}
      strip={(answer, failed) => (
        <>
          <FlowTotals
            summary={failed ? null : answer?.beside}
            kind={input.kind}
            from={input.from}
            to={input.to}
          />
          <TaxBalanceLine tax={failed ? null : answer?.beside.tax} />
        </>
      )}
      columns={flowColumns(narrow, openRecharge)}
      rowKey={(row) => row.key}
      unfold={{
        can: (row) => row.batchId !== null,
        label: (row, open) => (open ? labels.fold : labels.unfold)(row.batchNo),
        render: (row) => <FlowPeople row={row} kind={input.kind} />,
      }}
      empty={{
        title: labels.empty,
        hint: labels.emptyHint,
        actions: <Button onClick={() => go(PAGE, lastDays(90, new Date()))}>{labels.lastQuarter}</Button>,
      }}
      dense
      minWidth={960}
    />
  )
}

/** The list's own answer tells the company and since when there are statements of it. */
function AccountStatementButton({ summary }: { summary: FlowSummary | undefined }) {
  const [open, setOpen] = useState(false)
  const firstMonth = summary?.firstMonth ?? null
  return (
    <>
      <Button
        icon={<FileText size={14} aria-hidden="true" />}
        disabled={firstMonth === null}
        onClick={() => setOpen(true)}
      >
        {labels.statement}
      </Button>
      {summary === undefined || firstMonth === null ? null : (
        <AccountStatementDialog
          open={open}
          provider={{ ...summary, firstMonth }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const KIND_OPTIONS = FLOW_KINDS.map((kind: FlowKind) => ({ value: kind, label: flowKindWords[kind] }))

type FilterName = 'providerId' | 'kind' | 'from' | 'to'

/** A balance runs through one company's lines: managers always have one chosen, others see their own. */
function useFlowFilters(): readonly Filter<FilterName>[] {
  const user = useCurrentUser()
  const { options, loading } = useProviderOptions()
  const own = { value: user.providerId, label: user.providerName }
  const company = {
    kind: 'select',
    name: 'providerId',
    label: providerLabels.provider,
    numeric: true,
    width: 200,
    initial: String(user.providerId),
    options: options.length === 0 ? [own] : options,
    loading,
    ...(hasRight(user, 'manager') ? {} : { fixed: user.providerName }),
  } as const
  return [
    company,
    { kind: 'select', name: 'kind', label: labels.kind, options: KIND_OPTIONS, width: 136 },
    { kind: 'date-range', from: 'from', to: 'to', label: labels.at, defaultDays: 30 },
  ]
}
