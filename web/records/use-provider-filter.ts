// The filter by provider: on every list, with the one company chosen and fixed for those who have one (D43).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useProviderOptions } from '../api/provider-names.ts'
import type { SelectFilter } from '../ui/list/list-filters.ts'
import { providerLabels as labels } from './labels.ts'

export function useProviderFilter(width?: number): SelectFilter<'providerId'> {
  const user = useCurrentUser()
  const providers = useProviderOptions()
  const [first, second] = providers.options
  const fixed = !hasRight(user, 'manager')
    ? user.providerName
    : first !== undefined && second === undefined
      ? first.label
      : undefined
  return {
    kind: 'select',
    name: 'providerId',
    label: labels.provider,
    numeric: true,
    ...(width === undefined ? {} : { width }),
    ...(fixed === undefined ? {} : { fixed }),
    ...providers,
  }
}
