// Asks again whenever the rows on the page are others, so that figures beside them are of the same moment.

import { useEffect, useRef } from 'react'

type Query = { readonly isFetching: boolean; readonly refetch: () => unknown }

export function useFollow(rows: readonly unknown[] | undefined, { isFetching, refetch }: Query): void {
  const followed = useRef(rows)
  useEffect(() => {
    if (rows === followed.current) return
    const first = followed.current === undefined
    followed.current = rows
    if (!first && !isFetching) void refetch()
  }, [rows, isFetching, refetch])
}
