// Below refused rows: who failed for nothing but the missing signature, and the button that invites exactly them (D22).

import { addFreelancers, MAX_PEOPLE_AT_ONCE } from '@paywages/wire/freelancers/endpoints.ts'
import type { BadPerson, Invitation } from '@paywages/wire/freelancers/shapes.ts'
import type { FailedRow } from '@paywages/wire/payouts/shapes.ts'
import { Button } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { call } from '../api/client.ts'
import { useInvitationDialog } from '../invitations/invitation-dialog.tsx'
import { toastProblem, toastRefusal } from '../ui/feedback/toast.ts'
import { unsignedLabels as labels } from './labels.ts'
import { type UnsignedPerson, unsignedPeople } from './unsigned-people.ts'
import './unsigned-offer.css'

const MAX_ROWS_NAMED = 5
const figure = (count: number) => count.toLocaleString('en-US')

export function UnsignedOffer({ rows }: { rows: readonly FailedRow[] }) {
  const { invitable, leftOut } = useMemo(() => unsignedPeople(rows), [rows])
  const { dialog, show } = useInvitationDialog()
  const [busy, setBusy] = useState(false)
  const [invited, setInvited] = useState<number>()
  if (invitable.length === 0 && leftOut.length === 0) return null

  async function invite() {
    setBusy(true)
    const outcome = await register(invitable).catch(toastRefusal)
    setBusy(false)
    if (outcome === undefined) return
    if ('bad' in outcome) return toastProblem(labels.refused(outcome.bad.name, outcome.bad.reason))
    setInvited(outcome.invited)
    const [only] = invitable
    show({ ...outcome, ...(invitable.length === 1 ? { who: only?.name } : {}) })
  }

  return (
    <div className="unsigned-offer">
      <TriangleAlert size={16} aria-hidden="true" />
      <div className="unsigned-words">
        <p>{wordsOf(invitable.length, invited)}</p>
        {leftOut.length === 0 ? null : <p className="unsigned-left-out">{leftOutWords(leftOut)}</p>}
      </div>
      {invitable.length === 0 ? null : (
        <Button loading={busy} onClick={() => void invite()}>
          {invited === undefined ? labels.invite : labels.inviteAgain}
        </Button>
      )}
      {dialog}
    </div>
  )
}

function wordsOf(count: number, invited: number | undefined): string {
  if (count === 0) return labels.noneInvitable
  return invited === undefined ? labels.offer(figure(count)) : labels.invited(figure(invited))
}

function leftOutWords(rows: readonly number[]): string {
  const named = rows.slice(0, MAX_ROWS_NAMED).join('、')
  return rows.length > MAX_ROWS_NAMED ? labels.leftOutMany(named, figure(rows.length)) : labels.leftOut(named)
}

/** As many calls as it takes; the first person who cannot be registered ends it. */
async function register(
  people: readonly UnsignedPerson[],
): Promise<Invitation | { readonly bad: BadPerson }> {
  let sum: Invitation = { invited: 0, alreadySigned: 0, link: null, byMessage: false }
  for (let from = 0; from < people.length; from += MAX_PEOPLE_AT_ONCE) {
    const part = people.slice(from, from + MAX_PEOPLE_AT_ONCE)
    const { bad, invitation } = await call(addFreelancers, { people: [...part], invite: true })
    const [first] = bad
    if (first !== undefined) return { bad: first }
    sum = {
      invited: sum.invited + (invitation?.invited ?? 0),
      alreadySigned: sum.alreadySigned + (invitation?.alreadySigned ?? 0),
      link: people.length === 1 ? (invitation?.link ?? null) : null,
      byMessage: invitation?.byMessage ?? false,
    }
  }
  return sum
}
