// /bankstatement: one statement, what became of each of its lines, and the paid rows of its days that no statement lists (D32).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import {
  exportUnread,
  statementDetail,
  statementLines,
  unlistedRows,
  unreadRows,
} from '@paywages/wire/bank-statements/endpoints.ts'
import type { StatementHead, StatementLine } from '@paywages/wire/bank-statements/shapes.ts'
import { Button } from 'antd'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { batchAddress, RESULTS_PAGE } from '../records/batch-address.ts'
import { type ShownStatement, StatementDrawer } from '../records/statement-drawer.tsx'
import { ExportButton } from '../ui/list/export-button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { RecordPage } from '../ui/page/record-page.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { CandidatesDialog } from './candidates-dialog.tsx'
import { lineLabels as labels, resultLabels, statementLabels, unreadLabels } from './labels.ts'
import { aboutLine, lineColumns } from './line-columns.tsx'
import { PrintedTotals } from './printed-totals.tsx'
import { RelinkButton } from './relink-button.tsx'
import { STATEMENTS_PAGE, statementIdIn, viewIn } from './statement-address.ts'
import { type Statement, StatementTotals } from './statement-totals.tsx'
import { StatementViews } from './statement-views.tsx'
import { unlistedColumns } from './unlisted-columns.tsx'
import { unreadColumns } from './unread-columns.tsx'
import { useUndo } from './use-undo.ts'

export function StatementPage() {
  const statementId = statementIdIn(usePageSearch())
  return (
    <RecordPage
      endpoint={statementDetail}
      input={statementId === undefined ? undefined : { statementId }}
      skeletonRows={10}
    >
      {(statement) => <StatementResult key={statement.statementId} statement={statement} />}
    </RecordPage>
  )
}

function StatementResult({ statement }: { statement: Statement }) {
  const view = viewIn(usePageSearch())
  const [shown, setShown] = useState<ShownStatement>()
  const look = (page: number | null, about: string) =>
    setShown({ fileId: statement.fileId, fileName: statement.fileName, page, about })
  const frame = {
    title: statement.fileName,
    purpose: subtitleOf(statement),
    actions: <PageActions statement={statement} onLook={() => look(null, daysOf(statement))} />,
    notice: (
      <>
        <StatementTotals statement={statement} />
        <PrintedTotals statement={statement} />
      </>
    ),
    strip: () => <StatementViews statement={statement} view={view} />,
  }
  return (
    <>
      {view === 'unlisted' ? (
        <Unlisted statement={statement} frame={frame} />
      ) : view === 'unread' ? (
        <Unread statement={statement} frame={frame} />
      ) : (
        <Lines statement={statement} view={view} frame={frame} onLook={look} />
      )}
      <StatementDrawer statement={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

type PageActionsProps = { statement: Statement; onLook: () => void }

function PageActions({ statement, onLook }: PageActionsProps) {
  const go = useGo()
  return (
    <>
      <RelinkButton statement={statement} />
      <Button onClick={() => go(STATEMENTS_PAGE)}>{labels.toList}</Button>
      <Button icon={<FileText size={14} aria-hidden="true" />} onClick={onLook}>
        {labels.openFile}
      </Button>
    </>
  )
}

type Frame = Pick<Parameters<typeof ListPage>[0], 'title' | 'purpose' | 'actions' | 'notice' | 'strip'>

type LinesProps = {
  statement: Statement
  view: Exclude<ReturnType<typeof viewIn>, 'unlisted' | 'unread'>
  frame: Frame
  onLook: (page: number, about: string) => void
}

function Lines({ statement, view, frame, onLook }: LinesProps) {
  const user = useCurrentUser()
  const undo = useUndo()
  const narrow = useNarrow()
  const [choosing, setChoosing] = useState<StatementLine>()
  const { statementId } = statement
  const mayChoose = user.payRight && user.providerId === statement.providerId
  const look = (line: StatementLine) => onLook(line.page, aboutLine(line))
  return (
    <>
      <ListPage
        {...frame}
        endpoint={statementLines}
        always={{ statementId, ...(view === 'all' ? {} : { result: view }) }}
        columns={lineColumns(narrow, {
          onLook: look,
          ...(mayChoose ? { onChoose: setChoosing, onUndo: (line) => void undo(line) } : {}),
        })}
        rowKey={(line) => line.lineId}
        empty={
          view === 'all'
            ? { title: labels.empty.all, hint: labels.empty.allHint }
            : { title: labels.empty.view(resultLabels[view]), hint: labels.empty.viewHint }
        }
        twoLines
        minWidth={1_000}
      />
      <CandidatesDialog line={choosing} onLook={look} onClose={() => setChoosing(undefined)} />
    </>
  )
}

function Unread({ statement, frame }: { statement: Statement; frame: Frame }) {
  const { statementId } = statement
  return (
    <ListPage
      {...frame}
      actions={
        <>
          {frame.actions}
          <ExportButton endpoint={exportUnread} input={{ statementId }} label={unreadLabels.export} />
        </>
      }
      endpoint={unreadRows}
      always={{ statementId }}
      columns={unreadColumns}
      rowKey={(row) => row.position}
      empty={{ title: unreadLabels.empty, hint: unreadLabels.emptyHint }}
      minWidth={1_000}
    />
  )
}

function Unlisted({ statement, frame }: { statement: Statement; frame: Frame }) {
  const go = useGo()
  return (
    <ListPage
      {...frame}
      endpoint={unlistedRows}
      always={{ statementId: statement.statementId }}
      columns={unlistedColumns}
      rowKey={(row) => row.rowId}
      onOpen={(row) => go(RESULTS_PAGE, batchAddress(row.batchId))}
      empty={{ title: labels.empty.unlisted, hint: labels.empty.unlistedHint }}
      minWidth={1_000}
    />
  )
}

function daysOf({ firstDay, lastDay }: StatementHead): string {
  if (firstDay === '') return statementLabels.noDays
  return firstDay === lastDay ? firstDay : statementLabels.daysOf(firstDay, lastDay)
}

function subtitleOf(statement: StatementHead): string {
  const { providerName, pageCount, uploaderName, uploadedAt } = statement
  const pages = statementLabels.pages(pageCount.toLocaleString('en-US'))
  return labels.subtitle(providerName, daysOf(statement), pages, uploaderName, shanghaiMinute(uploadedAt))
}
