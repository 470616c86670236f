// The address of the login page, which carries why one is there and where to go back to.

import { type BrandNumber, hostBrand } from '../api/brand.ts'
import type { LoginReason } from '../api/redirect.ts'

export type LoginSearch = { readonly plat?: string; readonly why?: LoginReason; readonly from?: string }

const REASONS: readonly LoginReason[] = ['not-logged-in', 'session-ended', 'maintenance', 'password-changed']

export function loginSearch(brand: BrandNumber | undefined, why?: LoginReason, from?: string): LoginSearch {
  return {
    ...(brand === undefined ? {} : { plat: String(brand) }),
    ...(why === undefined ? {} : { why }),
    ...(from === undefined || from === '/' ? {} : { from }),
  }
}

export function readLoginSearch(search: Record<string, unknown>): {
  plat: BrandNumber
  why: LoginReason | undefined
  from: string | undefined
} {
  const plat = search.plat === '2' ? 2 : search.plat === '1' ? 1 : hostBrand
  const why = REASONS.find((reason) => reason === search.why)
  // Only a path of our own: "//elsewhere" and "https:…" would send the person to another site.
  const from = typeof search.from === 'string' && /^\/(?![/\\])/.test(search.from) ? search.from : undefined
  return { plat, why, from }
}
