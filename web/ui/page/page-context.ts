// Title and purpose of the page being shown, and the page above it, from the one table of pages.

import { createContext, useContext } from 'react'

export type PageWords = {
  readonly title: string
  readonly purpose: string
  /** Where a page that is not in the menu leads back to. */
  readonly above?: { readonly path: string; readonly title: string } | undefined
}

export const PageContext = createContext<PageWords>({ title: '', purpose: '' })

export function usePageWords(): PageWords {
  return useContext(PageContext)
}
