// A link to another page of the console; it changes the page without loading everything again.

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Query values are plain text; an absent one leaves no trace in the address. */
export type PageSearch = Readonly<Record<string, string | undefined>>

type PageLinkProps = {
  to: string
  search?: PageSearch
  className?: string
  children: ReactNode
  onClick?: () => void
  'aria-current'?: 'page' | undefined
  title?: string
  'aria-label'?: string
}

export function PageLink({ to, search, ...rest }: PageLinkProps) {
  // The router marks links as active by itself, in its own words; the menu knows better which page is current.
  return <Link to={to} search={search ?? {}} activeOptions={{ exact: true }} {...rest} />
}
