// Disables or enables an account after a confirmation that names it.

import { type AccountRow, listAccounts, setAccountStatus } from '@paywages/wire/accounts/endpoints.ts'
import type { Proposable } from '@paywages/wire/endpoint.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastDone } from '../ui/feedback/toast.ts'
import { ReasonInput } from '../ui/form/proposal-reason.tsx'
import { accountDialogLabels as labels } from './labels.ts'

type Subject = Pick<AccountRow, 'accountId' | 'account' | 'realName' | 'providerName' | 'enabled'>

export function useAccountStatus(): (account: Subject) => Promise<void> {
  const confirm = useConfirm()
  return async ({ accountId, account, realName, providerName, enabled }) => {
    let answer: Proposable<undefined> = { data: undefined }
    let reason = ''
    const agreed = await confirm({
      title: enabled ? labels.disableTitle : labels.enableTitle,
      object: [account, realName, providerName].filter((part) => part !== '').join(' · '),
      warning: enabled ? labels.disableWarning : labels.enableWarning,
      ...(enabled ? {} : { body: <ReasonInput onType={(typed) => (reason = typed)} /> }),
      action: enabled ? labels.disableAction(account) : labels.enableAction(account),
      danger: enabled,
      run: async () => {
        answer = await call(setAccountStatus, { accountId, enabled: !enabled, ...(reason ? { reason } : {}) })
      },
    })
    if (!agreed) return
    toastDone(answer, labels.done)
    await refresh(listAccounts)
  }
}
