// The rights of an account: pay and check exclude each other, and giving check asks first (spec §5, §6).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { Form, Switch } from 'antd'
import { useCurrentUser } from '../api/current-user.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { FormSection, SwitchRow } from '../ui/form/form-page.tsx'
import type { AccountFormValues } from './account-form.tsx'
import { accountLabels, accountFormLabels as labels } from './labels.ts'

export function RightsFields() {
  const user = useCurrentUser()
  const form = Form.useFormInstance<AccountFormValues>()
  const giveCheck = useGiveCheck()
  return (
    <FormSection title={labels.rights} hint={labels.rightsHint}>
      <RightSwitch
        name="payRight"
        title={accountLabels.payRight}
        post={labels.payPost}
        hint={labels.payHint}
        onTurn={(on) => on && form.setFieldValue('checkRight', false)}
      />
      {hasRight(user, 'manager') ? (
        <RightSwitch
          name="checkRight"
          title={accountLabels.checkRight}
          post={labels.checkPost}
          hint={labels.checkHint}
          onTurn={(on) => void giveCheck(on)}
        />
      ) : null}
      <RightSwitch name="appLoginRight" title={accountLabels.appLoginRight} hint={labels.appHint} />
      {hasRight(user, 'super-manager') ? (
        <RightSwitch name="manager" title={accountLabels.manager} hint={labels.managerHint} />
      ) : null}
    </FormSection>
  )
}

/** On agreement the pay right goes; otherwise the switch turns back. */
function useGiveCheck() {
  const form = Form.useFormInstance<AccountFormValues>()
  const confirm = useConfirm()
  return async (on: boolean) => {
    if (!on) return
    const account = form.getFieldValue('account') as string | undefined
    const agreed = await confirm({
      title: labels.grantCheck,
      ...(account ? { object: account } : {}),
      warning: form.getFieldValue('payRight') ? labels.grantCheckWarning : labels.grantCheckPlain,
      action: labels.grantAction,
    })
    form.setFieldValue(agreed ? 'payRight' : 'checkRight', false)
  }
}

type RightSwitchProps = {
  name: 'payRight' | 'checkRight' | 'appLoginRight' | 'manager'
  title: string
  /** What people call whoever has it. */
  post?: string
  hint: string
  onTurn?: (on: boolean) => void
}

function RightSwitch({ name, title, post, hint, onTurn }: RightSwitchProps) {
  return (
    <SwitchRow title={title} hint={hint} {...(post === undefined ? {} : { post })}>
      <Form.Item name={name} valuePropName="checked" noStyle={false}>
        <Switch aria-label={title} {...(onTurn === undefined ? {} : { onChange: onTurn })} />
      </Form.Item>
    </SwitchRow>
  )
}
