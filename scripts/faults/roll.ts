/**
 * A roll from an earlier release to this one, with the real code of both: it pays, the schema is migrated under it, and both go on side by
 * side until it is stopped; or it is too old to write beside this one, and does not (ADR 147).
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findEarlier, type Landed, unpack } from './earlier-release.ts'
import { type ItsBatches, type ItsWorld, type Rolled, TwoReleases } from './two-releases.ts'

export type RollCase = {
  readonly fault: string
  /** Or why it cannot be made here. */
  readonly make: string | (() => Promise<Rolled>)
}

/** With the release before this one, with the oldest that may write beside it, and with the newest that may not. */
export const ROLLS = [
  { fault: 'previous release beside this one', which: 'previous', expected: 'side-by-side' },
  { fault: 'oldest release that may write beside this one', which: 'oldestWriter', expected: 'side-by-side' },
  { fault: 'newest release that may not write, on this schema', which: 'newestRefused', expected: 'refused' },
  {
    fault: 'split: rolled back on the old primary to the oldest release',
    which: 'oldestWriter',
    expected: 'superseded',
  },
  {
    fault: 'split: oldest release first on an old primary that returns',
    which: 'oldestWriter',
    expected: 'first on the old primary',
  },
] as const
type Expected = (typeof ROLLS)[number]['expected']

export function rollCases(earlier = findEarlier()): readonly RollCase[] {
  return ROLLS.map(({ fault, which, expected }) => {
    if (typeof earlier === 'string') return { fault, make: earlier }
    const landed = earlier[which]
    if (!landed) return { fault, make: 'the history has no such release' }
    return { fault: `${fault} (${numbered(landed.release)})`, make: () => roll(landed, expected) }
  })
}

const numbered = (release: number) => String(release).padStart(4, '0')

export async function roll(earlier: Landed, expected: Expected): Promise<Rolled> {
  const unpacked = unpack(earlier)
  try {
    const its = (path: string) => import(pathToFileURL(join(unpacked.folder, path)).href)
    const { World } = (await its('scripts/faults/world.ts')) as { World: { open(): Promise<ItsWorld> } }
    const batches = (await its('scripts/faults/batches.ts')) as ItsBatches
    const world = await World.open()
    const two = new TwoReleases(world, batches)
    try {
      if (expected === 'refused') await two.replace()
      else if (expected === 'superseded') await two.rollBackSuperseded()
      else if (expected === 'first on the old primary') await two.startOnOldPrimary()
      else await two.goSideBySide()
      return await two.account()
    } finally {
      await two.close()
    }
  } finally {
    unpacked.remove()
  }
}
