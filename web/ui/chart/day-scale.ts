// How bars of days are measured: the unit that suits their size, round steps of the axis, and which days are named below it.

import type { Day, Month } from '@paywages/domain/calendar/shanghai.ts'

/** A part of every bar, from the bottom up: this period primary, an earlier one mid, failures red. */
export type DayPart = { readonly label: string; readonly tone: 'primary' | 'mid' | 'failure' }

/** One value for each part, in the parts' order: fen, or a count. Quiet days are there too, with noughts. */
export type DayBar = { readonly day: Day | Month; readonly values: readonly bigint[] }

export function totalOf({ values }: DayBar): bigint {
  return values.reduce((sum, value) => sum + value, 0n)
}

/** What the values are: fen, or pieces of something with a name, such as 人次. */
export type Measure = 'money' | { readonly counts: string }

/** `per` values of the data make one of the axis. */
export type Scale = { readonly unit: 'yuan' | 'ten-thousand-yuan' | 'count'; readonly per: number }

const FEN_A_YUAN = 100
const FEN_A_TEN_THOUSAND = 1_000_000

/** 万元 as soon as the highest bar reaches one, so that an axis never counts noughts. */
export function scaleOf(measure: Measure, highest: bigint): Scale {
  if (measure !== 'money') return { unit: 'count', per: 1 }
  return highest >= BigInt(FEN_A_TEN_THOUSAND)
    ? { unit: 'ten-thousand-yuan', per: FEN_A_TEN_THOUSAND }
    : { unit: 'yuan', per: FEN_A_YUAN }
}

const ROUND = [1, 2, 2.5, 5, 10]
const STEPS = 3

/** From 0 in about three round steps to the first at or above the highest bar, only 0 where there is none; counts step by whole ones. */
export function axisTicks(highest: number, whole: boolean): readonly number[] {
  if (highest === 0) return [0]
  const rough = highest / STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = ROUND.map((step) => step * power).find((step) => step >= rough * (1 - 1e-9)) ?? 10 * power
  const step = whole ? Math.max(1, Math.ceil(round)) : round
  const last = Math.max(1, Math.ceil(highest / step - 1e-9))
  return Array.from({ length: last + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** At most `most` days in even steps from the first, and the last one: which takes the place of one that stands too near. */
export function namedDays<D>(days: readonly D[], most: number): readonly D[] {
  if (days.length <= most) return days
  const end = days.length - 1
  const step = Math.ceil(end / (most - 1))
  const early = days.filter((_, index) => index % step === 0 && end - index >= step / 2)
  return [...early, ...days.slice(-1)]
}

/** "11-13" of a day, "2026-11" of a month. */
export function shortDay(day: Day | Month): string {
  return day.length > 7 ? day.slice(5) : day
}

/** A figure of the axis: at most two decimals, and none where there is nothing to tell. */
export function axisFigure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** A figure beside a bar: one decimal says enough there, and none beyond a thousand. */
export function barFigure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 1_000 ? 1 : 0 })
}
