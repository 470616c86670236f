// Pictures for the demo, drawn dot by dot: rectangles, discs and words in a five-by-seven font, as PNG.

import { encodePng } from '@paywages/server/adapters/png/encode-png.ts'

/** Each character as seven rows of five dots, one base-32 digit a row. */
const GLYPHS: Readonly<Record<string, string>> = {
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'sihhhis',
  E: 'vgguggv',
  F: 'vgguggg',
  I: 'e44444e',
  K: 'hikokih',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  Y: 'hhha444',
  '.': '00000cc',
  ',': '0000c48',
  '-': '000v000',
}

export type Colour = readonly [red: number, green: number, blue: number]

export type Picture = {
  fill(x: number, y: number, width: number, height: number, colour: number): void
  ring(x: number, y: number, radii: readonly number[], colour: number): void
  disc(x: number, y: number, radius: number, colour: number): void
  write(text: string, x: number, y: number, size: number, colour: number): void
  png(): Uint8Array
}

/** Colours are named by their place in the palette; the first is the paper. */
export function drawPicture(width: number, height: number, palette: readonly Colour[]): Picture {
  const dots = new Uint8Array(width * height)
  const paint = (x: number, y: number, colour: number) => {
    if (x >= 0 && y >= 0 && x < width && y < height) dots[y * width + x] = colour
  }
  const fill: Picture['fill'] = (x, y, across, down, colour) => {
    const [left, right] = [Math.max(0, x), Math.min(width, x + across)]
    if (left >= right) return
    for (let row = Math.max(0, y); row < Math.min(height, y + down); row += 1)
      dots.fill(colour, row * width + left, row * width + right)
  }
  return {
    fill,
    ring: (x, y, radii, colour) => {
      for (let angle = 0; angle < 360; angle += 0.3)
        for (const radius of radii) {
          const turn = (angle * Math.PI) / 180
          paint(Math.round(x + radius * Math.cos(turn)), Math.round(y + radius * Math.sin(turn)), colour)
        }
    },
    disc: (x, y, radius, colour) => {
      for (let down = -radius; down <= radius; down += 1) {
        const across = Math.floor(Math.sqrt(radius * radius - down * down))
        fill(x - across, y + down, 2 * across + 1, 1, colour)
      }
    },
    write: (text, x, y, size, colour) => {
      ;[...text].forEach((character, index) => {
        ;[...(GLYPHS[character] ?? '')].forEach((row, down) => {
          const bits = Number.parseInt(row, 32)
          for (let across = 0; across < 5; across += 1)
            if (bits & (16 >> across))
              fill(x + (index * 6 + across) * size, y + down * size, size, size, colour)
        })
      })
    },
    png: () => encodePng({ width, height, pixels: dots, palette }),
  }
}
