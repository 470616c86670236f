// The drawing kit of the login art: seeded chance, noise on a line, and smooth curves.

export type Point = readonly [x: number, y: number]
export type Random = () => number

/** mulberry32: a small seeded generator, so that a second run changes no file. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** About normal, between -1.5 and 1.5: three dice are enough for stars. */
export function bell(random: Random): number {
  return random() + random() + random() - 1.5
}

export function smoothStep(from: number, to: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return part * part * (3 - 2 * part)
}

/** Smooth noise on a line, between -1 and 1, one independent value at every whole number. */
export function lineNoise(seed: number): (at: number) => number {
  const random = seededRandom(seed)
  const values = Array.from({ length: 512 }, () => random() * 2 - 1)
  return (at) => {
    const cell = Math.floor(at)
    const left = values[cell & 511] ?? 0
    const right = values[(cell + 1) & 511] ?? 0
    return left + (right - left) * smoothStep(0, 1, at - cell)
  }
}

/** A smooth curve through all knots (Catmull-Rom), as a dense polyline. */
export function curveThrough(knots: readonly Point[], stepsPerSpan = 24): Point[] {
  const line: Point[] = []
  for (let span = 0; span + 1 < knots.length; span++) {
    const [a, b, c, d] = [span - 1, span, span + 1, span + 2].map(
      (at) => knots[Math.min(knots.length - 1, Math.max(0, at))] ?? [0, 0],
    ) as [Point, Point, Point, Point]
    for (let step = 0; step < stepsPerSpan; step++) {
      const t = step / stepsPerSpan
      const blend = (axis: 0 | 1) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3)
      line.push([blend(0), blend(1)])
    }
  }
  line.push(knots.at(-1) ?? [0, 0])
  return line
}

/** Calls back with a place and its direction every `spacing` pixels along the line. */
export function walk(
  line: readonly Point[],
  spacing: number,
  visit: (at: Point, along: Point) => void,
): void {
  let rest = 0
  for (let index = 0; index + 1 < line.length; index++) {
    const [x, y] = line[index] ?? [0, 0]
    const [nextX, nextY] = line[index + 1] ?? [0, 0]
    const length = Math.hypot(nextX - x, nextY - y)
    const along: Point = [(nextX - x) / length, (nextY - y) / length]
    while (rest < length) {
      visit([x + along[0] * rest, y + along[1] * rest], along)
      rest += spacing
    }
    rest -= length
  }
}

export const oneDecimal = (value: number) => String(Math.round(value * 10) / 10)
