// Whether a photograph shows anything, and whether two are the same picture: by sixteen rows of brightness, whatever their size and format (D27).

/** So many columns and rows of brightness, 0 to 255, row by row: one column more than there are comparisons. */
export const COLUMNS = 17
export const ROWS = 16

export type Brightness = readonly number[]

/** Between the dark and the bright tenth of a picture; a card on any ground has several times as much. */
const MIN_CONTRAST = 16

export function isBlank(brightness: Brightness): boolean {
  const sorted = brightness.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return at(0.9) - at(0.1) < MIN_CONTRAST
}

/** What noise and another compression change. */
const EVEN = 3

/** 256 bits as 64 hexadecimal digits: whether it gets darker from each column to the next. */
export function printOf(brightness: Brightness): string {
  let digits = ''
  for (let row = 0; row < ROWS; row += 1) {
    let bits = 0
    for (let column = 0; column < COLUMNS - 1; column += 1) {
      const [here, next] = [
        brightness[row * COLUMNS + column] ?? 0,
        brightness[row * COLUMNS + column + 1] ?? 0,
      ]
      bits = bits * 2 + (here - next > EVEN ? 1 : 0)
    }
    digits += bits.toString(16).padStart(4, '0')
  }
  return digits
}

/** In how many bits two prints differ. */
export function printDistance(one: string, other: string): number {
  let bits = 0
  for (let at = 0; at < one.length; at += 8) {
    let changed = Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16)
    for (; changed !== 0; changed &= changed - 1) bits += 1
  }
  return bits
}

/** The same picture in another size or compression differs in fewer; two pictures of one kind of card in many more. */
const SAME_PICTURE = 8

export function isSamePicture(one: string, other: string): boolean {
  return one.length === other.length && printDistance(one, other) <= SAME_PICTURE
}

/** The same picture shares at least one of these nearly always: by them those to be compared are found. */
export function printParts(print: string): string[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((part) => `${part}${print.slice(part * 8, part * 8 + 8)}`)
}
