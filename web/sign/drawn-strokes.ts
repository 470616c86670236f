// The strokes of a signature while it is drawn: thinned as the finger moves, fitted when the pad changes its size, and inked on a canvas.

import type { Signature, Stroke } from '@paywages/domain/signing/signature.ts'

/** Nearer than this, a point adds nothing that the eye could see. */
const MIN_STEP = 1.2
export const INK_WIDTH = 4.2

export const nothingDrawn: Signature = { width: 0, height: 0, strokes: [] }

/** Adds a point in units of the pad; a finger that slides off draws along the edge. */
export function addPoint(
  stroke: Stroke,
  x: number,
  y: number,
  pad: { width: number; height: number },
): Stroke {
  const [across, down] = [within(x, pad.width), within(y, pad.height)]
  const [lastX, lastY] = [stroke.at(-2), stroke.at(-1)]
  if (lastX !== undefined && lastY !== undefined && Math.hypot(across - lastX, down - lastY) < MIN_STEP)
    return stroke
  return [...stroke, across, down]
}

function within(value: number, most: number): number {
  // Tenths are finer than any finger; the most is kept exactly, so that nothing ends off the pad.
  return Math.min(most, Math.max(0, Math.round(value * 10) / 10))
}

/** The same signature on a pad of another size: never distorted, in the middle. */
export function fitTo(signature: Signature, width: number, height: number): Signature {
  if (signature.strokes.length === 0) return { width, height, strokes: [] }
  if (signature.width === width && signature.height === height) return signature
  const scale = Math.min(width / signature.width, height / signature.height)
  const [left, top] = [(width - signature.width * scale) / 2, (height - signature.height * scale) / 2]
  const strokes = signature.strokes.map((stroke) =>
    stroke.map((value, index) =>
      index % 2 === 0 ? within(value * scale + left, width) : within(value * scale + top, height),
    ),
  )
  return { width, height, strokes }
}

/** Through the middles between the points, so that corners become curves; a tap is a dot. */
export function inkStroke(canvas: CanvasRenderingContext2D, stroke: Stroke): void {
  const point = (index: number): [number, number] => [stroke[2 * index] ?? 0, stroke[2 * index + 1] ?? 0]
  const last = stroke.length / 2 - 1
  canvas.beginPath()
  canvas.moveTo(...point(0))
  if (last === 0) canvas.lineTo(...point(0))
  for (let index = 1; index < last; index += 1) {
    const [x, y] = point(index)
    const [nextX, nextY] = point(index + 1)
    canvas.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
  }
  canvas.lineTo(...point(last))
  canvas.stroke()
}
