// Who may become a super manager by the operator's command (D36, D47): two places, and one that a disabled leaver gives up.

/** One proposes, the other confirms. */
export const SUPER_MANAGERS = 2

export type KnownSuperManager = {
  readonly account: string
  readonly enabled: boolean
  /** Somebody has been named in this one's place. */
  readonly replaced: boolean
}

export type PlaceRefusal =
  | 'already-one'
  | 'no-such-leaver'
  | 'leaver-enabled'
  | 'leaver-replaced'
  | 'two-already'

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A disabled one keeps the place until somebody is named for it: nobody slips into it unseen. */
export function validatePlace(
  known: readonly KnownSuperManager[],
  account: string,
  replaces?: string,
): PlaceRefusal | undefined {
  if (known.some((one) => isSame(one.account, account))) return 'already-one'
  const holders = known.filter(({ enabled, replaced }) => enabled || !replaced)
  if (replaces === undefined) return holders.length >= SUPER_MANAGERS ? 'two-already' : undefined
  const leaver = known.find((one) => isSame(one.account, replaces))
  if (leaver === undefined) return 'no-such-leaver'
  if (leaver.enabled) return 'leaver-enabled'
  if (leaver.replaced) return 'leaver-replaced'
  return holders.length > SUPER_MANAGERS ? 'two-already' : undefined
}
