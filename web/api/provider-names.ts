// The providers in scope by name, for the drop-downs of every page that narrows by company.

import { providerNames } from '@paywages/wire/providers/endpoints.ts'
import { useCall } from './queries.ts'

const FIVE_MINUTES = 5 * 60_000

export function useProviderOptions() {
  const { data, isPending } = useCall(providerNames, {}, { staleTime: FIVE_MINUTES })
  const options = (data?.rows ?? []).map((row) => ({ value: row.providerId, label: row.providerName }))
  return { options, loading: isPending }
}
