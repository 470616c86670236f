// When a disk is getting full, and when nothing new may be begun on it.

export type FreeSpace = { readonly freeBytes: number; readonly totalBytes: number }

export type SpaceLimits = {
  /** Below this part of the disk people are warned. */
  readonly warnPercent: number
  /** Below this uploads and starts are refused; what is left is for finishing what was begun. */
  readonly stopBytes: number
}

export type SpaceState = 'enough' | 'low' | 'full'

export function spaceState(space: FreeSpace, { warnPercent, stopBytes }: SpaceLimits): SpaceState {
  if (space.freeBytes < stopBytes) return 'full'
  // On a small disk the part alone would warn too late.
  if (freePercent(space) < warnPercent || space.freeBytes < 2 * stopBytes) return 'low'
  return 'enough'
}

export function freePercent({ freeBytes, totalBytes }: FreeSpace): number {
  return totalBytes === 0 ? 0 : (100 * freeBytes) / totalBytes
}
