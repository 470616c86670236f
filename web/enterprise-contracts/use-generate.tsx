// Generates the contracts that are missing, once the person has seen for which companies (D29).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import {
  generateEnterpriseContracts,
  lackingContracts,
} from '@paywages/wire/enterprise-contracts/endpoints.ts'
import { contractRefusals } from '@paywages/wire/enterprise-contracts/messages.ts'

import { useState } from 'react'
import { call } from '../api/client.ts'
import { fetchNow } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { NamedProviders } from '../records/named-providers.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastInfo, toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { generateLabels as labels } from './labels.ts'
import { refreshContracts } from './refresh-contracts.ts'

const NOTHING_TO_DO = 'contracts-all-live' satisfies keyof typeof contractRefusals

export function useGenerate(): { busy: boolean; generate: () => Promise<void> } {
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)

  async function generate() {
    setBusy(true)
    const lacking = await fetchNow(lackingContracts, {}).catch(toastRefusal)
    setBusy(false)
    if (lacking === undefined) return
    const count = lacking.rows.length
    if (count === 0) return toastInfo(contractRefusals[NOTHING_TO_DO].msg)
    let made: number | undefined
    const agreed = await confirm({
      title: labels.title,
      object: labels.object(count),
      body: (
        <NamedProviders
          providers={lacking.rows.map(({ providerId, providerName, serviceRate }) => ({
            providerId,
            name: providerName,
            figure: formatRatePercent(serviceRate),
          }))}
          more={labels.more}
          note={labels.note}
        />
      ),
      action: labels.confirm(count),
      run: async () => {
        made = await call(generateEnterpriseContracts, {}).catch((error: unknown) => {
          // Somebody else was faster: what was wanted is there.
          if (error instanceof CallRefused && error.code === NOTHING_TO_DO) return undefined
          throw error
        })
      },
    })
    if (!agreed) return
    if (made === undefined) toastInfo(contractRefusals[NOTHING_TO_DO].msg)
    else toastSuccess(labels.done(made))
    await refreshContracts()
  }

  return { busy, generate }
}
