// The filter by company, for those who see several.

import { useProviderOptions } from '../api/provider-names.ts'
import type { SelectFilter } from '../ui/list/list-filters.ts'

export function useCompanyFilter(label: string, width?: number): SelectFilter<'providerId'> {
  const providers = useProviderOptions()
  return {
    kind: 'select',
    name: 'providerId',
    label,
    numeric: true,
    ...(width === undefined ? {} : { width }),
    ...providers,
  }
}
