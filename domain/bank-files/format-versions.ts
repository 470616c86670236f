// Which version of a format counts on a day: the newest that has begun, unless it was withdrawn (ADR 83).

export type DatedVersion = {
  readonly version: number
  /** Its first day. */
  readonly effectiveFrom: string
  /** The day on which it was withdrawn; undefined while it stands. */
  readonly withdrawnOn?: string | undefined
}

/** A version that was withdrawn before its first day never counted. */
const neverCounted = ({ effectiveFrom, withdrawnOn }: DatedVersion): boolean =>
  withdrawnOn !== undefined && withdrawnOn < effectiveFrom

/** An older version does not come back by itself when the newest is withdrawn: nobody reviewed that. */
export function versionOn<V extends DatedVersion>(versions: readonly V[], day: string): V | undefined {
  const newest = versions
    .filter((one) => one.effectiveFrom <= day && !neverCounted(one))
    .toSorted((a, b) => b.version - a.version)
    .at(0)
  return newest?.withdrawnOn === undefined ? newest : undefined
}

export const VERSION_STATES = ['live', 'coming', 'replaced', 'withdrawn'] as const
export type VersionState = (typeof VERSION_STATES)[number]

export function versionState<V extends DatedVersion>(
  one: V,
  versions: readonly V[],
  day: string,
): VersionState {
  if (one.withdrawnOn !== undefined) return 'withdrawn'
  if (one.effectiveFrom > day) return 'coming'
  return versionOn(versions, day)?.version === one.version ? 'live' : 'replaced'
}
