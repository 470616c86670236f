// The platforms of a provider that this person may give to its accounts.

import { platformsOfProvider } from '@paywages/wire/providers/endpoints.ts'
import { useCall } from '../api/queries.ts'

export function usePlatformOptions(providerId: number | undefined) {
  const enabled = providerId !== undefined
  const { data, isFetching } = useCall(platformsOfProvider, { providerId: providerId ?? 0 }, { enabled })
  const options = (data?.rows ?? []).map((row) => ({ value: row.platformId, label: row.platformName }))
  return { options, loading: enabled && isFetching }
}
