// How many people of a batch have not signed, and the button that invites them all (D22).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { batchHead, batchRows, listBatches } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { inviteBatch } from '@paywages/wire/signing/endpoints.ts'
import { Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh } from '../api/queries.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { RowAction } from '../ui/list/row-actions.tsx'
import { useInvitationDialog } from './invitation-dialog.tsx'
import { unsignedNoteLabels as labels } from './labels.ts'
import './unsigned-note.css'

/** Nobody will be paid by these. */
const OVER: readonly BatchStatus[] = ['audit-rejected', 'review-rejected']

type UnsignedNoteProps = {
  batch: BatchHead
  /** Where most have not signed: said as what holds for the batch, and no warning of its own. */
  words?: ReactNode
}

export function UnsignedNote({ batch, words }: UnsignedNoteProps) {
  const { batchId, status, unsignedCount } = batch
  const invites = hasRight(useCurrentUser(), 'pay-or-manager')
  const { dialog, show } = useInvitationDialog()
  const [busy, setBusy] = useState(false)

  async function invite() {
    if (busy) return
    setBusy(true)
    const invitation = await call(inviteBatch, { batchId }).catch(toastRefusal)
    setBusy(false)
    if (invitation !== undefined) show({ ...invitation, links: { batchId } })
    // Someone may have signed meanwhile.
    await refresh(batchHead, batchRows, listBatches)
  }

  // The dialog outlives the words: inviting may find that nobody is left to invite.
  return (
    <>
      {unsignedCount === 0 || OVER.includes(status) ? null : (
        <span className={words === undefined ? 'unsigned-note' : 'once-pill'}>
          {words === undefined ? (
            <TriangleAlert size={14} aria-hidden="true" />
          ) : (
            <Info size={14} aria-hidden="true" />
          )}
          {words ?? labels.count(unsignedCount.toLocaleString('en-US'))}
          {invites ? (
            <RowAction busy={busy} onClick={() => void invite()}>
              {labels.inviteBatch}
            </RowAction>
          ) : null}
        </span>
      )}
      {dialog}
    </>
  )
}
