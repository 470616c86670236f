// The time as everything here asks for it, so that tests need not wait, and the Shanghai day it belongs to.

/** Epoch milliseconds. */
export type Clock = () => number

// China has had no summer time since 1991, so the offset is a constant.
const SHANGHAI_OFFSET_MS = 8 * 3_600_000

const DAY_MS = 24 * 3_600_000

/** Which day it is in Asia/Shanghai, counted from 1970-01-01. */
export function shanghaiDayNumber(at: number): number {
  return Math.floor((at + SHANGHAI_OFFSET_MS) / DAY_MS)
}

/** The same count for a day written as YYYY-MM-DD. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

export function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

/** YYYY-MM-DD HH:mm:ss in Asia/Shanghai. */
export function shanghaiTime(at: number): string {
  return new Date(at + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}
