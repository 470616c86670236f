// Who is served next of the logins that wait, and who gives way when no more may wait (D9).

export type WaitingLogin = {
  /** The browser has logged in to this account before. */
  readonly known: boolean
  readonly rank: number
  readonly arrival: number
}

/** An address from which someone logged in lately is put this many failures before others. */
const WELCOME = 3

/** By how many attempts of its address did not succeed lately: whoever floods stands behind whoever just came. */
export function loginRank(failures: number, welcome: boolean): number {
  return Math.ceil(failures) - (welcome ? WELCOME : 0)
}

/**
 * Known devices first, then the lowest rank. Of equals the one that came last: whoever comes into a flood is not served behind all of
 * it, and those who waited longest have most likely gone.
 */
export function isServedBefore(one: WaitingLogin, other: WaitingLogin): boolean {
  if (one.known !== other.known) return one.known
  if (one.rank !== other.rank) return one.rank < other.rank
  return one.arrival > other.arrival
}

/** When no more may wait, whoever would be served last gives way. */
export function givesWayBefore(one: WaitingLogin, other: WaitingLogin): boolean {
  return isServedBefore(other, one)
}
