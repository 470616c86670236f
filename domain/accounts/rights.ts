// Answers every "may this person …?" that depends on rights alone (D10, D38).

import type { Person, Rights } from './person.ts'

/**
 * The rights a call may ask for. `public` needs no login; `session` is open even while a first password
 * change is pending (D10); `console` is anyone who may work in the console.
 */
export const RIGHTS = [
  'public',
  'session',
  'console',
  'pay',
  'check',
  'manager',
  'super-manager',
  'pay-or-check',
  'pay-or-manager',
  'check-or-manager',
  'check-or-super-manager',
  'not-check',
  'not-manager',
] as const

export type Right = (typeof RIGHTS)[number]

/** The rights that decide in the console; app login gates nothing yet (D11). */
export type ConsoleRights = Pick<Rights, 'payRight' | 'checkRight' | 'manager' | 'superManager'>

const asks: Record<Right, (rights: ConsoleRights) => boolean> = {
  public: () => true,
  session: () => true,
  console: (r) => mayEnterConsole(r),
  pay: (r) => r.payRight,
  check: (r) => r.checkRight,
  manager: (r) => r.manager || r.superManager,
  'super-manager': (r) => r.superManager,
  'pay-or-check': (r) => r.payRight || r.checkRight,
  'pay-or-manager': (r) => r.payRight || r.manager || r.superManager,
  'check-or-manager': (r) => r.checkRight || r.manager || r.superManager,
  'check-or-super-manager': (r) => r.checkRight || r.superManager,
  'not-check': (r) => mayEnterConsole(r) && !r.checkRight,
  'not-manager': (r) => mayEnterConsole(r) && !r.manager && !r.superManager,
}

export function hasRight(rights: ConsoleRights, right: Right): boolean {
  return asks[right](rights)
}

/** An account with none of these rights cannot enter the console (D10). */
export function mayEnterConsole(rights: ConsoleRights): boolean {
  return rights.payRight || rights.checkRight || rights.manager || rights.superManager
}

/** How wide a person sees (D11). */
export type Scope =
  | { readonly of: 'everything' }
  | { readonly of: 'platform'; readonly platformId: number }
  | { readonly of: 'provider'; readonly providerId: number }

export function scopeOf(person: Person): Scope {
  if (person.superManager) return { of: 'everything' }
  if (person.manager) return { of: 'platform', platformId: person.platformId }
  return { of: 'provider', providerId: person.providerId }
}
