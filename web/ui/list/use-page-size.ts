// The remembered page size, for lists inside a page or a dialog that have no place of their own in the address.

import { useState } from 'react'
import { useCurrentUser } from '../../api/current-user.ts'
import { pageSizeOf, rememberPageSize } from './page-size.ts'

/** Another size starts at the first page, as everywhere. */
export function usePageSize() {
  const { account } = useCurrentUser()
  const [size, setSize] = useState(() => pageSizeOf(account, {}))
  const [page, setPage] = useState(1)
  return {
    size,
    page,
    goTo: setPage,
    resize: (next: number) => {
      rememberPageSize(account, next)
      setSize(next)
      setPage(1)
    },
  }
}
