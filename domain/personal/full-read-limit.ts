// How often one person may read personal data in full within an hour, and from when others should know (D33, ADR 73).

/** A reveal shows one person's numbers; an export hands out a whole list or papers of people. */
export const FULL_READ_KINDS = ['reveal', 'export'] as const
export type FullReadKind = (typeof FULL_READ_KINDS)[number]

export const FULL_READ_WINDOW_MS = 3_600_000

/** Half of the limit, at least one: much more than a working hour asks for, and not yet refused. */
export function alarmFrom(limit: number): number {
  return Math.max(1, Math.ceil(limit / 2))
}

export type FullReadOutcome = {
  /** When the next one is possible; undefined where this one is. */
  readonly refusedUntil: Date | undefined
  /** Whether those who manage the person are told. */
  readonly alarms: boolean
}

/** Of the one that is asked for now, given the earlier ones in any order; refused ones are not counted. */
export function judgeFullRead(earlier: readonly Date[], limit: number, now: Date): FullReadOutcome {
  const recent = earlier
    .map((at) => at.getTime())
    .filter((at) => now.getTime() - at < FULL_READ_WINDOW_MS)
    .sort((a, b) => b - a)
  const full = recent[limit - 1]
  const refusedUntil = full === undefined ? undefined : new Date(full + FULL_READ_WINDOW_MS)
  return { refusedUntil, alarms: refusedUntil !== undefined || recent.length + 1 >= alarmFrom(limit) }
}
