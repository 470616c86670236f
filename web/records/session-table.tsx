// Live sessions as a table: which browser, from where, since when, and a button that ends one.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { SessionRow } from '@paywages/wire/session/device-endpoints.ts'
import type { ReactNode } from 'react'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { TwoLines } from '../ui/display/two-lines.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { browserLabels, sessionLabels as labels } from './labels.ts'
import './session-table.css'

type SessionTableProps = {
  rows: readonly SessionRow[] | undefined
  instead: ReactNode
  /** Ends the session, or throws the refusal. */
  onEnd: (sessionId: number) => Promise<unknown>
  /** Whatever became of it, the list is asked again. */
  onChanged: () => Promise<void>
}

export function SessionTable({ rows, instead, onEnd, onChanged }: SessionTableProps) {
  const confirm = useConfirm()

  async function end(row: SessionRow) {
    const agreed = await confirm({
      title: labels.endTitle,
      object: `${deviceName(row)} · ${row.address}`,
      warning: labels.endWarning,
      action: labels.endOf(deviceName(row)),
      danger: true,
      run: () => onEnd(row.sessionId),
    })
    if (agreed) toastSuccess(labels.ended)
    await onChanged()
  }

  const actions: ListColumn<SessionRow> = {
    title: labels.actions,
    width: 84,
    fixed: 'right',
    render: (_, row) =>
      row.current ? null : (
        <RowActions>
          <RowAction danger onClick={() => void end(row)}>
            {labels.end}
          </RowAction>
        </RowActions>
      ),
  }
  return (
    <ListTable
      columns={[...columns, actions]}
      rows={rows}
      rowKey={(row) => row.sessionId}
      instead={instead}
      stale={false}
      dense={false}
      twoLines
      minWidth={760}
      label={labels.title}
      onOpen={undefined}
      skeletonRows={2}
    />
  )
}

/** Such as "Chrome 126 · Windows". */
function deviceName({ browser, version, system }: SessionRow): string {
  const name = browser === '' ? labels.unknown : `${browserLabels[browser] ?? browser} ${version}`.trimEnd()
  return system === '' ? name : `${name} · ${system}`
}

const columns: readonly ListColumn<SessionRow>[] = [
  {
    title: labels.device,
    render: (_, row) => (
      <span className="session-device">
        {deviceName(row)}
        {row.current ? <StatusTag tone="ok">{labels.here}</StatusTag> : null}
      </span>
    ),
  },
  {
    title: labels.address,
    width: 316,
    render: (_, { address, place }) => (
      <TwoLines first={<span className="session-address">{address}</span>} second={labels.places[place]} />
    ),
  },
  { title: labels.startedAt, width: 160, render: (_, row) => shanghaiMinute(row.startedAt) },
  { title: labels.lastActiveAt, width: 160, render: (_, row) => shanghaiMinute(row.lastActiveAt) },
]
