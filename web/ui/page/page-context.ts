// Title and purpose of the page being shown, from the one table of pages.

import { createContext, useContext } from 'react'

export type PageWords = { readonly title: string; readonly purpose: string }

export const PageContext = createContext<PageWords>({ title: '', purpose: '' })

export function usePageWords(): PageWords {
  return useContext(PageContext)
}
