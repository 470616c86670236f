// What a photograph of an ID card must measure, and what its first bytes and pixels tell.

export const MAX_SIDE = 1_600
export const MAX_BYTES = 600_000
/** Nothing a phone's camera makes; more is not worth decoding. */
export const MAX_FILE_BYTES = 40 * 1024 * 1024
/** The small print of a card is unreadable below this; the server refuses the same. */
const MIN_LONG_SIDE = 480
const MIN_SHORT_SIDE = 240
/** Tried in turn until the file is small enough. */
export const QUALITIES = [0.86, 0.78, 0.7, 0.6, 0.5, 0.4] as const
/** Of the brightness's second derivative; measured on cards out of focus and in focus. */
const MIN_VARIANCE = 40

export type Measures = { readonly width: number; readonly height: number }

export function isTooSmall({ width, height }: Measures): boolean {
  return Math.max(width, height) < MIN_LONG_SIDE || Math.min(width, height) < MIN_SHORT_SIDE
}

/** Never enlarged. */
export function fitWithin({ width, height }: Measures, side: number): Measures {
  const scale = Math.min(1, side / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** HEIC and HEIF, which most browsers but Safari cannot read: `ftyp` and a brand of that family. */
export function isHeic(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(4, 12))
  return /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/.test(text)
}

/** Whether edges are soft all over; `pixels` are RGBA. */
export function isBlurry(pixels: Uint8ClampedArray, { width, height }: Measures): boolean {
  const grey = new Float32Array(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]]
    grey[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  const shade = (at: number) => grey[at] ?? 0
  let [sum, squares, count] = [0, 0, 0]
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column
      const bend = shade(at - 1) + shade(at + 1) + shade(at - width) + shade(at + width) - 4 * shade(at)
      sum += bend
      squares += bend * bend
      count += 1
    }
  }
  if (count === 0) return false
  return squares / count - (sum / count) ** 2 < MIN_VARIANCE
}
