// The buttons of a person's page, as state and rights allow: inviting, the signed contract, and what managers may do (D38).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { Button, Dropdown } from 'antd'
import { ChevronDown, FileText } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { ContractDrawer } from './contract-drawer.tsx'
import { correctLabels, deleteLabels, personLabels as labels, linkLabels } from './labels.ts'
import { CorrectNameDialog, DeleteImagesDialog, RevokeDialog } from './reason-dialogs.tsx'
import { useLinkActions } from './use-link-actions.tsx'

type Open = 'contract' | 'revoke' | 'correct' | 'delete'

export function PersonActions({ person }: { person: PersonDetail }) {
  const user = useCurrentUser()
  const links = useLinkActions(person)
  const [open, setOpen] = useState<Open>()
  const { contract, openLink } = person
  const invites = hasRight(user, 'pay-or-manager') && person.signState !== 'signed'
  const close = () => setOpen(undefined)
  const more = menuOf(person, { manages: hasRight(user, 'manager'), invites })
  return (
    <>
      {more.length === 0 ? null : (
        <Dropdown trigger={['click']} menu={{ items: [...more], onClick: ({ key }) => setOpen(key as Open) }}>
          <Button icon={<ChevronDown size={14} aria-hidden="true" />} iconPlacement="end">
            {labels.more}
          </Button>
        </Dropdown>
      )}
      {contract === null ? null : (
        <Button icon={<FileText size={14} aria-hidden="true" />} onClick={() => setOpen('contract')}>
          {labels.contract}
        </Button>
      )}
      {invites && openLink !== null ? (
        <>
          <Button disabled={links.busy} onClick={links.resend}>
            {linkLabels.resend}
          </Button>
          <Button type="primary" disabled={links.busy} onClick={links.show}>
            {linkLabels.show}
          </Button>
        </>
      ) : null}
      {invites && openLink === null ? (
        <Button type="primary" disabled={links.busy} onClick={links.invite}>
          {linkLabels.invite}
        </Button>
      ) : null}
      {links.dialog}
      {contract === null ? null : (
        <ContractDrawer contract={contract} open={open === 'contract'} onClose={close} />
      )}
      <RevokeDialog person={person} open={open === 'revoke'} onClose={close} />
      <CorrectNameDialog person={person} open={open === 'correct'} onClose={close} />
      <DeleteImagesDialog person={person} open={open === 'delete'} onClose={close} />
    </>
  )
}

type MenuItem = { readonly key: Open; readonly label: string; readonly danger?: boolean }

/** What is rarely done, and what destroys something. */
function menuOf(
  person: PersonDetail,
  { manages, invites }: { manages: boolean; invites: boolean },
): readonly MenuItem[] {
  const hasImages = [person.frontUrl, person.backUrl, person.signatureUrl].some((url) => url !== '')
  return [
    ...(invites && person.openLink !== null
      ? [{ key: 'revoke', label: linkLabels.revoke, danger: true } as const]
      : []),
    ...(manages ? [{ key: 'correct', label: correctLabels.correct } as const] : []),
    ...(manages && hasImages ? [{ key: 'delete', label: deleteLabels.remove, danger: true } as const] : []),
  ]
}
