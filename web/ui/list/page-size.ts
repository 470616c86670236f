// How many rows a page of any list has: chosen once and remembered for the account on this device (D43).

import { PAGE_SIZE } from '@paywages/wire/paging.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const

const keyOf = (account: string) => `paywages.page-size.${account}`

const sizeIn = (text: string | null | undefined): number | undefined =>
  PAGE_SIZES.find((size) => String(size) === text)

/** What the address says comes first, so that a shared link shows the same rows. */
export function pageSizeOf(account: string, search: Readonly<Record<string, string | undefined>>): number {
  return sizeIn(search.size) ?? sizeIn(stored(account)) ?? PAGE_SIZE
}

export function rememberPageSize(account: string, size: number): void {
  try {
    localStorage.setItem(keyOf(account), String(size))
  } catch {
    // A browser that keeps nothing still lists.
  }
}

function stored(account: string): string | null {
  try {
    return localStorage.getItem(keyOf(account))
  } catch {
    return null
  }
}
