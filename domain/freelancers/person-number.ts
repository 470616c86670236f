// The number of a person as people read, say and search it: RY000123, the same at every provider. It tells nothing about them.

export function personNumber(userId: number): string {
  return `RY${String(userId).padStart(6, '0')}`
}

/** The id in what was typed; undefined where it is no such number: digits alone are part of an ID number. */
export function userIdIn(typed: string): number | undefined {
  const digits = /^RY(\d{1,15})$/i.exec(typed.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
