// The company for which one acts: managers choose one of their scope, everyone else acts for their own.

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useProviderOptions } from '../api/provider-names.ts'

export type CompanyChoice = {
  /** False: there is nothing to choose, and nothing is sent. */
  readonly chooses: boolean
  readonly options: readonly { readonly value: number; readonly label: string }[]
  readonly loading: boolean
}

export function useCompanyChoice(): CompanyChoice {
  const chooses = hasRight(useCurrentUser(), 'manager')
  const { options, loading } = useProviderOptions()
  return { chooses, options, loading }
}
