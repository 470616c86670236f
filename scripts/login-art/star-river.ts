// Draws brand 1's art: a river of stars, scattered at its source, that falls into rank downstream.
import {
  bell,
  curveThrough,
  lineNoise,
  oneDecimal,
  type Point,
  type Random,
  seededRandom,
  smoothStep,
  walk,
} from './curves.ts'

/** Dots that look alike share one path: a zero-length stroke with round caps is a disc of few bytes. */
class StarSheet {
  readonly #paths = new Map<string, string>()
  readonly #glows: string[] = []
  readonly #sparkles: { at: Point; drawn: string }[] = []
  count = 0

  addDot(at: Point, radius: number, colour: string, opacity: number): void {
    this.count++
    const look = `stroke="${colour}" stroke-width="${oneDecimal(radius * 2)}" opacity="${oneDecimal(opacity)}"`
    const dot = `M${oneDecimal(at[0])} ${oneDecimal(at[1])}h0`
    this.#paths.set(look, (this.#paths.get(look) ?? '') + dot)
  }

  addGlow(at: Point, radius: number, light: 'gold' | 'blue'): void {
    this.#glows.push(
      `<circle cx="${oneDecimal(at[0])}" cy="${oneDecimal(at[1])}" r="${radius}" fill="url(#${light})"/>`,
    )
  }

  /** Draws none near another: two side by side would look like a flaw. */
  addSparkle(at: Point, reach: number, colour: string): void {
    if (this.#sparkles.some((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) < 130)) return
    this.#sparkles.push({ at, drawn: sparkle(at, reach, colour) })
  }

  toString(): string {
    const dots = [...this.#paths].map(([look, data]) => `<path ${look} d="${data}"/>`)
    return [
      ...this.#glows,
      '<g fill="none" stroke-linecap="round">',
      ...dots,
      '</g>',
      ...this.#sparkles.map(({ drawn }) => drawn),
    ].join('\n')
  }
}

/** A four-pointed star, the one of the logo. */
function sparkle([x, y]: Point, reach: number, colour: string): string {
  const waist = reach * 0.16
  const points = [0, 1, 2, 3].map((quarter) => {
    const angle = (quarter * Math.PI) / 2
    const next = angle + Math.PI / 4
    const tip = `${oneDecimal(x + Math.sin(angle) * reach)} ${oneDecimal(y - Math.cos(angle) * reach)}`
    const inner = `${oneDecimal(x + Math.sin(next) * waist)} ${oneDecimal(y - Math.cos(next) * waist)}`
    return `${quarter === 0 ? 'M' : 'L'}${tip}L${inner}`
  })
  return `<path fill="${colour}" d="${points.join('')}Z"/>`
}

// The picture is 680 wide at 900 high; it reaches left of 0 because wide, low windows show more of it.
const river = { left: -760, right: 680, height: 900 }
const riverBed: readonly Point[] = [
  [-330, 985],
  [-130, 915],
  [60, 842],
  [200, 772],
  [340, 664],
  [500, 520],
  [680, 390],
  [860, 276],
]
const starBlue = '#B9CBF7'
const starGold = '#FFD98A'

function scatterSky(sheet: StarSheet, random: Random): void {
  for (let count = 0; count < 210; count++) {
    const at: Point = [river.left + random() * (river.right - river.left), random() ** 0.9 * river.height]
    const size = random()
    sheet.addDot(at, size < 0.8 ? 0.7 : 1, '#C7D6FF', 0.1 + Math.round(random() * 3) / 10)
  }
}

/** Stars stand on a lattice along the river bed; the further downstream, the less they are shaken off it. */
function drawRiverStars(sheet: StarSheet, random: Random): void {
  const rows = 8
  const swell = lineNoise(71)
  const drift = lineNoise(29)
  let column = 0
  walk(curveThrough(riverBed), 16.4, ([x, y], along) => {
    column++
    const order = smoothStep(40, 590, x)
    const shake = 1 - order
    for (let row = 0; row < rows; row++) {
      if (random() < 0.1 * shake + 0.01) continue
      const rank = (row - (rows - 1) / 2) * 14.6
      const across =
        rank * (1 + 0.5 * shake) +
        shake * (swell(column * 0.13) * 22 + swell(column * 0.5 + row * 9.7) * 34 + bell(random) * 44)
      const ahead = rank * 0.2 + shake * (drift(column * 0.4 + row * 5.3) * 26 + bell(random) * 34)
      const wobble = 0.5 + 1.6 * shake
      const at: Point = [
        x + along[0] * ahead - along[1] * across + bell(random) * wobble,
        y + along[1] * ahead + along[0] * across + bell(random) * wobble,
      ]
      placeStar(sheet, random, at, order)
    }
    // Loose stars that have not found a place yet.
    for (let loose = 0; loose < 3; loose++) {
      if (random() > shake * 1.1) continue
      const reach = bell(random) * 100
      placeStar(sheet, random, [x - along[1] * reach + bell(random) * 12, y + along[0] * reach], order * 0.6)
    }
  })
}

/** The golden ratio spreads gold and bright stars evenly; plain chance would heap them. */
function placeStar(sheet: StarSheet, random: Random, at: Point, order: number): void {
  const light = 0.4 + 0.35 * order + random() * 0.25
  const kind = (sheet.count * 0.618034 + random() * 0.05) % 1
  if (kind < 0.065) {
    sheet.addGlow(at, 6.5, 'gold')
    sheet.addDot(at, 1.9, starGold, Math.min(1, light + 0.3))
    if (random() < 0.3) sheet.addSparkle(at, 9, starGold)
  } else if (kind > 0.955) {
    sheet.addGlow(at, 9, 'blue')
    sheet.addDot(at, 2.8, '#CBD9FB', light)
  } else {
    sheet.addDot(at, kind < 0.3 ? 1.5 : kind < 0.7 ? 1.8 : 2.1, starBlue, light)
  }
}

export function drawStarRiver(): string {
  const random = seededRandom(20260117)
  const sheet = new StarSheet()
  scatterSky(sheet, random)
  drawRiverStars(sheet, random)
  const bed = curveThrough(riverBed, 4)
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${Math.round(x)} ${Math.round(y)}`)
    .join('')
  const width = river.right - river.left
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${river.height}" viewBox="${river.left} 0 ${width} ${river.height}">
<filter id="b" x="-20%" y="-40%" width="140%" height="180%"><feGaussianBlur stdDeviation="46"/></filter>
<linearGradient id="h" gradientUnits="userSpaceOnUse" x1="-100" y1="900" x2="680" y2="380"><stop stop-color="#3D66D6" stop-opacity=".08"/><stop offset=".6" stop-color="#4C7BF0" stop-opacity=".18"/><stop offset="1" stop-color="#7FA4FF" stop-opacity=".16"/></linearGradient>
<radialGradient id="gold"><stop stop-color="#FFD98A" stop-opacity=".4"/><stop offset="1" stop-color="#FFD98A" stop-opacity="0"/></radialGradient>
<radialGradient id="blue"><stop stop-color="#9DBBFF" stop-opacity=".34"/><stop offset="1" stop-color="#9DBBFF" stop-opacity="0"/></radialGradient>
<path fill="none" stroke="url(#h)" stroke-width="110" filter="url(#b)" d="${bed}"/>
${sheet}
</svg>
`
}
