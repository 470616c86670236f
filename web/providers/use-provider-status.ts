// Disables or enables a provider after a confirmation that names it; disabling logs all its accounts out.

import {
  listProviders,
  providerInfo,
  providerNames,
  setProviderStatus,
} from '@paywages/wire/providers/endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { providerStatusLabels as labels } from './labels.ts'

type Subject = { readonly providerId: number; readonly providerName: string; readonly enabled: boolean }

export function useProviderStatus(): (provider: Subject) => Promise<void> {
  const confirm = useConfirm()
  return async ({ providerId, providerName, enabled }) => {
    const agreed = await confirm({
      title: enabled ? labels.disableTitle : labels.enableTitle,
      object: providerName,
      warning: enabled ? labels.disableWarning : labels.enableWarning,
      action: enabled ? labels.disableAction : labels.enableAction,
      danger: enabled,
      run: () => call(setProviderStatus, { providerId, enabled: !enabled }),
    })
    if (!agreed) return
    toastSuccess(labels.done)
    await refresh(listProviders, providerInfo, providerNames)
  }
}
