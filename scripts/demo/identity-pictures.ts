// What signers of the demo photograph and write: drawn cards that say DEMO and show nobody, and strokes of a pen.

import type { Signature } from '@paywages/domain/signing/signature.ts'
import { type Colour, drawPicture } from './draw-picture.ts'

const WIDTH = 856
const HEIGHT = 540
const [TABLE, CARD, INK, SHADE, FIGURE, SEAL] = [0, 1, 2, 3, 4, 5]
const PALETTE: readonly Colour[] = [
  [94, 102, 115],
  [232, 240, 246],
  [46, 58, 78],
  [176, 192, 208],
  [148, 163, 184],
  [190, 52, 42],
]

/** The side with the portrait: a figure without a face, lines instead of words. */
export function cardFront(n: number): Uint8Array {
  const picture = card(n)
  for (const row of [0, 1, 2, 3, 4]) {
    const width = 90 + ((n * 67 + row * 131 + n * row * 29) % 270)
    picture.fill(96, 112 + row * 52, 46, 14, FIGURE)
    picture.fill(160, 108 + row * 52, width, 22, SHADE)
  }
  picture.disc(656, 190, 62, FIGURE)
  picture.disc(656, 356, 104, FIGURE)
  picture.fill(540, 356, 232, 110, CARD)
  picture.write(`DEMO ${String(n).padStart(4, '0')}`, 96, 408, 6, INK)
  return picture.png()
}

/** The side with the seal. */
export function cardBack(n: number): Uint8Array {
  const picture = card(n + 1000)
  picture.disc(172, 170, 68, SEAL)
  picture.ring(172, 170, [52, 53, 54], CARD)
  picture.write('DEMO', 300, 130, 14, INK)
  picture.fill(160, 330, 420, 22, SHADE)
  picture.fill(160, 382, 300, 22, SHADE)
  picture.write(String(n).padStart(4, '0'), 620, 384, 3, INK)
  return picture.png()
}

/** With a pattern that no two have in common, and on a table with other things on it: each photograph is a picture of its own. */
function card(n: number) {
  const picture = drawPicture(WIDTH, HEIGHT, PALETTE)
  picture.fill(0, 0, WIDTH, HEIGHT, TABLE)
  scatter(n, 40, (x, y, at) => picture.fill(x, y, 30 + (at % 50), 24 + (at % 30), at % 2 === 0 ? INK : SHADE))
  picture.fill(44, 44, WIDTH - 88, HEIGHT - 88, CARD)
  scatter(n + 5000, 24, (x, y, at) => {
    const [left, top] = [Math.max(60, Math.min(x, WIDTH - 140)), Math.max(60, Math.min(y, HEIGHT - 110))]
    picture.fill(left, top, 40 + (at % 40), 30 + (at % 20), SHADE)
  })
  return picture
}

function scatter(seed: number, count: number, draw: (x: number, y: number, at: number) => void): void {
  let state = seed * 2_654_435_761
  for (let thing = 0; thing < count; thing += 1) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    const at = state >>> 4
    draw(at % WIDTH, Math.floor(at / WIDTH) % HEIGHT, at)
  }
}

/** A name nobody can read, another for each person: a few waves across the pad. */
export function signatureOf(n: number): Signature {
  const [width, height] = [600, 240]
  const strokes = [0, 1, 2].map((part) => {
    const points: number[] = []
    for (let step = 0; step <= 24; step += 1) {
      const x = 60 + part * 165 + step * 5.5
      const wave = Math.sin((step / 24) * Math.PI * (2 + ((n + part) % 3)) + n)
      points.push(Math.round(x), Math.round(height / 2 + wave * (46 + ((n * 7 + part * 13) % 30))))
    }
    return points
  })
  return { width, height, strokes }
}
