// Takes a lost second factor from an account after a confirmation that names it; a second manager confirms it.

import { type AccountRow, listAccounts } from '@paywages/wire/accounts/endpoints.ts'
import type { Proposable } from '@paywages/wire/endpoint.ts'
import { resetFactor } from '@paywages/wire/factors/endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastDone } from '../ui/feedback/toast.ts'
import { ReasonInput } from '../ui/form/proposal-reason.tsx'
import { accountDialogLabels as labels } from './labels.ts'

type Subject = Pick<AccountRow, 'accountId' | 'account' | 'realName' | 'providerName'>

export function useFactorReset(): (account: Subject) => Promise<void> {
  const confirm = useConfirm()
  return async ({ accountId, account, realName, providerName }) => {
    let answer: Proposable<undefined> = { data: undefined }
    let reason = ''
    const agreed = await confirm({
      title: labels.factorTitle,
      object: [account, realName, providerName].filter((part) => part !== '').join(' · '),
      warning: labels.factorWarning,
      body: <ReasonInput onType={(typed) => (reason = typed)} />,
      action: labels.factorAction(account),
      danger: true,
      run: async () => {
        answer = await call(resetFactor, { accountId, ...(reason ? { reason } : {}) })
      },
    })
    if (!agreed) return
    toastDone(answer, labels.done)
    await refresh(listAccounts)
  }
}
