// The filter by provider, for those who see several.

import { useProviderOptions } from '../api/provider-names.ts'
import type { SelectFilter } from '../ui/list/list-filters.ts'
import { providerLabels as labels } from './labels.ts'

export function useProviderFilter(width?: number): SelectFilter<'providerId'> {
  const providers = useProviderOptions()
  return {
    kind: 'select',
    name: 'providerId',
    label: labels.provider,
    numeric: true,
    ...(width === undefined ? {} : { width }),
    ...providers,
  }
}
