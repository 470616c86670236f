// Restricts a person: name and ID number, and for managers the provider; saving asks once more with both shown (spec §5).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { addLimitUser, listLimitUsers } from '@paywages/wire/limits/endpoints.ts'
import { Form, Input, Select } from 'antd'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useProviderOptions } from '../api/provider-names.ts'
import { refresh } from '../api/queries.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { limitLabels as labels } from './labels.ts'

/** 0 stands for every provider, which super managers may choose. */
const EVERYWHERE = 0

type Typed = { name: string; idCardNo: string; providerId?: number }

export function AddLimitUserDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const confirm = useConfirm()
  const user = useCurrentUser()
  const choices = useProviderChoices(user.superManager)
  const chooses = hasRight(user, 'manager')

  async function save(typed: Typed) {
    const name = typed.name.trim()
    const idCardNo = typed.idCardNo.trim().toUpperCase()
    const { providerId } = typed
    const provider = choices.options.find(({ value }) => value === providerId)?.label ?? user.providerName
    const where = !chooses ? {} : providerId === EVERYWHERE ? { everywhere: true } : { providerId }
    const added = await confirm({
      title: labels.confirmTitle,
      body: <Restricted name={name} idCardNo={idCardNo} provider={provider} />,
      warning: labels.addNote,
      action: labels.confirmAction(name),
      run: () => call(addLimitUser, { name, idCardNo, ...where }),
    })
    if (!added) return
    toastSuccess(labels.added)
    onClose()
    await refresh(listLimitUsers)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="limit"
      title={labels.add}
      action={labels.addAction}
      busy={false}
      onSubmit={(typed) => void save(typed)}
      onClose={onClose}
    >
      <Form.Item name="name" label={labels.name} rules={rulesFor(addLimitUser, 'name')}>
        <Input autoFocus autoComplete="off" maxLength={30} placeholder={labels.nameHint} />
      </Form.Item>
      <Form.Item name="idCardNo" label={labels.idCardNo} rules={rulesFor(addLimitUser, 'idCardNo')}>
        <Input autoComplete="off" maxLength={18} placeholder={labels.idHint} />
      </Form.Item>
      {chooses ? (
        <Form.Item
          name="providerId"
          label={labels.provider}
          rules={[{ required: true, message: labels.providerHint }]}
        >
          <Select placeholder={labels.providerHint} {...choices} />
        </Form.Item>
      ) : null}
    </DialogForm>
  )
}

function useProviderChoices(mayChooseAll: boolean) {
  const { options, loading } = useProviderOptions()
  const everywhere = { value: EVERYWHERE, label: labels.everywhere }
  return { options: mayChooseAll ? [everywhere, ...options] : options, loading }
}

function Restricted({ name, idCardNo, provider }: { name: string; idCardNo: string; provider: string }) {
  const lines = [...labels.confirmBody(name, idCardNo), { label: labels.confirmProvider, value: provider }]
  return (
    <dl className="limit-confirm">
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
