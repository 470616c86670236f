// Times two pieces of work in turns and gives their medians: what else the machine does weighs on both alike.

export async function inTurns(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  runs = 60,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let run = -Math.ceil(runs / 6); run < runs; run += 1) {
    for (const [index, work] of [one, other].entries()) {
      const time = await timed(work)
      if (run >= 0) times[index]?.push(time)
    }
  }
  return [median(times[0]), median(times[1])]
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
