// Who is served next of the logins that wait, and who gives way when no more may wait (D9).

export type WaitingLogin = {
  /** The browser has logged in to this account before. */
  readonly known: boolean
  /** How many attempts of its address did not succeed lately: whoever floods stands behind whoever just came. */
  readonly spent: number
  readonly arrival: number
}

/** Known devices first, then the address with the fewest attempts, then the order of arrival. */
export function isServedBefore(one: WaitingLogin, other: WaitingLogin): boolean {
  if (one.known !== other.known) return one.known
  if (one.spent !== other.spent) return one.spent < other.spent
  return one.arrival < other.arrival
}

/** The address with the most attempts gives way; of equals the one that waited longest: its person has likely gone. */
export function givesWayBefore(one: WaitingLogin, other: WaitingLogin): boolean {
  if (one.known !== other.known) return other.known
  if (one.spent !== other.spent) return one.spent > other.spent
  return one.arrival < other.arrival
}
