// How fast transfers end and how long the rest will take, from the last polls of a batch's progress.

import { progressLabels as labels } from './labels.ts'

/** When a poll came, and how many transfers had their result. */
export type Sample = { readonly atMs: number; readonly done: number }

/** Long enough to smooth the bank's bursts, short enough to follow it. */
export const WINDOW_MS = 20_000

/** Two polls that close together say nothing about speed. */
const MIN_SPAN_MS = 1_000

/** Adds a poll and forgets those before the window, but for one that marks its edge. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last !== undefined && sample.atMs <= last.atMs) return samples
  // Fewer than before: results were taken back, and what was measured no longer holds.
  if (last !== undefined && sample.done < last.done) return [sample]
  const all = [...samples, sample]
  const edge = all.findLastIndex(({ atMs }) => atMs <= sample.atMs - WINDOW_MS)
  return edge <= 0 ? all : all.slice(edge)
}

export type Pace = { readonly perSecond: number; readonly leftMs: number | undefined }

/** What has no result yet: in our queue, or at the bank. */
export type Rest = { readonly waiting: number; readonly atBank: number }

/**
 * Undefined until two polls tell something. Without movement, or with nothing left to send, nobody knows how long it takes:
 * the last answers come when the bank gives them.
 */
export function paceOf(samples: readonly Sample[], { waiting, atBank }: Rest): Pace | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.atMs - first.atMs < MIN_SPAN_MS) return undefined
  const perSecond = ((last.done - first.done) * 1_000) / (last.atMs - first.atMs)
  const known = perSecond > 0 && waiting > 0
  return { perSecond, leftMs: known ? ((waiting + atBank) / perSecond) * 1_000 : undefined }
}

export function paceWords(pace: Pace | undefined): string {
  if (pace === undefined) return labels.measuring
  const { perSecond, leftMs } = pace
  if (leftMs === undefined) return labels.stalled
  return `${speedWords(perSecond)}，${labels.left(spanWords(leftMs))}`
}

function speedWords(perSecond: number): string {
  if (perSecond >= 0.95) return labels.perSecond(Math.round(perSecond).toLocaleString('en-US'))
  const perMinute = Math.round(perSecond * 60)
  return perMinute < 1 ? labels.slow : labels.perMinute(String(perMinute))
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A stretch of time, rounded up: 36 秒, 4 分钟, 1 小时 5 分钟. */
export function spanWords(ms: number): string {
  if (ms <= 59 * SECOND) return labels.seconds(Math.max(1, Math.ceil(ms / SECOND)))
  const minutes = Math.ceil(ms / MINUTE)
  if (minutes < 60) return labels.minutes(minutes)
  return labels.hours(Math.floor((minutes * MINUTE) / HOUR), minutes % 60)
}
