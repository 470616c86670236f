// A person says of which row a line speaks that could speak of several, or that it stays in doubt (ADR 134).

/** Null where it is none of them, or nobody can tell. */
export type LineChoice = { readonly line: number; readonly position: number | null }

/** A line as it stands while its result waits. */
export type OpenLine = {
  readonly line: number
  readonly candidates: readonly number[]
  readonly decided: boolean
  readonly position: number | null
}

export type AssignRefusal = 'result-line-unknown' | 'result-not-candidate' | 'result-candidate-taken'

/** What the choices leave must hold as a whole: each row is taken once, whoever chose it and when. */
export function validateChoices(
  lines: readonly OpenLine[],
  choices: readonly LineChoice[],
): AssignRefusal | undefined {
  const known = new Map(lines.map((one) => [one.line, one]))
  const after = new Map(lines.map(({ line, position }) => [line, position]))
  const chosen = new Set<number>()
  for (const { line, position } of choices) {
    const open = known.get(line)
    if (open === undefined || chosen.has(line)) return 'result-line-unknown'
    if (position !== null && !open.candidates.includes(position)) return 'result-not-candidate'
    chosen.add(line)
    after.set(line, position)
  }
  const taken = [...after.values()].filter((position) => position !== null)
  return new Set(taken).size === taken.length ? undefined : 'result-candidate-taken'
}

/** Those that change something; who chose the others stays behind them. */
export function changedChoices(lines: readonly OpenLine[], choices: readonly LineChoice[]): LineChoice[] {
  const known = new Map(lines.map((one) => [one.line, one]))
  return choices.filter(({ line, position }) => {
    const open = known.get(line)
    return open === undefined || !open.decided || open.position !== position
  })
}
