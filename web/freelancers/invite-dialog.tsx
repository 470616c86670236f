// Asks before several people are invited: who they are, for which company, how many; then makes their links (D27).

import type { InputOf } from '@paywages/wire/endpoint.ts'
import { listFreelancers } from '@paywages/wire/freelancers/endpoints.ts'
import type { Freelancer, Invitation } from '@paywages/wire/freelancers/shapes.ts'
import { inviteListed, invitePeople } from '@paywages/wire/signing/endpoints.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { refresh, useCall } from '../api/queries.ts'
import type { InvitationResult } from '../invitations/invitation-dialog.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { inviteLabels as labels } from './labels.ts'
import { ProviderField } from './provider-field.tsx'
import { useCompanyChoice } from './use-company-choice.ts'
import { companyOfAll, conditionWords, namesInShort } from './whom-to-invite.ts'
import './people-dialogs.css'

type InviteDialogProps = {
  open: boolean
  /** Nobody chosen: everyone unsigned whom the filters find. */
  chosen: readonly Freelancer[]
  filter: Pick<InputOf<typeof listFreelancers>, 'name' | 'idCardNo' | 'providerId'>
  onClose: () => void
  onInvited: (result: InvitationResult) => void
}

export function InviteDialog(props: InviteDialogProps) {
  const { open, chosen, filter, onClose, onInvited } = props
  const [form] = Form.useForm<{ providerId?: number }>()
  const { busy, submit } = useSubmit(form)
  const company = useCompanyChoice()
  const preset = filter.providerId ?? companyOfAll(chosen, company.options)
  const providerId = Form.useWatch('providerId', form) ?? (company.chooses ? preset : undefined)
  const at = providerId === undefined ? {} : { providerId }
  const { name, idCardNo } = filter
  const conditions = {
    ...(name === undefined ? {} : { name }),
    ...(idCardNo === undefined ? {} : { idCardNo }),
  }
  const waits = company.chooses && providerId === undefined
  const counted = useCall(
    listFreelancers,
    { ...conditions, ...at, signing: '0', index: 0, size: 1 },
    { enabled: open && chosen.length === 0 && !waits },
  )
  const count = chosen.length > 0 ? chosen.length : counted.data?.count

  async function invite() {
    let invitation: Invitation | undefined
    await submit(async () => {
      invitation =
        chosen.length > 0
          ? await call(invitePeople, { userIds: chosen.map(({ userId }) => userId), ...at })
          : await call(inviteListed, { ...conditions, ...at })
    })
    if (invitation === undefined) return
    onClose()
    onInvited({ ...invitation, who: chosen[0]?.name, links: at })
    await refresh(listFreelancers)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="invite"
      title={labels.title}
      object={chosen.length > 0 ? labels.chosen(namesInShort(chosen), chosen.length) : conditionWords(filter)}
      note={labels.note}
      action={count === undefined || waits ? labels.actionPlain : labels.action(figure(count))}
      busy={busy}
      held={count === 0}
      onSubmit={() => void invite()}
      onClose={onClose}
    >
      <ProviderField company={company} words={labels} preset={preset} />
      {waits ? null : <Count count={count} failed={counted.isError} />}
    </DialogForm>
  )
}

const figure = (count: number) => count.toLocaleString('en-US')

function Count({ count, failed }: { count: number | undefined; failed: boolean }) {
  const words =
    count === undefined ? (failed ? labels.countFailed : labels.counting) : labels.people(figure(count))
  return (
    <dl className="invite-count">
      <dt>{labels.count}</dt>
      <dd role="status" data-quiet={count === undefined || count === 0}>
        {count === 0 ? labels.nobody : words}
      </dd>
    </dl>
  )
}
