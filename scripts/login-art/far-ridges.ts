// Draws brand 2's art: four ridges one behind the other, mist between them, the sun behind the far one.
import { curveThrough, lineNoise, oneDecimal, type Point } from './curves.ts'

const scene = { width: 1440, height: 900 }
const sun = { x: 1086, y: 444, radius: 64, colour: '#F8AE5C' }

type Ridge = {
  readonly name: string
  readonly seed: number
  readonly knots: readonly Point[]
  /** Height of the largest crags and the width of one, in pixels. */
  readonly crag: number
  readonly stride: number
  /** Each finer layer of crags has this part of the height of the one before it. */
  readonly roughness: number
  /** The ridge is `crest` at its highest place and dissolves to `foot` in the mist below. */
  readonly crest: string
  readonly crestY: number
  readonly foot: string
  readonly footY: number
}

const ridges: readonly Ridge[] = [
  {
    name: 'far',
    seed: 19,
    knots: knots(
      '-40,556 24,541 122,584 200,556 282,500 345,486 410,522 482,552 545,500 610,470 690,512 770,560 860,548 930,508 972,488 1030,486 1086,476 1138,482 1200,524 1272,570 1342,592 1400,576 1480,564',
    ),
    crag: 26,
    stride: 62,
    roughness: 0.5,
    crest: '#CBE4DD',
    crestY: 474,
    foot: '#E9F3F0',
    footY: 680,
  },
  {
    name: 'second',
    seed: 23,
    knots: knots(
      '-40,628 40,664 124,672 200,662 252,672 300,648 352,626 440,630 530,648 620,684 700,712 760,686 822,636 900,596 1000,594 1082,574 1180,594 1276,622 1344,608 1480,640',
    ),
    crag: 18,
    stride: 78,
    roughness: 0.5,
    crest: '#A2CEC5',
    crestY: 572,
    foot: '#DCEDE8',
    footY: 770,
  },
  {
    name: 'third',
    seed: 47,
    knots: knots(
      '-40,702 120,694 236,676 360,692 428,712 486,720 580,690 720,685 800,698 920,714 1080,740 1180,734 1280,738 1360,726 1480,706',
    ),
    crag: 11,
    stride: 84,
    roughness: 0.5,
    crest: '#66A69D',
    crestY: 674,
    foot: '#B4D9D1',
    footY: 850,
  },
  {
    name: 'near',
    seed: 83,
    knots: knots(
      '-40,808 130,804 230,816 350,802 480,797 600,825 714,835 820,819 920,820 1080,793 1200,782 1320,791 1480,792',
    ),
    crag: 7,
    stride: 70,
    roughness: 0.55,
    crest: '#0E554F',
    crestY: 782,
    foot: '#0A3733',
    footY: 900,
  },
]

/** Soft banks of mist, each laid in front of the ridge of that name. */
const mist: Readonly<Record<string, readonly { at: Point; reach: Point; opacity: number }[]>> = {
  far: [
    { at: [330, 640], reach: [420, 60], opacity: 0.6 },
    { at: [1280, 640], reach: [360, 56], opacity: 0.5 },
  ],
  second: [
    { at: [640, 720], reach: [460, 52], opacity: 0.5 },
    { at: [1180, 742], reach: [420, 50], opacity: 0.45 },
  ],
  third: [{ at: [730, 838], reach: [520, 50], opacity: 0.28 }],
}

function knots(pairs: string): Point[] {
  return pairs.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x, y] as const
  })
}

function heightOn(line: readonly Point[], x: number): number {
  const after = line.findIndex(([at]) => at > x)
  const [leftX, leftY] = line[after - 1] ?? [0, 0]
  const [rightX, rightY] = line[after] ?? [0, 0]
  return leftY + ((rightY - leftY) * (x - leftX)) / (rightX - leftX)
}

/** The knots give the mountain, layers of ever finer noise its crags; noise folded at zero makes edges, not waves. */
function outlineOf(ridge: Ridge): string {
  const line = curveThrough(ridge.knots)
  const layers = [0, 1, 2, 3, 4].map((depth) => lineNoise(ridge.seed * 101 + depth * 17))
  const step = 4
  let path = `M0 ${scene.height}V`
  let lastY = 0
  for (let x = 0; x <= scene.width; x += step) {
    let y = heightOn(line, x)
    layers.forEach((noise, depth) => {
      const folded = Math.abs(noise((x / ridge.stride) * 2 ** depth)) - 0.45
      y += folded * ridge.crag * ridge.roughness ** depth
    })
    const rounded = Math.round(y * 10) / 10
    path += x === 0 ? oneDecimal(rounded) : `l${step} ${oneDecimal(rounded - lastY)}`
    lastY = rounded
  }
  return `${path}V${scene.height}Z`
}

function shades(ridge: Ridge): string {
  return `<linearGradient id="${ridge.name}" gradientUnits="userSpaceOnUse" x1="0" y1="${ridge.crestY}" x2="0" y2="${ridge.footY}"><stop stop-color="${ridge.crest}"/><stop offset="1" stop-color="${ridge.foot}"/></linearGradient>`
}

function layersOf(ridge: Ridge): string {
  const banks = (mist[ridge.name] ?? []).map(
    ({ at, reach, opacity }) =>
      `<ellipse cx="${at[0]}" cy="${at[1]}" rx="${reach[0]}" ry="${reach[1]}" fill="url(#mist)" opacity="${opacity}"/>`,
  )
  return [`<path fill="url(#${ridge.name})" d="${outlineOf(ridge)}"/>`, ...banks].join('\n')
}

export function drawFarRidges(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${scene.width}" height="${scene.height}" viewBox="0 0 ${scene.width} ${scene.height}">
<defs>
${ridges.map(shades).join('\n')}
<radialGradient id="mist"><stop stop-color="#F4FAF8"/><stop offset="1" stop-color="#F4FAF8" stop-opacity="0"/></radialGradient>
<radialGradient id="glow"><stop offset=".3" stop-color="#FFE9CC" stop-opacity=".75"/><stop offset="1" stop-color="#FFF3E2" stop-opacity="0"/></radialGradient>
</defs>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius * 3}" fill="url(#glow)"/>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius}" fill="${sun.colour}"/>
${ridges.map(layersOf).join('\n')}
</svg>
`
}
