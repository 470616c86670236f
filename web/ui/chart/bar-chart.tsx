// The drawing of stacked bars (docs/LOOK.md, Charts): calm, without animation; pointer and arrow keys tell the figures of each.

import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useWidth } from '../page/use-width.ts'
import { type BarLayout, barByKey, barPath, layOut } from './bar-layout.ts'
import { BarTip, type Tip, tipWords } from './bar-tip.tsx'
import { axisFigure } from './day-scale.ts'
import './bar-chart.css'

/** From the bottom up. */
export type BarPart = { readonly value: number; readonly fill: string }

export type ChartBar = {
  readonly key: string
  /** Below the axis, where this bar is named. */
  readonly name: string | undefined
  readonly parts: readonly BarPart[]
  /** Above the bar, where its value is told directly. */
  readonly figure?: string | undefined
}

type BarChartProps = {
  readonly bars: readonly ChartBar[]
  readonly ticks: readonly number[]
  readonly gap: number
  readonly maxBar: number
  readonly marginTop: number
  readonly marginRight: number
  readonly height: number
  /** The whole chart in a sentence. */
  readonly summary: string
  readonly tipOf: (index: number) => Tip
  /** A dashed line with its words. */
  readonly limit?: { readonly value: number; readonly words: string } | undefined
}

export function BarChart(props: BarChartProps) {
  const { bars, ticks, limit, summary, tipOf } = props
  const [box, width] = useWidth<HTMLDivElement>()
  const [shown, setShown] = useState<number>()
  // Where nothing stands above 0, any height will do.
  const top = Math.max(ticks.at(-1) ?? 0, limit?.value ?? 0) || 1
  const layout = layOut({ ...props, width, count: bars.length, top })
  // The days may have become fewer under the pointer.
  const active = shown === undefined || shown >= bars.length ? undefined : shown

  function point(event: PointerEvent<HTMLDivElement>) {
    setShown(layout.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return setShown(undefined)
    const next = barByKey(event.key, active, bars.length)
    if (next === undefined) return
    event.preventDefault()
    setShown(next)
  }

  return (
    // A slider over the bars: screen readers tell each bar's figures as the arrow keys reach it.
    <div
      ref={box}
      className="bar-chart"
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={(active ?? bars.length - 1) + 1}
      aria-valuetext={tipWords(tipOf(active ?? bars.length - 1))}
      onPointerMove={point}
      onPointerLeave={() => setShown(undefined)}
      onBlur={() => setShown(undefined)}
      onKeyDown={press}
    >
      {width === 0 ? null : (
        <svg width={width} height={props.height} aria-hidden="true" focusable="false">
          {active === undefined ? null : (
            <rect
              className="bar-chart-cursor"
              x={layout.left + layout.band * active}
              y={props.marginTop}
              width={layout.band}
              height={layout.bottom - props.marginTop}
            />
          )}
          <Axis ticks={ticks} layout={layout} />
          {bars.map((bar, index) => (
            <Bar key={bar.key} bar={bar} index={index} layout={layout} />
          ))}
          {limit === undefined ? null : <Limit {...limit} layout={layout} />}
        </svg>
      )}
      {active === undefined ? null : (
        <BarTip tip={tipOf(active)} at={layout.centreOf(active)} width={width} />
      )}
    </div>
  )
}

function Axis({ ticks, layout }: { ticks: readonly number[]; layout: BarLayout }) {
  return ticks.map((tick) => {
    const y = Math.round(layout.heightAt(tick)) + 0.5
    return (
      <g key={tick}>
        <line
          className="bar-chart-grid"
          data-axis={tick === 0}
          x1={layout.left}
          x2={layout.right}
          y1={y}
          y2={y}
        />
        <text className="bar-chart-tick" x={layout.left - 8} y={y + 4} textAnchor="end">
          {axisFigure(tick)}
        </text>
      </g>
    )
  })
}

function Bar({ bar, index, layout }: { bar: ChartBar; index: number; layout: BarLayout }) {
  const centre = layout.centreOf(index)
  const highest = bar.parts.findLastIndex(({ value }) => value > 0)
  let below = 0
  const stacked = bar.parts.map(({ value, fill }, part) => {
    const [from, to] = [layout.heightAt(below), layout.heightAt(below + value)]
    below += value
    return { fill, from, to, radius: part === highest ? 2 : 0 }
  })
  return (
    <g>
      {stacked
        .filter(({ from, to }) => from > to)
        .map(({ fill, from, to, radius }) => (
          <path
            className="bar-chart-bar"
            key={fill}
            fill={fill}
            d={barPath(centre - layout.bar / 2, layout.bar, from, to, radius)}
          />
        ))}
      {bar.figure === undefined ? null : (
        <text className="bar-chart-figure" x={centre} y={layout.heightAt(below) - 6} textAnchor="middle">
          {bar.figure}
        </text>
      )}
      {bar.name === undefined ? null : (
        <text className="bar-chart-tick" x={centre} y={layout.bottom + 17} textAnchor="middle">
          {bar.name}
        </text>
      )}
    </g>
  )
}

function Limit({ value, words, layout }: { value: number; words: string; layout: BarLayout }) {
  const y = layout.heightAt(value)
  return (
    <g>
      <line className="bar-chart-limit" x1={layout.left} x2={layout.right} y1={y} y2={y} />
      <text className="bar-chart-limit-words" x={layout.left} y={y - 6}>
        {words}
      </text>
    </g>
  )
}
