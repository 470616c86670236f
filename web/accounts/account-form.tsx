// The fields of an account, shared by adding and editing: names, place and rights (spec §3, §5, §6).

import { addAccount } from '@paywages/wire/accounts/endpoints.ts'
import { accountTexts } from '@paywages/wire/accounts/messages.ts'
import { Form, Input, Select } from 'antd'
import { useProviderOptions } from '../api/provider-names.ts'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { providerLabels } from '../records/labels.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { FormSection } from '../ui/form/form-page.tsx'
import { accountLabels, accountFormLabels as labels } from './labels.ts'
import { usePlatformOptions } from './use-platform-options.ts'

export type AccountFormValues = {
  account: string
  password: string
  confirm: string
  realName: string
  phone?: string
  providerId: number
  platformId: number
  serviceName: string
  payRight: boolean
  checkRight: boolean
  appLoginRight: boolean
  manager: boolean
  reason?: string
}

export function LoginFields() {
  const account = Form.useWatch('account') as string | undefined
  return (
    <FormSection title={labels.login}>
      <Form.Item name="account" label={accountLabels.account} rules={rulesFor(addAccount, 'account')}>
        <Input maxLength={30} placeholder={labels.accountHint} autoComplete="off" autoCapitalize="none" />
      </Form.Item>
      <RealNameField />
      <NewPasswordFields
        label={labels.password}
        confirmLabel={labels.confirm}
        missing={accountTexts.passwordMissing}
        account={account ?? ''}
      />
      <PhoneField kept="" />
    </FormSection>
  )
}

export function RealNameField() {
  return (
    <Form.Item name="realName" label={accountLabels.realName} rules={rulesFor(addAccount, 'realName')}>
      <Input maxLength={30} placeholder={labels.realNameHint} autoComplete="off" />
    </Form.Item>
  )
}

/** `kept`: the number on record, masked; what is typed takes its place. */
export function PhoneField({ kept }: { kept: string }) {
  return (
    <Form.Item name="phone" label={accountLabels.phone} rules={rulesFor(addAccount, 'phone')}>
      <Input
        maxLength={11}
        inputMode="numeric"
        placeholder={kept === '' ? labels.phoneHint : labels.phoneKept(kept)}
        autoComplete="off"
      />
    </Form.Item>
  )
}

/** The platform depends on the provider; another provider empties it. */
export function BelongingFields({ fixedProvider }: { fixedProvider?: string }) {
  const form = Form.useFormInstance<AccountFormValues>()
  const providerId = Form.useWatch('providerId', form) as number | undefined
  const providers = useProviderOptions()
  const platforms = usePlatformOptions(providerId)
  return (
    <>
      {fixedProvider === undefined ? (
        <Form.Item
          name="providerId"
          label={providerLabels.provider}
          rules={rulesFor(addAccount, 'providerId')}
          validateTrigger="onChange"
        >
          <Select
            {...providers}
            placeholder={labels.chooseProvider}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            onChange={() => form.resetFields(['platformId'])}
          />
        </Form.Item>
      ) : (
        <>
          <Form.Item name="providerId" hidden>
            <Input />
          </Form.Item>
          <Form.Item label={providerLabels.provider} htmlFor="fixed-provider">
            <Input id="fixed-provider" value={fixedProvider} disabled />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="platformId"
        label={accountLabels.platform}
        rules={rulesFor(addAccount, 'platformId')}
        validateTrigger="onChange"
      >
        <Select
          {...platforms}
          popupMatchSelectWidth={false}
          disabled={providerId === undefined}
          placeholder={providerId === undefined ? labels.providerFirst : labels.choosePlatform}
        />
      </Form.Item>
      <Form.Item name="serviceName" label={labels.serviceName} rules={rulesFor(addAccount, 'serviceName')}>
        <Input maxLength={30} placeholder={labels.serviceNameHint} />
      </Form.Item>
    </>
  )
}
