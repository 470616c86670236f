/** `npm run simulate`: runs seeds of the simulator, or replays one of them with its trace. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Coverage } from '@paywages/server/testing/simulation/coverage.ts'
import type { SeedResult } from '@paywages/server/testing/simulation/run-seed.ts'
import { runSeeds, seedsFrom } from '@paywages/server/testing/simulation/run-seeds.ts'
import { startTestServer } from '@paywages/server/testing/test-server.ts'

const USAGE =
  'Usage: npm run simulate -- [--seeds=1000] [--from=1] [--failures=1] [--lanes=2] | --seed=4711 [--trace]'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    failures: { type: 'string', default: '1' },
    lanes: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
})
const whole = (text: string) => {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  console.error(USAGE)
  process.exit(2)
}

const began = performance.now()
const server = await startTestServer()
try {
  if (values.seed === undefined) await runMany()
  else await replay(whole(values.seed))
} finally {
  await server.stop()
}

async function runMany(): Promise<void> {
  const [from, count, lanes] = [whole(values.from), whole(values.seeds), whole(values.lanes)]
  const share = Math.ceil(count / lanes)
  const maxFailures = whole(values.failures)
  let [done, failed] = [0, 0]
  const reported = ({ seed, failure }: SeedResult) => {
    done += 1
    if (failure !== undefined) failed += 1
    if (failure !== undefined) console.error(`seed ${seed}: ${failure}`)
    if (done % 100 === 0) console.log(`${done} of ${count} seeds, ${speed(done)}`)
  }
  const runs = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const start = from + lane * share
      const own = Math.max(0, Math.min(share, from + count - start))
      const goesOn = () => failed < maxFailures
      return runSeeds({ seeds: seedsFrom(start, own), serverUrl: server.url, goesOn, reported })
    }),
  )
  const coverage = new Coverage()
  for (const run of runs) coverage.add(run.coverage)
  console.log(`\n${coverage.table()}\n`)
  const failures = runs.flatMap((run) => run.failures)
  for (const { seed, failure } of failures)
    console.error(
      `seed ${seed} failed: ${failure}\n  replay it with: npm run simulate -- --seed=${seed} --trace`,
    )
  console.log(`${done} seeds, ${failures.length} failed, ${speed(done)}.`)
  if (failures.length > 0) process.exitCode = 1
}

function speed(done: number): string {
  const seconds = (performance.now() - began) / 1_000
  return `${(done / seconds).toFixed(1)} a second`
}

async function replay(seed: number): Promise<void> {
  const { failures } = await runSeeds({
    seeds: [seed],
    serverUrl: server.url,
    reported: ({ lines, digest, failure }) => {
      if (values.trace) console.log(lines.join('\n'))
      console.log(
        `seed ${seed}, ${lines.length} lines, digest ${digest.slice(0, 16)}: ${failure ?? 'all holds'}`,
      )
    },
  })
  if (failures.length > 0) process.exitCode = 1
}
