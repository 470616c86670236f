// The choice of rows in the address, and changing it; every change starts at the first page.

import { useCurrentUser } from '../api/current-user.ts'
import { CHECK_PAGE } from '../records/batch-address.ts'
import { pageSizeOf, rememberPageSize } from '../ui/list/page-size.ts'
import { usePinnedRow } from '../ui/list/use-row-address.ts'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { choiceFrom, type RowChoice, searchWith } from './rows-address.ts'

export function useRowChoice(): {
  readonly choice: RowChoice
  readonly choose: (change: Partial<RowChoice>) => void
} {
  const search = usePageSearch()
  const { account } = useCurrentUser()
  const go = useGo()
  const choice = choiceFrom(search, pageSizeOf(account, search))
  usePinnedRow({ size: String(choice.size) })
  return {
    choice,
    choose: (change) => {
      if (change.size !== undefined) rememberPageSize(account, change.size)
      go(CHECK_PAGE, searchWith(search, { ...choice, page: 1, ...change }), { replace: true })
    },
  }
}
