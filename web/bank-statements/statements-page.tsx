// /bankstatements: the bank statements in scope with what became of their lines, and the upload of new ones (D32).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { listStatements } from '@paywages/wire/bank-statements/endpoints.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import type { Filter } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useGo } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { statementLabels as labels } from './labels.ts'
import { STATEMENT_PAGE, statementAddress } from './statement-address.ts'
import { statementColumns } from './statement-columns.tsx'
import { StatementUpload } from './statement-upload.tsx'

export function StatementsPage() {
  const user = useCurrentUser()
  const go = useGo()
  const narrow = useNarrow()
  const pays = hasRight(user, 'pay')
  return (
    <ListPage
      endpoint={listStatements}
      filters={useStatementFilters()}
      actions={pays ? <StatementUpload primary dropAnywhere /> : undefined}
      columns={statementColumns({ withCompany: hasRight(user, 'manager'), narrow })}
      rowKey={(row) => row.statementId}
      onOpen={(row) => go(STATEMENT_PAGE, statementAddress(row.statementId))}
      empty={{ title: labels.empty, hint: pays ? labels.emptyPay : labels.emptyRead }}
      twoLines
      minWidth={1_000}
    />
  )
}

function useStatementFilters(): readonly Filter<'providerId' | 'from' | 'to'>[] {
  const company = useProviderFilter(168)
  return [company, { kind: 'date-range', from: 'from', to: 'to', label: labels.uploadDate }]
}
