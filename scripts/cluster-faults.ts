/** `npm run cluster-faults`: two databases, two machines, a store and a proxy lose what machines lose; prints what became of the money and of every acknowledged call. */
import { verifyInvariants } from '@paywages/server/invariants/verify.ts'
import { CLUSTER_CASES, type ClusterCase } from './cluster/cases.ts'
import { startClerk } from './cluster/clerk.ts'
import { Cluster } from './cluster/cluster.ts'
import { fund, readyBatch } from './faults/batches.ts'
import { until } from './faults/entries.ts'
import { accountFor, isQuiet, paidPeople } from './faults/settlement.ts'

/** Everything must end or be with people within so long after the healing. */
const SETTLES_WITHIN_MS = 90_000
/** Most rows plain, with every ending that the bank answers by itself. */
const ENDINGS = [...Array.from({ length: 60 }, () => ''), '0001', '0002', '0003', '0006', '0008']

const only = process.argv.find((word) => word.startsWith('--only='))?.split('=')[1] ?? ''
const chosen = CLUSTER_CASES.filter(({ fault }) => fault.includes(only))

const cluster = await Cluster.open()
let broken = 0
try {
  console.log(`${'fault'.padEnd(74)} settled  lost  twice  acknowledged  refused  proof`)
  for (const fault of chosen) broken += (await run(fault)) ? 0 : 1
} finally {
  await cluster.close()
}
console.log(`\n${chosen.length - broken} passed, ${broken} failed.`)
process.exit(broken === 0 && chosen.length > 0 ? 0 : 1)

async function run({ fault, make }: ClusterCase): Promise<boolean> {
  await fund(cluster, 10_000_000n)
  const batch = await readyBatch(cluster, ENDINGS)
  const paidBefore = await paidPeople(cluster)
  const findings: string[] = []
  const note = (error: Error) => void findings.push(error.message)
  const clerk = startClerk(cluster.apiPorts[0] ?? 0)
  await make(cluster, batch, clerk).catch(note)
  const healedFrom = Date.now()
  await cluster.heal().catch(note)
  await until('everything has ended', () => isQuiet(cluster, batch), SETTLES_WITHIN_MS).catch(note)
  const seconds = (Date.now() - healedFrom) / 1_000
  const acknowledged = await clerk.stop()
  findings.push(...(await forgotten(acknowledged)))
  const { lost, twice, wrong } = await accountFor(cluster, batch, paidBefore)
  findings.push(...wrong)
  const found = await verifyInvariants({ ...cluster.services }, { bankDays: 1 })
  findings.push(...found.map(({ invariant, what }) => `${invariant}: ${what}`))
  const figures = [`${seconds.toFixed(1)} s`, lost, twice, acknowledged.length, clerk.tally().refused]
  const widths = [8, 6, 7, 14, 9]
  const cells = figures.map((figure, index) => String(figure).padStart(widths[index] ?? 0))
  console.log(`${fault.padEnd(74)}${cells.join('')}  ${findings.length === 0 ? 'holds' : 'BROKEN'}`)
  for (const finding of findings) console.log(`    ${finding}`)
  return findings.length === 0
}

/** What the console said was done, and the books do not know. */
async function forgotten(acknowledged: readonly number[]): Promise<string[]> {
  const rows = await cluster.query<{ id: number }>(
    'select limit_id::int as id from limit_users where limit_id = any($1)',
    [acknowledged],
  )
  const kept = new Set(rows.map(({ id }) => id))
  const gone = acknowledged.filter((id) => !kept.has(id))
  return gone.length === 0 ? [] : [`${gone.length} acknowledged calls are forgotten: ${gone.slice(0, 5)}`]
}
