// Where the bars, lines and words of a bar chart stand, in pixels.

import { axisFigure } from './day-scale.ts'

export type BarFrame = {
  readonly width: number
  readonly height: number
  readonly count: number
  /** What the axis tells; the last one, or `top` where it is higher, is the upper edge. */
  readonly ticks: readonly number[]
  readonly top: number
  /** Free on each side of a bar, as a share of its band. */
  readonly gap: number
  readonly maxBar: number
  readonly marginTop: number
  readonly marginRight: number
}

export type BarLayout = {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly band: number
  readonly bar: number
  readonly centreOf: (index: number) => number
  readonly heightAt: (value: number) => number
  /** The band under a point, the nearest one outside of them. */
  readonly indexAt: (x: number) => number
}

const DAYS_ROW = 24
const DIGIT = 7

export function layOut(frame: BarFrame): BarLayout {
  const { width, height, count, ticks, top, gap, maxBar, marginTop, marginRight } = frame
  const digits = Math.max(...ticks.map((tick) => axisFigure(tick).length))
  const left = 12 + digits * DIGIT
  const right = width - marginRight
  const bottom = height - DAYS_ROW
  const band = Math.max(0, right - left) / Math.max(1, count)
  return {
    left,
    right,
    bottom,
    band,
    bar: Math.min(maxBar, band * (1 - 2 * gap)),
    centreOf: (index) => left + band * (index + 0.5),
    heightAt: (value) => bottom - (value / top) * (bottom - marginTop),
    indexAt: (x) => Math.max(0, Math.min(count - 1, Math.floor((x - left) / band))),
  }
}

/** A bar from `from` up to `to`, its upper corners round where nothing stands on it. */
export function barPath(x: number, width: number, from: number, to: number, radius: number): string {
  const r = Math.min(radius, width / 2, from - to)
  return `M${x} ${from}V${to + r}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}V${from}z`
}

/** Which bar the keys lead to; undefined where a key is none of ours. */
export function barByKey(key: string, shown: number | undefined, count: number): number | undefined {
  const from = shown ?? (key === 'ArrowLeft' ? count : -1)
  if (key === 'ArrowRight') return Math.min(count - 1, from + 1)
  if (key === 'ArrowLeft') return Math.max(0, from - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
