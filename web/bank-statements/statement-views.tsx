// Which lines are shown: all, those of one result, or the paid rows that no statement has; the address keeps it.

import { Segmented } from 'antd'
import { useGo } from '../ui/page/address.ts'
import { lineLabels as labels, resultLabels } from './labels.ts'
import { LINE_VIEWS, type LineView, STATEMENT_PAGE, statementAddress } from './statement-address.ts'
import type { Statement } from './statement-totals.tsx'

type StatementViewsProps = { statement: Statement; view: LineView }

export function StatementViews({ statement, view }: StatementViewsProps) {
  const go = useGo()
  const counts: Readonly<Record<LineView, number>> = {
    all: statement.lineCount,
    linked: statement.linkedCount,
    'already-linked': statement.knownCount,
    ambiguous: statement.ambiguousCount,
    'not-found': statement.missingCount,
    unread: statement.unreadCount,
    unlisted: statement.unlistedCount,
  }
  return (
    <div className="line-views">
      <Segmented<LineView>
        aria-label={labels.views}
        value={view}
        options={LINE_VIEWS.map((one) => ({
          value: one,
          label: labels.view(wordOf(one), counts[one].toLocaleString('en-US')),
        }))}
        onChange={(next) => go(STATEMENT_PAGE, statementAddress(statement.statementId, next))}
      />
    </div>
  )
}

function wordOf(view: LineView): string {
  if (view === 'all') return labels.everyLine
  if (view === 'unread') return labels.unreadView
  return view === 'unlisted' ? labels.unlistedView : resultLabels[view]
}
