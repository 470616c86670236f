// Undoes the text encodings and predictors under which the objects of a PDF may be packed; undefined for what readers may take in several ways.

/** Digits to the closing bracket. */
export function fromAsciiHex(bytes: Uint8Array): Uint8Array | undefined {
  const digits: number[] = []
  for (const byte of bytes) {
    if (byte <= 0x20) continue
    if (byte === 0x3e) return pairsOf(digits)
    const digit = Number.parseInt(String.fromCharCode(byte), 16)
    if (Number.isNaN(digit)) return undefined
    digits.push(digit)
  }
  return undefined
}

function pairsOf(digits: readonly number[]): Uint8Array {
  return Uint8Array.from(
    { length: Math.ceil(digits.length / 2) },
    (_, index) => (digits[index * 2] ?? 0) * 16 + (digits[index * 2 + 1] ?? 0),
  )
}

/** Groups of five characters to the closing ~>. */
export function fromAscii85(bytes: Uint8Array): Uint8Array | undefined {
  const out: number[] = []
  let group: number[] = []
  for (const byte of bytes) {
    if (byte <= 0x20) continue
    if (byte === 0x7e) return group.length === 1 ? undefined : Uint8Array.from([...out, ...lastOf(group)])
    if (byte === 0x7a && group.length === 0) {
      for (let zero = 0; zero < 4; zero += 1) out.push(0)
      continue
    }
    if (byte < 0x21 || byte > 0x75) return undefined
    group.push(byte - 0x21)
    if (group.length < 5) continue
    for (const one of wordOf(group)) out.push(one)
    group = []
  }
  return undefined
}

function wordOf(group: readonly number[]): number[] {
  const word = group.reduce((sum, digit) => sum * 85 + digit, 0)
  return [24, 16, 8, 0].map((bits) => Math.floor(word / 2 ** bits) % 256)
}

function lastOf(group: readonly number[]): number[] {
  if (group.length === 0) return []
  const full = [...group, ...Array.from({ length: 5 - group.length }, () => 84)]
  return wordOf(full).slice(0, group.length - 1)
}

export type PdfPredictor = {
  readonly predictor: number
  readonly columns: number
  readonly colors: number
  readonly bits: number
}

/** One for none; ten and more for the rows of PNG, which name their own kind. */
export function undoPredictor(bytes: Uint8Array, how: PdfPredictor): Uint8Array | undefined {
  if (how.predictor === 1) return bytes
  const isPlausible = [how.columns, how.colors, how.bits].every((n) => Number.isInteger(n) && n > 0)
  if (!(how.predictor >= 10 && how.predictor <= 15 && isPlausible)) return undefined
  const pixel = Math.max(1, (how.colors * how.bits) >> 3)
  const width = Math.ceil((how.columns * how.colors * how.bits) / 8)
  if (width > bytes.length) return undefined
  const rows = Math.ceil(bytes.length / (width + 1))
  const out = new Uint8Array(rows * width)
  for (let row = 0; row < rows; row += 1) {
    const from = row * (width + 1)
    const packed = bytes.subarray(from + 1, from + 1 + width)
    if (!undoRow(out, packed, { kind: bytes[from] ?? 0, at: row * width, width, pixel })) return undefined
  }
  return out
}

type PngRow = {
  readonly kind: number
  readonly at: number
  readonly width: number
  readonly pixel: number
}

function undoRow(out: Uint8Array, packed: Uint8Array, { kind, at, width, pixel }: PngRow): boolean {
  if (kind > 4) return false
  for (let x = 0; x < packed.length; x += 1) {
    const left = x < pixel ? 0 : (out[at + x - pixel] ?? 0)
    const up = at === 0 ? 0 : (out[at + x - width] ?? 0)
    const upLeft = at === 0 || x < pixel ? 0 : (out[at + x - width - pixel] ?? 0)
    const guesses = [0, left, up, (left + up) >> 1, kind === 4 ? paeth(left, up, upLeft) : 0]
    out[at + x] = (packed[x] ?? 0) + (guesses[kind] ?? 0)
  }
  return true
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft
  const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((one) => Math.abs(guess - one))
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toUpLeft ?? 0)) return left
  return (toUp ?? 0) <= (toUpLeft ?? 0) ? up : upLeft
}
