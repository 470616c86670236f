/** `npm run soak -- --minutes=60`: people work at the cluster for so long while memory, files and connections are watched; writes docs/soak.json and its curve. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyInvariants } from '@paywages/server/invariants/verify.ts'
import { startClerk } from './cluster/clerk.ts'
import { Cluster } from './cluster/cluster.ts'
import { fund, type Prepared } from './faults/batches.ts'
import { until } from './faults/entries.ts'
import { isQuiet } from './faults/settlement.ts'
import { drawCurve } from './soak/draw-curve.ts'
import { growthOf } from './soak/growth.ts'
import { exportBatch, paySheet, readAround } from './soak/office.ts'
import { heldBy, type Moment } from './soak/watch.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes must be above zero')

const SAMPLE_EVERY_MS = 10_000
/** Between two sheets: what is watched is what stays, not how much goes through. */
const PAUSE_MS = 5_000
const EXPORT_EVERY = 10
/** What each figure may gain before it is said to grow: a collection that has not come yet, a file under way. */
const SLACK = { megabytes: 40, files: 10, threads: 6, connections: 6 }
const DOCS = join(import.meta.dirname, '..', 'docs')

const cluster = await Cluster.open()
const findings: string[] = []
const moments: Moment[] = []
const batches: Prepared[] = []
const began = Date.now()
try {
  await fund(cluster, 1_000_000_000n)
  const clerk = startClerk(cluster.apiPorts[0] ?? 0)
  const watch = setInterval(() => void look().catch(note), SAMPLE_EVERY_MS)
  while (Date.now() - began < minutes * 60_000) {
    await round().catch(note)
    if (findings.length > 20) break
    await sleep(PAUSE_MS)
  }
  clearInterval(watch)
  await clerk.stop()
  await settle()
  const { done, refused } = clerk.tally()
  if (refused > 0) findings.push(`${refused} of ${done + refused} calls of the clerk were refused`)
  judge()
  write(done)
} finally {
  await cluster.close()
}
for (const finding of findings) console.log(`  ✗ ${finding}`)
console.log(findings.length === 0 ? 'Nothing grows, nothing lost, nothing paid twice.' : 'BROKEN')
process.exit(findings.length === 0 ? 0 : 1)

function note(error: unknown): void {
  findings.push(error instanceof Error ? error.message : String(error))
}

async function round(): Promise<void> {
  const batch = await paySheet(cluster)
  batches.push(batch)
  await readAround(cluster, batch.batchId)
  await until('the batch has ended', () => isQuiet(cluster, batch))
  // Whole personal data may be exported sixty times an hour.
  if (batches.length % EXPORT_EVERY === 0) await exportBatch(cluster, batch.batchId)
}

async function look(): Promise<void> {
  const processes = cluster.running().map(({ name, pid }) => heldBy(name, pid))
  const [row] = await cluster.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'`,
  )
  const seconds = Math.round((Date.now() - began) / 1_000)
  moments.push({ seconds, processes, connections: row?.n ?? 0, batches: batches.length })
  const words = processes.map(
    ({ name, megabytes, files }) => `${name} ${megabytes.toFixed(0)} MB, ${files} files`,
  )
  console.log(`${seconds} s, ${batches.length} batches, ${row?.n} connections: ${words.join('; ')}`)
}

/** Everything has ended, the bank executed no order twice, and the books hold against its record. */
async function settle(): Promise<void> {
  for (const batch of batches) await until('everything has ended', () => isQuiet(cluster, batch)).catch(note)
  const executed = (await cluster.bank.executed()).map(({ reference }) => reference)
  const twice = executed.length - new Set(executed).size
  if (twice > 0) findings.push(`${twice} paid twice`)
  const found = await verifyInvariants({ ...cluster.services }, { bankDays: 1 })
  findings.push(...found.map(({ invariant, what }) => `${invariant}: ${what}`))
}

function judge(): void {
  const names = moments[0]?.processes.map(({ name }) => name) ?? []
  for (const figure of ['megabytes', 'files', 'threads'] as const)
    for (const name of names) {
      const samples = moments.map(({ seconds, processes }) => ({
        seconds,
        value: processes.find((one) => one.name === name)?.[figure] ?? 0,
      }))
      told(`${figure} of ${name}`, growthOf(samples, SLACK[figure]))
    }
  const samples = moments.map(({ seconds, connections }) => ({ seconds, value: connections }))
  told('connections', growthOf(samples, SLACK.connections))
}

function told(what: string, growth: ReturnType<typeof growthOf>): void {
  if (growth === undefined) return
  const { early, late, ratio, grows } = growth
  console.log(
    `${what.padEnd(28)} ${early.toFixed(0).padStart(6)} → ${late.toFixed(0).padStart(6)}  ${ratio.toFixed(2)}×`,
  )
  if (grows) findings.push(`${what} grows: ${early.toFixed(0)} → ${late.toFixed(0)}`)
}

function write(calls: number): void {
  const payouts = batches.reduce((sum, { rows }) => sum + rows.length, 0)
  const day = new Date().toISOString().slice(0, 10)
  const record = { day, minutes, batches: batches.length, payouts, calls, findings, moments }
  writeFileSync(join(DOCS, 'soak.json'), `${JSON.stringify(record)}\n`)
  writeFileSync(join(DOCS, 'screenshots', 'soak.svg'), `${drawCurve(moments)}\n`)
}
