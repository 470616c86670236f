// Proposes a paying account or a change of one; another manager confirms it (D47).

import { changePayingAccount, listBankFormats } from '@paywages/wire/bank-files/endpoints.ts'
import type { PayingAccountRow } from '@paywages/wire/bank-files/shapes.ts'
import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { call } from '../api/client.ts'
import { useProviderOptions } from '../api/provider-names.ts'
import { useCall } from '../api/queries.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { payingAccountLabels as labels } from './labels.ts'
import { useAccountProposal } from './use-account-proposal.ts'

type Typed = {
  providerId: number
  holderName: string
  bankName: string
  accountNo?: string
  channel: 'direct' | 'file'
  formatKey?: string
  isDefault?: boolean
  enabled?: boolean
}

type PayingAccountDialogProps = { account: PayingAccountRow | undefined; open: boolean; onClose: () => void }

const CHANNELS = (['file', 'direct'] as const).map((value) => ({ value, label: labels.channels[value] }))

export function PayingAccountDialog({ account, open, onClose }: PayingAccountDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, propose } = useAccountProposal(onClose)
  const channel = Form.useWatch('channel', form) ?? account?.channel ?? 'file'
  const formats = useCall(listBankFormats, {}, { enabled: open })
  const providers = useProviderOptions()
  const providerId = Number(Form.useWatch('providerId', form) ?? account?.providerId ?? 0)
  const usable = (formats.data?.rows ?? []).filter(
    (row) => row.state === 'live' && (row.bankFormatId === 0 || row.providerId === providerId),
  )

  const send = (typed: Typed) =>
    propose(() =>
      call(changePayingAccount, {
        providerId: account?.providerId ?? Number(typed.providerId),
        payingAccountId: account?.payingAccountId,
        holderName: typed.holderName,
        bankName: typed.bankName,
        accountNo: typed.accountNo?.replaceAll(/\s/g, '') || undefined,
        channel: typed.channel,
        formatKey: typed.channel === 'file' ? (typed.formatKey ?? '') : '',
        isDefault: typed.isDefault === true,
        enabled: typed.enabled !== false,
      }),
    )

  return (
    <DialogForm
      open={open}
      form={form}
      name="paying-account"
      title={account === undefined ? labels.addTitle : labels.editTitle}
      {...(account === undefined ? {} : { object: account.providerName })}
      note={labels.note}
      action={labels.action}
      busy={busy}
      onSubmit={(typed) => void send(typed)}
      onClose={onClose}
    >
      {account === undefined ? (
        <Form.Item
          name="providerId"
          label={labels.provider}
          rules={[{ required: true, message: labels.required }]}
        >
          <Select placeholder={labels.required} showSearch={{ optionFilterProp: 'label' }} {...providers} />
        </Form.Item>
      ) : null}
      <Form.Item
        name="holderName"
        label={labels.holder}
        initialValue={account?.holderName}
        rules={rulesFor(changePayingAccount, 'holderName')}
      >
        <Input maxLength={60} placeholder={labels.holderHint} />
      </Form.Item>
      <Form.Item
        name="bankName"
        label={labels.bank}
        initialValue={account?.bankName}
        rules={rulesFor(changePayingAccount, 'bankName')}
      >
        <Input maxLength={60} placeholder={labels.bankHint} />
      </Form.Item>
      <Form.Item
        name="accountNo"
        label={labels.accountNo}
        normalize={(value: string) => value.replaceAll(/\s/g, '') || undefined}
        rules={[
          ...rulesFor(changePayingAccount, 'accountNo'),
          ...(account === undefined ? [{ required: true, message: labels.accountHint }] : []),
        ]}
      >
        <Input
          maxLength={40}
          placeholder={account === undefined ? labels.accountHint : labels.keep(account.accountTail)}
        />
      </Form.Item>
      <Form.Item name="channel" label={labels.channel} initialValue={account?.channel ?? 'file'}>
        <Radio.Group options={CHANNELS} />
      </Form.Item>
      {channel === 'file' ? (
        <Form.Item
          name="formatKey"
          label={labels.format}
          initialValue={account?.formatKey || undefined}
          rules={[{ required: true, message: labels.formatMissing }]}
        >
          <Select
            placeholder={labels.formatHint}
            loading={formats.isPending}
            options={usable.map(({ key, name, unproven }) => ({
              value: key,
              label: unproven ? labels.unproven(name) : name,
            }))}
          />
        </Form.Item>
      ) : null}
      <Form.Item name="isDefault" valuePropName="checked" initialValue={account?.isDefault ?? true}>
        <Checkbox>{labels.makeDefault}</Checkbox>
      </Form.Item>
      {account === undefined ? null : (
        <Form.Item name="enabled" valuePropName="checked" initialValue={account.enabled}>
          <Checkbox>{labels.keepEnabled}</Checkbox>
        </Form.Item>
      )}
    </DialogForm>
  )
}
