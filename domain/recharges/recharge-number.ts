// The number of a recharge as people read, say and search it: CZ000021. Its id stands in it, so that it is the same everywhere.

export function rechargeNumber(rechargeId: number): string {
  return `CZ${String(rechargeId).padStart(6, '0')}`
}

/** The id in what was typed: with or without its letters, in any case; undefined where it cannot be one. */
export function rechargeIdIn(typed: string): number | undefined {
  const digits = /^(?:CZ)?(\d{1,15})$/i.exec(typed.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
