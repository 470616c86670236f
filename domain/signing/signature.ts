// A drawn signature: strokes as the finger left them, and what is too little to be one (D27).

/** Pairs of coordinates, one after the other: x, y, x, y … in units of the pad. */
export type Stroke = readonly number[]

export type Signature = {
  readonly width: number
  readonly height: number
  readonly strokes: readonly Stroke[]
}

export type SignatureRefusal = 'signature-missing' | 'signature-malformed' | 'signature-too-small'

export const MAX_STROKES = 200
export const MAX_POINTS = 20_000
/** Pads are phone screens, and never posters. */
const SIDES = { least: 50, most: 4_000 } as const

/** Shares of the pad: less than this is a dot, a tick or a slip of the finger. */
const MIN_WIDTH = 0.12
const MIN_HEIGHT = 0.1
const MIN_LENGTH = 0.5
/** Times the pad's sides: no hand writes so long a line, and drawing it would take as long as somebody likes. */
const MAX_LENGTH = 150

export function validateSignature(signature: Signature): SignatureRefusal | undefined {
  const { width, height, strokes } = signature
  if (strokes.length === 0) return 'signature-missing'
  if (!isWellFormed(signature)) return 'signature-malformed'
  const length = lengthOf(strokes)
  if (length > MAX_LENGTH * (width + height)) return 'signature-malformed'
  const box = boundsOf(strokes)
  const tooNarrow = box.right - box.left < MIN_WIDTH * width || box.bottom - box.top < MIN_HEIGHT * height
  return tooNarrow || length < MIN_LENGTH * height ? 'signature-too-small' : undefined
}

function isWellFormed({ width, height, strokes }: Signature): boolean {
  const sane = (side: number) => Number.isFinite(side) && side >= SIDES.least && side <= SIDES.most
  if (!sane(width) || !sane(height) || strokes.length > MAX_STROKES) return false
  const points = strokes.reduce((sum, stroke) => sum + stroke.length / 2, 0)
  if (points > MAX_POINTS) return false
  return strokes.every(
    (stroke) =>
      stroke.length >= 2 &&
      stroke.length % 2 === 0 &&
      stroke.every((value, index) => value >= 0 && value <= (index % 2 === 0 ? width : height)),
  )
}

export type Bounds = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export function boundsOf(strokes: readonly Stroke[]): Bounds {
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const stroke of strokes) {
    stroke.forEach((value, index) => {
      const [low, high] = index % 2 === 0 ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
      bounds[low] = Math.min(bounds[low], value)
      bounds[high] = Math.max(bounds[high], value)
    })
  }
  return bounds
}

function lengthOf(strokes: readonly Stroke[]): number {
  let length = 0
  for (const stroke of strokes) {
    for (let at = 2; at + 1 < stroke.length; at += 2) {
      const across = (stroke[at] ?? 0) - (stroke[at - 2] ?? 0)
      const down = (stroke[at + 1] ?? 0) - (stroke[at - 1] ?? 0)
      length += Math.hypot(across, down)
    }
  }
  return length
}
