// What a provider holds back from being erased: placed by one manager, lifted by another.

import { shanghaiDay, shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import {
  liftHold,
  listRetention,
  placeHold,
  type RetentionHold,
  retentionDetail,
  retentionPreview,
} from '@paywages/wire/retention/endpoints.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { EmptyBlock } from '../ui/feedback/state-blocks.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { NumberInput } from '../ui/form/number-input.tsx'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { RowActions } from '../ui/list/row-actions.tsx'
import { retentionLabels as labels } from './labels.ts'

const MAX_REASON = 200

const readAgain = () => refresh(retentionDetail, listRetention, retentionPreview)

type HoldListProps = { providerId: number; name: string; holds: readonly RetentionHold[] }

export function HoldList({ providerId, name, holds }: HoldListProps) {
  const [placing, setPlacing] = useState(false)
  const [lifting, setLifting] = useState<RetentionHold>()
  return (
    <section className="retention-part" aria-label={labels.holds}>
      <div className="retention-head">
        <h2>{labels.holds}</h2>
        <p>{labels.holdHint}</p>
        <Button onClick={() => setPlacing(true)}>{labels.place}</Button>
      </div>
      <ListTable
        columns={columnsOf(setLifting)}
        rows={holds}
        rowKey={(row) => row.holdId}
        instead={
          holds.length === 0 ? <EmptyBlock title={labels.noHolds} hint={labels.noHoldsHint} /> : undefined
        }
        stale={false}
        dense={true}
        minWidth={720}
        label={labels.holds}
        onOpen={undefined}
      />
      <PlaceDialog providerId={providerId} name={name} open={placing} onClose={() => setPlacing(false)} />
      <ReasonDialog
        open={lifting !== undefined}
        name="lift-hold"
        words={{
          title: labels.liftTitle,
          action: labels.lift,
          note: labels.liftNote,
          reason: labels.reason,
          reasonHint: labels.liftReasonHint,
          done: labels.lifted,
        }}
        object={lifting === undefined ? '' : whomOf(lifting)}
        rules={rulesFor(liftHold, 'reason')}
        maxLength={MAX_REASON}
        send={(reason) => call(liftHold, { providerId, holdId: lifting?.holdId ?? 0, reason: reason ?? '' })}
        refresh={readAgain}
        onClose={() => setLifting(undefined)}
      />
    </section>
  )
}

type PlaceDialogProps = { providerId: number; name: string; open: boolean; onClose: () => void }

function PlaceDialog({ providerId, name, open, onClose }: PlaceDialogProps) {
  return (
    <ReasonDialog<{ userId?: number | null }>
      open={open}
      name="place-hold"
      words={{
        title: labels.place,
        action: labels.place,
        note: labels.placeNote,
        reason: labels.reason,
        reasonHint: labels.placeReasonHint,
        done: labels.placed,
      }}
      object={name}
      fields={
        <Form.Item name="userId" label={labels.userId} rules={rulesFor(placeHold, 'userId')}>
          <NumberInput decimals={0} placeholder={labels.userIdHint} />
        </Form.Item>
      }
      rules={rulesFor(placeHold, 'reason')}
      maxLength={MAX_REASON}
      danger={false}
      send={(reason, { userId }) =>
        call(placeHold, { providerId, userId: userId ?? undefined, reason: reason ?? '' })
      }
      refresh={readAgain}
      onClose={onClose}
    />
  )
}

const whomOf = ({ userId, personName }: RetentionHold): string =>
  userId === null ? labels.everybody : `${personName}（${userId}）`

function columnsOf(onLift: (hold: RetentionHold) => void): readonly ListColumn<RetentionHold>[] {
  return [
    { title: labels.whom, width: 200, render: (_, row) => whomOf(row) },
    { title: labels.reason, dataIndex: 'reason' },
    {
      title: labels.placedBy,
      width: 220,
      render: (_, row) => `${row.placedByName} ${shanghaiMinute(row.placedAt)}`,
    },
    {
      title: labels.state,
      width: 220,
      render: (_, { liftedAt, liftedByName }) =>
        liftedAt === null ? (
          <StatusTag tone="wait">{labels.inForce}</StatusTag>
        ) : (
          labels.liftedBy(liftedByName, shanghaiDay(liftedAt))
        ),
    },
    {
      title: labels.actions,
      width: 72,
      fixed: 'right',
      render: (_, row) =>
        row.mayLift ? (
          <RowActions>
            <Button type="link" onClick={() => onLift(row)}>
              {labels.lift}
            </Button>
          </RowActions>
        ) : null,
    },
  ]
}
