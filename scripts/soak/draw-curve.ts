/** The curves of a soak as one picture: memory of every process, and connections, over time. */
import type { Moment } from './watch.ts'

const WIDTH = 960
const PANEL = 220
const LEFT = 64
const RIGHT = 150
const COLOURS = ['#1d4ed8', '#0e7490', '#b45309', '#be185d', '#4d7c0f', '#6d28d9']

type Line = { readonly name: string; readonly values: readonly number[] }

export function drawCurve(moments: readonly Moment[]): string {
  const names = moments[0]?.processes.map(({ name }) => name) ?? []
  const memory = names.map((name) => ({
    name,
    values: moments.map(({ processes }) => processes.find((one) => one.name === name)?.megabytes ?? 0),
  }))
  const connections = { name: 'connections', values: moments.map((moment) => moment.connections) }
  const minutes = (moments.at(-1)?.seconds ?? 0) / 60
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${2 * PANEL + 40}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    panel('memory of each process, MB', memory, 20, minutes),
    panel('connections of the database', [connections], 20 + PANEL, minutes),
    '</svg>',
  ].join('\n')
}

function panel(title: string, lines: readonly Line[], top: number, minutes: number): string {
  const height = PANEL - 60
  const most = Math.max(1, ...lines.flatMap(({ values }) => values)) * 1.1
  const x = (share: number) => LEFT + share * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => top + 20 + height - (value / most) * height
  const axis = [0, 0.5, 1].map(
    (share) =>
      `<text x="${x(share)}" y="${top + height + 38}" text-anchor="middle" fill="#475569">${Math.round(share * minutes)} min</text>` +
      `<text x="${LEFT - 8}" y="${y(share * most) + 4}" text-anchor="end" fill="#475569">${Math.round(share * most)}</text>` +
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(share * most)}" y2="${y(share * most)}" stroke="#e2e8f0"/>`,
  )
  const curves = lines.map(({ name, values }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const points = values.map(
      (value, n) => `${x(n / Math.max(1, values.length - 1)).toFixed(1)},${y(value).toFixed(1)}`,
    )
    return (
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>` +
      `<text x="${WIDTH - RIGHT + 10}" y="${top + 34 + index * 18}" fill="${colour}">${name}</text>`
    )
  })
  return [
    `<text x="${LEFT}" y="${top + 8}" font-weight="600" fill="#0f172a">${title}</text>`,
    ...axis,
    ...curves,
  ].join('\n')
}
