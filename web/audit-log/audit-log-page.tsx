// The audit log as managers search it: who, when, from where, what, and with which result (D34).

import { ACTIONS } from '@paywages/domain/audit-log/actions.ts'
import { shanghaiDay, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { type AuditRow, listAudit } from '@paywages/wire/audit-log/endpoints.ts'
import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import { MAX_COUNTED } from '@paywages/wire/paging.ts'
import { providerLabels } from '../records/labels.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useShownRow } from '../ui/list/use-shown-row.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { actionLabels } from './action-labels.ts'
import { actionWords } from './action-words.ts'
import { AuditEntryDrawer } from './audit-entry-drawer.tsx'
import { AuditResult } from './audit-result.tsx'
import { auditLabels as labels } from './labels.ts'
import { objectInWords } from './object-words.ts'
import './audit-log.css'

const ACTION_OPTIONS = ACTIONS.map((action) => ({ value: action, label: actionLabels[action] }))

const RESULT_OPTIONS = [
  { value: 'done', label: labels.done },
  { value: 'refused', label: labels.refused },
]

/** Looks at one record within minutes are one line. */
const MERGED = { merged: '1' } as const

export function AuditLogPage() {
  const company = useProviderFilter(128)
  const narrow = useNarrow()
  const drawer = useShownRow((row: AuditRow) => Number(row.entryId))
  return (
    <>
      <ListPage
        endpoint={listAudit}
        always={MERGED}
        filters={[
          { kind: 'date-range', from: 'from', to: 'to', label: labels.at, shortcutsInside: narrow },
          {
            kind: 'text',
            name: 'account',
            label: labels.account,
            placeholder: labels.accountHint,
            maxLength: 30,
            width: 120,
          },
          { kind: 'select', name: 'action', label: labels.action, options: ACTION_OPTIONS, width: 128 },
          { kind: 'select', name: 'result', label: labels.result, options: RESULT_OPTIONS, width: 88 },
          company,
        ]}
        columns={narrow ? COLUMNS.narrow : COLUMNS.wide}
        rowKey={(row) => Number(row.entryId)}
        strip={(answer, failed) => (failed ? null : <ArchivedNotice archived={answer?.beside} />)}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        onOpen={drawer.show}
        drawer={drawer.find}
        minWidth={1000}
        countsUpTo={MAX_COUNTED}
      />
      <AuditEntryDrawer entry={drawer.shown} open={drawer.open} onClose={drawer.close} />
    </>
  )
}

type Archived = AnswerOf<typeof listAudit>['beside']

/** Old months must not look empty. */
function ArchivedNotice({ archived }: { archived: Archived | undefined }) {
  if (archived?.archivedFrom === undefined || archived.archivedTo === undefined) return null
  const [from, to] = [shanghaiDay(archived.archivedFrom), shanghaiDay(archived.archivedTo)]
  return (
    <Notice tone="info" title={labels.archived(from, to)}>
      {labels.archivedHint}
    </Notice>
  )
}

/** A failed login has nobody behind it; everything else without an account was done by the system itself. */
function nobodyOf(row: AuditRow): string {
  return row.action === 'login' ? labels.nobody : labels.system
}

const at = (narrow: boolean): ListColumn<AuditRow> => ({
  title: labels.at,
  width: narrow ? 136 : 172,
  render: (_, row) => <Time at={row.at} narrow={narrow} />,
})

/** On a narrow window this year's go without their year. */
function Time({ at, narrow }: { at: Date; narrow: boolean }) {
  const whole = shanghaiSecond(at)
  const thisYear = shanghaiDay(new Date()).slice(0, 5)
  return (
    <span className="audit-line" title={whole}>
      {narrow && whole.startsWith(thisYear) ? whole.slice(5) : whole}
    </span>
  )
}

const whoWide: readonly ListColumn<AuditRow>[] = [
  {
    title: labels.account,
    width: 112,
    render: (_, row) => <OneLine>{row.account || nobodyOf(row)}</OneLine>,
  },
  { title: labels.realName, width: 88, render: (_, row) => <OneLine>{row.realName}</OneLine> },
]

const whoNarrow: ListColumn<AuditRow> = {
  title: `${labels.account} · ${labels.realName}`,
  width: 132,
  render: (_, row) => (
    <OneLine>
      {[row.account || nobodyOf(row), row.realName].filter((word) => word !== '').join(' · ')}
    </OneLine>
  ),
}

/** A small laptop leaves the room to what was acted on: the number and the name of a sheet are whole. */
const columnsFor = (narrow: boolean): readonly ListColumn<AuditRow>[] => [
  at(narrow),
  ...(narrow ? [whoNarrow] : whoWide),
  { title: labels.action, width: narrow ? 164 : 180, render: (_, row) => <ActionCell row={row} /> },
  { title: labels.object, enough: 480, render: (_, row) => <OneLine>{objectInWords(row.object)}</OneLine> },
  {
    title: providerLabels.provider,
    width: narrow ? 88 : 112,
    render: (_, row) => <OneLine>{row.providerName}</OneLine>,
  },
  { title: labels.address, width: narrow ? 128 : 124, render: (_, row) => <OneLine>{row.address}</OneLine> },
  { title: labels.result, width: 80, render: (_, row) => <AuditResult result={row.result} /> },
]

const COLUMNS = { wide: columnsFor(false), narrow: columnsFor(true) }

/** What is longer than its column is whole in its tip, and in the drawer. */
function OneLine({ children }: { children: string }) {
  if (children === '') return <Dash />
  return (
    <span className="audit-line" title={children}>
      {children}
    </span>
  )
}

function ActionCell({ row }: { row: AuditRow }) {
  return (
    <span className="audit-action">
      <OneLine>{actionWords(row)}</OneLine>
      {row.repeatCount === 0 ? null : (
        <span className="audit-times" title={labels.repeatsHint}>
          {labels.times(row.repeatCount + 1)}
        </span>
      )}
    </span>
  )
}
