// Where bank statements are opened; the query's name comes from the wire.

import { LINE_RESULTS, type LineResult } from '@paywages/domain/bank-statements/line-result.ts'
import { statementDetail } from '@paywages/wire/bank-statements/endpoints.ts'
import { recordNumber } from '../ui/page/address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export const STATEMENTS_PAGE = '/bankstatements'
export const STATEMENT_PAGE = '/bankstatement'

const STATEMENT = statementDetail.input.fields.statementId.wire

/** Which lines are shown; `unread` are rows that became no line, `unlisted` the paid rows that no statement has. */
export type LineView = LineResult | 'all' | 'unread' | 'unlisted'

export const LINE_VIEWS: readonly LineView[] = ['all', ...LINE_RESULTS, 'unread', 'unlisted']

export function statementAddress(statementId: number, view: LineView = 'all'): PageSearch {
  return { [STATEMENT]: String(statementId), ...(view === 'all' ? {} : { view }) }
}

export function statementIdIn(search: PageSearch): number | undefined {
  return recordNumber(search[STATEMENT])
}

export function viewIn(search: PageSearch): LineView {
  return LINE_VIEWS.find((view) => view === search.view) ?? 'all'
}
