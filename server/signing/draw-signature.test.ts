// Drawn signatures: the same line on paper and in pixels, cropped to its ink, however small, tall or long it is.

import { inflateSync } from 'node:zlib'
import { endsOf, sniffContent } from '@paywages/domain/files/file-content.ts'
import type { Signature, Stroke } from '@paywages/domain/signing/signature.ts'
import { expect, it } from 'vitest'
import { SIGNATURE } from '../testing/signing.ts'
import { signaturePng, signatureSvg } from './draw-signature.ts'

const drawn = (strokes: readonly Stroke[]): Signature => ({ width: 350, height: 268, strokes })

/** The pixels, row by row: 0 is ink, 255 is paper. */
function pixelsOf(png: Buffer): { width: number; height: number; at(x: number, y: number): number } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  expect(rows.length).toBe(height * (width + 1))
  return { width, height, at: (x, y) => rows[y * (width + 1) + 1 + x] ?? -1 }
}

function inkOf(png: Buffer) {
  const { width, height, at } = pixelsOf(png)
  const box = { left: width, right: -1, top: height, bottom: -1, dark: 0, grey: 0 }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (at(x, y) === 255) continue
      if (at(x, y) < 64) box.dark += 1
      else box.grey += 1
      Object.assign(box, {
        left: Math.min(box.left, x),
        right: Math.max(box.right, x),
        top: Math.min(box.top, y),
        bottom: Math.max(box.bottom, y),
      })
    }
  }
  return { width, height, ...box }
}

it('draws a signature 800 pixels wide with ink up to the margins and antialiased edges', () => {
  const png = signaturePng(SIGNATURE)
  expect(sniffContent(endsOf(png))).toBe('png')
  const ink = inkOf(png)
  expect(ink.width).toBe(800)
  expect(ink.left).toBeLessThan(40)
  expect(ink.right).toBeGreaterThan(740)
  expect(ink.top).toBeLessThan(40)
  expect(ink.bottom).toBeGreaterThan(ink.height - 40)
  expect(ink.dark).toBeGreaterThan(2_000)
  expect(ink.grey).toBeGreaterThan(200)
  expect(ink.dark).toBeLessThan(ink.width * ink.height * 0.2)
})

it('centers a tall signature inside the frame', () => {
  const ink = inkOf(
    signaturePng(
      drawn([
        [100, 5, 100, 263],
        [150, 5, 150, 263],
      ]),
    ),
  )
  expect([ink.width, ink.height]).toEqual([800, 480])
  expect(Math.abs(ink.left + ink.right - 799)).toBeLessThan(4)
})

it('draws single points of a signature as round dots', () => {
  const png = signaturePng(
    drawn([
      [20, 20],
      [300, 200, 300, 200, 300, 200],
    ]),
  )
  const { at, height } = pixelsOf(png)
  const ink = inkOf(png)
  // Both corners have one, the middle has none.
  expect(ink.dark).toBeGreaterThan(40)
  expect(at(400, Math.round(height / 2))).toBe(255)
  expect(signatureSvg(drawn([[20, 20]]))).toContain('<circle')
})

it('rounds the corners between points of a signature', () => {
  const corner = pixelsOf(signaturePng(drawn([[20, 20, 320, 20, 320, 248]])))
  // The corner itself is cut: the line passes inside of it.
  expect(corner.at(796, 4)).toBe(255)
})

it('draws the longest allowed signature within three seconds of CPU time', () => {
  const strokes = Array.from({ length: 200 }, (_, n) => [0, n, 349, (n * 7) % 268, 0, (n * 3) % 268])
  const before = process.cpuUsage().user
  signaturePng(drawn(strokes))
  signatureSvg(drawn(strokes))
  expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(3_000)
})

it('draws SVG and PNG in the same proportions', async () => {
  const svg = signatureSvg(SIGNATURE)
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 [\d.]+ [\d.]+"><path d="M[\d. MQ]+" fill="none"/)
  expect(svg).toContain('stroke-linecap="round"')
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  const ink = inkOf(signaturePng(SIGNATURE))
  expect(Math.abs(Number(width) / Number(height) - ink.width / ink.height)).toBeLessThan(0.05)
})
