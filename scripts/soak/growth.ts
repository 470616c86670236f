/** Whether a figure grows without end: its middle value late in a soak against that of its second quarter, when caches are warm. */

export type Sample = { readonly seconds: number; readonly value: number }

export type Growth = {
  readonly early: number
  readonly late: number
  readonly ratio: number
  readonly grows: boolean
}

/** What a heap gains and loses between two collections is no growth. */
const ALLOWED = 1.15

export function growthOf(samples: readonly Sample[], slack: number): Growth | undefined {
  const end = samples.at(-1)?.seconds ?? 0
  const within = (from: number, to: number) =>
    samples
      .filter(({ seconds }) => seconds >= from * end && seconds <= to * end)
      .map(({ value }) => value)
      .toSorted((one, other) => one - other)
  const [early, late] = [within(0.25, 0.5), within(0.75, 1)].map(
    (values) => values[Math.floor(values.length / 2)],
  )
  if (early === undefined || late === undefined) return undefined
  return {
    early,
    late,
    ratio: early === 0 ? 1 : late / early,
    grows: late > early * ALLOWED && late - early > slack,
  }
}
