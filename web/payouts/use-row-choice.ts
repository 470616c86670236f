// The choice of rows in the address, and changing it; every change starts at the first page.

import { CHECK_PAGE } from '../records/batch-address.ts'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { choiceFrom, type RowChoice, searchWith } from './rows-address.ts'

export function useRowChoice(): {
  readonly choice: RowChoice
  readonly choose: (change: Partial<RowChoice>) => void
} {
  const search = usePageSearch()
  const go = useGo()
  const choice = choiceFrom(search)
  return {
    choice,
    choose: (change) =>
      go(CHECK_PAGE, searchWith(search, { ...choice, page: 1, ...change }), { replace: true }),
  }
}
