// Generates the contracts that are missing, once the person has seen for which companies (D29).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { generateEnterpriseContracts, lackingContracts } from '@paywages/wire/contracts/endpoints.ts'
import { contractRefusals } from '@paywages/wire/contracts/messages.ts'
import type { Lacking } from '@paywages/wire/contracts/shapes.ts'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { askNow } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { toastInfo, toastRefusal, toastSuccess } from '../ui/toast.ts'
import { generateLabels as labels } from './labels.ts'
import { refreshContracts } from './refresh-contracts.ts'
import './use-generate.css'

const MOST_NAMED = 6
const NOTHING_TO_DO = 'contracts-all-live' satisfies keyof typeof contractRefusals

export function useGenerate(): { busy: boolean; generate: () => Promise<void> } {
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)

  async function generate() {
    setBusy(true)
    const lacking = await askNow(lackingContracts, {}).catch(toastRefusal)
    setBusy(false)
    if (lacking === undefined) return
    const count = lacking.rows.length
    if (count === 0) return toastInfo(contractRefusals[NOTHING_TO_DO].msg)
    let made: number | undefined
    const agreed = await confirm({
      title: labels.title,
      object: labels.object(count),
      body: <Companies companies={lacking.rows} />,
      act: labels.confirm(count),
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

function Companies({ companies }: { companies: readonly Lacking[] }) {
  const named = companies.length > MOST_NAMED + 1 ? companies.slice(0, MOST_NAMED) : companies
  const more = companies.length - named.length
  return (
    <>
      <ul className="lacking-companies">
        {named.map(({ providerId, providerName, serviceRate }) => (
          <li key={providerId}>
            <span>{providerName}</span>
            <span className="lacking-rate">{formatRatePercent(serviceRate)}</span>
          </li>
        ))}
        {more === 0 ? null : <li className="lacking-more">{labels.more(more)}</li>}
      </ul>
      <p className="lacking-note">{labels.note}</p>
    </>
  )
}
