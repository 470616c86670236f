// Draws a signature from its strokes: as a path for paper, and as pixels for the console; both from one smooth line.

import { type Bounds, boundsOf, type Signature, type Stroke } from '@paywages/domain/signing/signature.ts'
import { encodePng } from '../adapters/png/encode-png.ts'

type Point = readonly [number, number]

/** The pen, as a share of the pad's shorter side: what a finger leaves on a phone. */
const PEN = 0.013
const INK = '#101828'
const WIDTH = 800
const MAX_HEIGHT = 480

type Frame = { readonly pen: number; readonly ink: Bounds; readonly width: number; readonly height: number }

/** The drawn part alone, with room for the round ends of the pen. */
function frameOf(signature: Signature): Frame {
  const pen = Math.max(1, PEN * Math.min(signature.width, signature.height))
  const around = boundsOf(signature.strokes)
  const room = 2 * pen
  const ink = {
    left: around.left - room,
    right: around.right + room,
    top: around.top - room,
    bottom: around.bottom + room,
  }
  return { pen, ink, width: ink.right - ink.left, height: ink.bottom - ink.top }
}

function pointsOf(stroke: Stroke): Point[] {
  const points: Point[] = []
  for (let at = 0; at + 1 < stroke.length; at += 2) points.push([stroke[at] ?? 0, stroke[at + 1] ?? 0])
  return points
}

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

/** Every point bends the line between the middles of its neighbours: no corners where the finger made none. */
type Bend = { readonly from: Point; readonly over: Point; readonly to: Point }

function bendsOf(stroke: Stroke): Bend[] {
  const points = pointsOf(stroke)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return []
  const stops = points.slice(1).map((point, index) => middle(points[index] ?? point, point))
  const bends: Bend[] = []
  let from = first
  stops.forEach((to, index) => {
    bends.push({ from, over: points[index] ?? from, to })
    from = to
  })
  // A dot is a line from a point to itself, with round ends.
  return [...bends, { from, over: last, to: last }]
}

export function signatureSvg(signature: Signature): string {
  const { pen, ink, width, height } = frameOf(signature)
  const show = (point: Point) => `${(point[0] - ink.left).toFixed(2)} ${(point[1] - ink.top).toFixed(2)}`
  const paths = signature.strokes.map((stroke) => {
    const bends = bendsOf(stroke)
    const start = bends[0]
    if (!start) return ''
    return `M${show(start.from)}${bends.map(({ over, to }) => `Q${show(over)} ${show(to)}`).join('')}`
  })
  const size = `width="${width.toFixed(2)}" height="${height.toFixed(2)}" viewBox="0 0 ${width.toFixed(2)} ${height.toFixed(2)}"`
  const style = `fill="none" stroke="${INK}" stroke-width="${pen.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"`
  // Some readers draw no line of no length, so dots are discs.
  const dots = signature.strokes.filter(isDot).map(([x = 0, y = 0]) => {
    const [across, down] = show([x, y]).split(' ')
    return `<circle cx="${across}" cy="${down}" r="${(pen / 2).toFixed(2)}" fill="${INK}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="${paths.join('')}" ${style}/>${dots.join('')}</svg>`
}

function isDot(stroke: Stroke): boolean {
  return stroke.every((value, index) => value === stroke[index % 2])
}

/** Black on white, 800 pixels wide; a tall one is set in the middle. */
export function signaturePng(signature: Signature): Buffer {
  const frame = frameOf(signature)
  const scale = Math.min(WIDTH / frame.width, MAX_HEIGHT / frame.height)
  const height = Math.max(1, Math.round(frame.height * scale))
  const shift = (WIDTH - frame.width * scale) / 2
  const place = ([x, y]: Point): Point => [(x - frame.ink.left) * scale + shift, (y - frame.ink.top) * scale]
  const coverage = new Uint8Array(WIDTH * height)
  for (const stroke of signature.strokes) {
    for (const bend of bendsOf(stroke)) {
      const placed = { from: place(bend.from), over: place(bend.over), to: place(bend.to) }
      drawBend(coverage, height, placed, (frame.pen * scale) / 2)
    }
  }
  for (let index = 0; index < coverage.length; index += 1) coverage[index] = 255 - (coverage[index] ?? 0)
  return encodePng({ width: WIDTH, height, pixels: coverage })
}

/** Cut into straight pieces short enough that nobody sees them. */
function drawBend(coverage: Uint8Array, height: number, bend: Bend, radius: number): void {
  const { from, over, to } = bend
  const length =
    Math.hypot(over[0] - from[0], over[1] - from[1]) + Math.hypot(to[0] - over[0], to[1] - over[1])
  const pieces = Math.min(64, Math.max(1, Math.ceil(length / 4)))
  let start = from
  for (let piece = 1; piece <= pieces; piece += 1) {
    const t = piece / pieces
    const end: Point = [at(t, from[0], over[0], to[0]), at(t, from[1], over[1], to[1])]
    drawPiece(coverage, height, start, end, radius)
    start = end
  }
}

const at = (t: number, from: number, over: number, to: number) =>
  (1 - t) * (1 - t) * from + 2 * t * (1 - t) * over + t * t * to

/** A piece with round ends: a pixel is as dark as it is near, fading over the last one. */
function drawPiece(coverage: Uint8Array, height: number, from: Point, to: Point, radius: number): void {
  const reach = radius + 1
  const across = to[0] - from[0]
  const down = to[1] - from[1]
  const squared = across * across + down * down
  const top = Math.max(0, Math.floor(Math.min(from[1], to[1]) - reach))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(from[1], to[1]) + reach))
  const left = Math.max(0, Math.floor(Math.min(from[0], to[0]) - reach))
  const right = Math.min(WIDTH - 1, Math.ceil(Math.max(from[0], to[0]) + reach))
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const dx = x + 0.5 - from[0]
      const dy = y + 0.5 - from[1]
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (dx * across + dy * down) / squared))
      const aside = dx - along * across
      const above = dy - along * down
      // Every pixel near the line comes by here: Math.hypot takes ten times as long.
      const distance = Math.sqrt(aside * aside + above * above)
      const dark = Math.min(1, Math.max(0, radius + 0.5 - distance)) * 255
      const index = y * WIDTH + x
      if (dark > (coverage[index] ?? 0)) coverage[index] = dark
    }
  }
}
