// The filter by provider: on every list, with the one company chosen and fixed for those who have one (D43).

import { type ConsoleRights, hasRight } from '@paywages/domain/accounts/rights.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useProviderOptions } from '../api/provider-names.ts'
import type { SelectFilter, SelectOption } from '../ui/list/list-filters.ts'
import { providerLabels as labels } from './labels.ts'

export function useProviderFilter(width?: number): SelectFilter<'providerId'> {
  const user = useCurrentUser()
  const { options, loading } = useProviderOptions()
  const fixed = onlyProvider(user, options)
  return {
    kind: 'select',
    name: 'providerId',
    label: labels.provider,
    numeric: true,
    ...(width === undefined ? {} : { width }),
    ...(fixed === undefined ? {} : { fixed }),
    options,
    loading,
  }
}

/** The name of the one company that this person ever sees; nothing where there are several to choose from. */
export function onlyProvider(
  user: ConsoleRights & { readonly providerName: string },
  options: readonly SelectOption[],
): string | undefined {
  if (!hasRight(user, 'manager')) return user.providerName
  const [first, second] = options
  return second === undefined ? first?.label : undefined
}
