/** Which base backup a restore begins from, and which ones and which WAL segments are kept for no moment that may still be asked for. */

export type BaseFacts = {
  readonly name: string
  /** From here on the WAL is replayed. */
  readonly startWal: string
  readonly startedAt: Date
  /** Earlier than this the copied files do not agree with one another. */
  readonly finishedAt: Date
}

const byTime = (one: BaseFacts, other: BaseFacts) => one.finishedAt.getTime() - other.finishedAt.getTime()

/** The newest that was finished by then: the less WAL to replay. Without a moment, the newest. */
export function chooseBase<Base extends BaseFacts>(bases: readonly Base[], to?: Date): Base | undefined {
  const fit = to === undefined ? bases : bases.filter(({ finishedAt }) => finishedAt <= to)
  return [...fit].sort(byTime).at(-1)
}

/** The bases beyond the newest `keep`. */
export function expendableBases<Base extends BaseFacts>(bases: readonly Base[], keep: number): Base[] {
  return [...bases].sort(byTime).slice(0, Math.max(0, bases.length - Math.max(1, keep)))
}

/** Where a segment lies in the log, whatever its timeline; undefined for what is no segment, such as a timeline's history. */
export function walPosition(name: string): string | undefined {
  return /^[0-9A-F]{8}([0-9A-F]{16})(\.partial)?$/.exec(name)?.[1]
}

/** Whether a restore from the base may ask for it: every history, and each segment from the base's first on. */
export function isReplayed(name: string, base: Pick<BaseFacts, 'startWal'>): boolean {
  const [position, start] = [walPosition(name), walPosition(base.startWal)]
  return position === undefined || start === undefined || position >= start
}
