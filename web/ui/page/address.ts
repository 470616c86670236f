// The page's address: its query as plain texts, and going elsewhere.

import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PageSearch } from './page-link.tsx'

export function usePageSearch(): PageSearch {
  return useLocation({ select: (location) => location.search as PageSearch })
}

type Go = (to: string, search?: PageSearch, options?: { replace?: boolean }) => void

export function useGo(): Go {
  const navigate = useNavigate()
  return useCallback(
    (to, search, options) => {
      void navigate({ to, search: search ?? {}, replace: options?.replace ?? false })
    },
    [navigate],
  )
}

/** A record's number in the query; undefined when it is missing or no number. */
export function recordNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
