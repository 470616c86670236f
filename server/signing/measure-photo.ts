// Decodes a photograph that was validated before, and measures its brightness: one at a time, and of the small picture only.

import { type Brightness, COLUMNS, ROWS } from '@paywages/domain/signing/photo-print.ts'
import { openSlots } from '../adapters/threads/slots.ts'

/** Each cell is the mean of so many pixels a side of the reduced picture. */
const CELL = 10

const claim = openSlots(1)

/** Undefined where the pixels cannot be decoded. */
export async function measurePhoto(bytes: Buffer): Promise<Brightness | undefined> {
  const leave = await claim()
  try {
    // Tens of megabytes of native code, for which only photographs have a use.
    const { createCanvas, loadImage } = await import('@napi-rs/canvas')
    const image = await loadImage(bytes)
    const [width, height] = [COLUMNS * CELL, ROWS * CELL]
    const context = createCanvas(width, height).getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, width, height)
    return meansOf(context.getImageData(0, 0, width, height).data, width)
  } catch {
    return undefined
  } finally {
    leave()
  }
}

function meansOf(pixels: Uint8ClampedArray, width: number): number[] {
  const cells: number[] = []
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      let sum = 0
      for (let y = row * CELL; y < (row + 1) * CELL; y += 1)
        for (let x = column * CELL; x < (column + 1) * CELL; x += 1) sum += luma(pixels, (y * width + x) * 4)
      cells.push(sum / CELL ** 2)
    }
  return cells
}

/** What is transparent is white paper. */
function luma(pixels: Uint8ClampedArray, at: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
  return (0.299 * red + 0.587 * green + 0.114 * blue) * (alpha / 255) + 255 - alpha
}
