// Says that nothing is sent because the bank does not tell all that it did before a restore, and lets a super manager go on (ADR 128, ADR 165); or that another server sends (ADR 167).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { HELD_FOR_PEOPLE, type HeldForPeople } from '@paywages/domain/transfers/sending-gate.ts'
import { listProposals } from '@paywages/wire/proposals/endpoints.ts'
import { acceptedOrdersHold, releaseSending } from '@paywages/wire/transfers/endpoints.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh, useCall } from '../api/queries.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { sendingHoldLabels as labels } from './debit-labels.ts'

const MAX_WORD = 200

const isHeldForPeople = (reason: string): reason is HeldForPeople =>
  (HELD_FOR_PEOPLE as readonly string[]).includes(reason)

export function SendingHold() {
  const [open, setOpen] = useState(false)
  const mayRelease = hasRight(useCurrentUser(), 'super-manager')
  const hold = useCall(acceptedOrdersHold, {}).data
  if (!hold?.since || !hold.reason) return null
  const { reason } = hold
  const since = shanghaiSecond(hold.since)
  if (!isHeldForPeople(reason)) {
    const { title, hint } = labels.others[reason === 'superseded' ? reason : 'unknown']
    return (
      <Notice tone="bad" title={title}>
        {hint(since)}
      </Notice>
    )
  }
  return (
    <>
      <Notice
        tone="bad"
        title={labels.title}
        action={mayRelease ? <Button onClick={() => setOpen(true)}>{labels.open}</Button> : null}
      >
        {labels.hints[reason](since)}
      </Notice>
      <ReasonDialog
        open={open}
        name="release-sending"
        words={{
          title: labels.dialogTitle,
          action: labels.action,
          reason: labels.word,
          reasonHint: labels.wordHints[reason],
          done: labels.done,
        }}
        object={labels.title}
        field="word"
        rules={rulesFor(releaseSending, 'word')}
        maxLength={MAX_WORD}
        danger={false}
        send={(word) => call(releaseSending, { word: word ?? '' })}
        refresh={() => refresh(acceptedOrdersHold, listProposals)}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
