// Draws what goes wrong with a call, from a seeded generator, so that a bad run can be had again.

import type { Control } from './control.ts'

export type Fault = {
  /** Half of it passes before the work and half after, so that a caller may give up on either side of it. */
  readonly delayMs: number
  readonly trouble:
    | { readonly kind: 'hang' | 'reset' | 'fail'; readonly when: 'before' | 'after' }
    | undefined
  readonly badSignature: boolean
}

/** A number in [0, 1). */
export type Random = () => number

export function drawFault(control: Control, random: Random): Fault {
  // Always the same number of draws in the same order: one rate changed does not shift what the others draw.
  const delayMs = Math.round(control.latencyMs + random() * control.latencyJitterMs)
  const hangs = random() < control.hangRate
  const resets = random() < control.resetRate
  const failsBefore = random() < control.fail500BeforeRate
  const failsAfter = random() < control.fail500AfterRate
  const badSignature = random() < control.badSignatureRate
  // A lost answer leaves open whether the work was done; both happen.
  const side = random() < 0.5 ? 'before' : 'after'
  const base = { delayMs, badSignature }
  if (hangs) return { ...base, trouble: { kind: 'hang', when: side } }
  if (resets) return { ...base, trouble: { kind: 'reset', when: side } }
  if (failsBefore) return { ...base, trouble: { kind: 'fail', when: 'before' } }
  if (failsAfter) return { ...base, trouble: { kind: 'fail', when: 'after' } }
  return { ...base, trouble: undefined }
}

/** The mulberry32 generator. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
