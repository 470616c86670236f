// Who is logged in, as far as this browser knows: kept for the page's life, with a hint for the next one.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'

/** Only a hint that asking is worthwhile, never a proof: the server alone knows the session. Brand, then account. */
const HINT = 'paywages.user'

let known: CurrentUser | undefined
const onForgotten = new Set<() => void>()

export function knownUser(): CurrentUser | undefined {
  return known
}

export function storeUser(user: CurrentUser): void {
  if (known !== undefined && known.accountId !== user.accountId) clearUser()
  known = user
  hints()?.setItem(HINT, hintOf(user))
}

/** Forgets the person and everything that was kept in their name. */
export function clearUser(): void {
  known = undefined
  hints()?.removeItem(HINT)
  for (const forget of onForgotten) forget()
}

/** Whatever holds a person's data registers here, so that nothing of it outlives the session. */
export function whenForgotten(forget: () => void): void {
  onForgotten.add(forget)
}

export function perhapsLoggedIn(): boolean {
  return hints()?.getItem(HINT) != null
}

/** The brand of the last session here, so that its login page wears it when the session has ended meanwhile. */
export function hintedBrand(): CurrentUser['brand'] | undefined {
  const hint = hints()?.getItem(HINT) ?? ''
  return hint.startsWith('2 ') ? 2 : hint.startsWith('1 ') ? 1 : undefined
}

function hintOf(user: CurrentUser): string {
  return `${user.brand} ${user.account}`
}

/** Another tab that logs in as someone else changes the cookie under this one: start afresh. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== HINT || known === undefined) return
    if (event.newValue !== hintOf(known)) window.location.reload()
  })
}

/** Storage may be forbidden by the browser's settings; the console works without it. */
function hints(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
