// Prints a benchmark's findings, each figure as a ratio to its baseline beside its goal, and hands them to `npm run bench`, which keeps them.

export type Finding = {
  readonly what: string
  readonly measured: string
  readonly goal: string
  readonly met: boolean | null
}

export function printTable(findings: readonly Finding[]): void {
  const rows = [
    ['what', 'measured', 'goal', ''],
    ...findings.map(({ what, measured, goal, met }) => [
      what,
      measured,
      goal,
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
  process.send?.({ findings })
}

export function atLeast(what: string, ratio: number, limit: number, unit = '×'): Finding {
  return { what, measured: `${ratio.toFixed(2)}${unit}`, goal: `≥ ${limit}${unit}`, met: ratio >= limit }
}

export function atMost(what: string, ratio: number, limit: number, unit = '×'): Finding {
  return { what, measured: `${ratio.toFixed(2)}${unit}`, goal: `≤ ${limit}${unit}`, met: ratio <= limit }
}

/** A figure without a goal: what the machine took, or what explains a ratio. */
export function shown(what: string, measured: string): Finding {
  return { what, measured, goal: '', met: null }
}

/** The same finding with what was behind its ratio on this machine. */
export function withTimes(finding: Finding, baseline: number, ours: number): Finding {
  const [before, after] = [baseline, ours].map((time) => time.toFixed(time < 100 ? 1 : 0))
  return { ...finding, measured: `${finding.measured} (${before} → ${after} ms)` }
}
