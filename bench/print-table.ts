// Prints a benchmark's findings: each figure as a ratio to its baseline, beside what it may be.

export type Finding = {
  readonly what: string
  readonly measured: string
  readonly target: string
  readonly met: boolean | null
}

export function printTable(findings: readonly Finding[]): void {
  const rows = [
    ['what', 'measured', 'target', ''],
    ...findings.map(({ what, measured, target, met }) => [
      what,
      measured,
      target,
      met === null ? '' : met ? 'met' : 'MISSED',
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

export function atLeast(what: string, ratio: number, limit: number, unit = '×'): Finding {
  return { what, measured: `${ratio.toFixed(2)}${unit}`, target: `≥ ${limit}${unit}`, met: ratio >= limit }
}

export function atMost(what: string, ratio: number, limit: number, unit = '×'): Finding {
  return { what, measured: `${ratio.toFixed(2)}${unit}`, target: `≤ ${limit}${unit}`, met: ratio <= limit }
}
