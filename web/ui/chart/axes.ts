// How the axes and tips of our bar charts look, the same in each.

import { axisFigure } from './day-scale.ts'

const TICK = { fill: '#5d6b82', fontSize: 12 } as const

export const GRID = { vertical: false, stroke: '#edf0f4', syncWithTicks: true } as const

export const X_AXIS = {
  interval: 0,
  tick: TICK,
  tickLine: false,
  axisLine: { stroke: '#d9dfe8' },
  height: 24,
} as const

export function yAxis(ticks: readonly number[], top: number) {
  const digits = Math.max(...ticks.map((tick) => axisFigure(tick).length))
  return {
    ticks: [...ticks],
    interval: 0,
    domain: [0, top],
    tickFormatter: axisFigure,
    tick: TICK,
    tickLine: false,
    axisLine: false,
    width: 12 + digits * 7,
  }
}

export const TIP = { cursor: { fill: 'var(--hover-fill)' }, isAnimationActive: false } as const
