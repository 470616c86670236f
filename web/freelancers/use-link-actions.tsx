// What one may do about a person's signing link: invite, look at the open link, send a fresh one, take it back (D27).

import { freelancerDetail } from '@paywages/wire/freelancers/endpoints.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { invitePeople, resendLink, showLink } from '@paywages/wire/signing/endpoints.ts'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { type InvitationResult, useInvitationDialog } from '../invitations/invitation-dialog.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { linkLabels as labels } from './labels.ts'

export type LinkActions = {
  readonly invite: () => void
  readonly show: () => void
  readonly resend: () => void
  readonly busy: boolean
  readonly dialog: ReactNode
}

export function useLinkActions(person: PersonDetail): LinkActions {
  const confirm = useConfirm()
  const { dialog, show } = useInvitationDialog()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const { userId, providerId, name, openLink } = person
  const links = { providerId }

  /** A second click is no second invitation: that would make the first link void. */
  async function once(action: () => Promise<InvitationResult | undefined>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const result = await action()
      if (result !== undefined) show({ ...result, who: name, links })
    } catch (error) {
      toastRefusal(error)
    } finally {
      running.current = false
      setBusy(false)
      await refresh(freelancerDetail)
    }
  }

  return {
    busy,
    dialog,
    invite: () => void once(() => call(invitePeople, { userIds: [userId], providerId })),
    show: () => {
      if (openLink === null) return
      void once(async () => ({ link: await call(showLink, { linkId: openLink.linkId }) }))
    },
    resend: () => {
      if (openLink === null) return
      const { linkId } = openLink
      void once(async () => {
        let link: InvitationResult['link'] = null
        const agreed = await confirm({
          title: labels.resendTitle,
          object: name,
          warning: labels.resendWarning,
          action: labels.resendAction,
          run: async () => {
            link = await call(resendLink, { linkId })
          },
        })
        return agreed ? { link } : undefined
      })
    },
  }
}
