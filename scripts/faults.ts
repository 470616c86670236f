/** `npm run faults`: kills, stops and lies to the real processes, case by case, and prints what became of the money. */
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { verifyInvariants } from '@paywages/server/invariants/verify.ts'
import { ENDS, fund, type Prepared } from './faults/batches.ts'
import type { Case } from './faults/case.ts'
import { CASES, prepare } from './faults/cases.ts'
import { World } from './faults/world.ts'

/** Everything must end or be with people within a minute of the healing (I8). */
const SETTLES_WITHIN_MS = 60_000

const rounds = Number(process.argv.find((word) => word.startsWith('--rounds='))?.split('=')[1] ?? 1)
const only = process.argv.find((word) => word.startsWith('--only='))?.split('=')[1] ?? ''
const chosen = CASES.filter(({ fault }) => fault.includes(only))

type Row = {
  fault: string
  transfers: number
  seconds: number
  lost: number
  twice: number
  findings: string[]
}

const world = await World.open()
let broken = 0
let paidTwice = 0
try {
  console.log(
    'fault                                                              transfers  settled  lost  twice  proof',
  )
  for (let round = 0; round < rounds; round += 1)
    for (const fault of chosen) {
      const row = await run(fault)
      broken += row.findings.length > 0 ? 1 : 0
      paidTwice += row.twice
      print(row)
    }
} finally {
  await world.close()
}
console.log(`\npeople paid twice: ${paidTwice}`)
console.log(
  broken === 0
    ? `${chosen.length * rounds} passed, 0 failed: nothing lost, nothing paid twice.`
    : `${chosen.length * rounds - broken} passed, ${broken} failed.`,
)
process.exit(broken === 0 ? 0 : 1)

async function run(fault: Case): Promise<Row> {
  await fund(world, 10_000_000n)
  const batch = await prepare(world, fault)
  const paidBefore = await paidPeople()
  const findings: string[] = []
  await fault.make(world, batch).catch((error: Error) => findings.push(error.message))
  const endedAt = Date.now()
  await world.heal()
  await world
    .until('everything has ended', () => isQuiet(batch), SETTLES_WITHIN_MS)
    .catch((error: Error) => findings.push(error.message))
  const seconds = (Date.now() - endedAt) / 1_000
  const { lost, twice, wrong } = await account(batch, paidBefore)
  findings.push(...wrong)
  const services = { ...world.services }
  findings.push(
    ...(await verifyInvariants(services, { bankDays: 1 })).map(
      ({ invariant, what }) => `${invariant}: ${what}`,
    ),
  )
  return { fault: fault.fault, transfers: batch.endings.length, seconds, lost, twice, findings }
}

/** Ended or with people; the bank's returns are over too. */
async function isQuiet(batch: Prepared): Promise<boolean> {
  const [row] = await world.query<{ open: number; paid: number }>(
    `select count(*) filter (where t.state in ('reserved', 'sending', 'in-doubt'))::int as open, count(*)::int as paid
     from row_transfers t where t.batch_id = $1`,
    [batch.batchId],
  )
  if (!row || row.open > 0 || row.paid === 0) return false
  const rows = await ends(batch)
  return rows.every(({ ending, status }) => ending !== '0006' || status === 'failed')
}

async function ends(
  batch: Prepared,
): Promise<{ ending: string; status: string; state: string; reference: string }[]> {
  const rows = await world.query<{ status: string; state: string; reference: string }>(
    `select r.status, coalesce(t.state::text, '') as state, coalesce(t.reference, '') as reference from payout_lines r
     left join row_transfers t using (row_id) where r.batch_id = $1 order by r.row_number`,
    [batch.batchId],
  )
  return rows.map((row, index) => ({ ...row, ending: batch.endings[index] ?? '' }))
}

/** Holds every row against the bank's own record and against what its card must come to. */
async function account(
  batch: Prepared,
  paidBefore: ReadonlyMap<string, number>,
): Promise<{ lost: number; twice: number; wrong: string[] }> {
  const executed = new Map<string, number>()
  for (const { reference } of await world.bank.executed())
    executed.set(reference, (executed.get(reference) ?? 0) + 1)
  const rows = await ends(batch)
  const lost = rows.filter(
    ({ state }) => !['succeeded', 'failed', 'returned', 'manual'].includes(state),
  ).length
  const repeated = rows.filter(({ reference }) => (executed.get(reference) ?? 0) > 1).length
  const paid = [...(await paidPeople())].filter(([who, times]) => times - (paidBefore.get(who) ?? 0) > 1)
  const twice = Math.max(repeated, paid.length)
  const wrong = rows
    .filter(({ ending, status, state }) => state !== 'manual' && status !== (ENDS[ending] ?? 'succeeded'))
    .map(({ ending, status, reference }) => `${reference} (card …${ending}) is ${status}`)
  if (lost > 0) wrong.push(`${lost} lost`)
  if (twice > 0) wrong.push(`${twice} paid twice`)
  return { lost, twice, wrong: wrong.slice(0, 5) }
}

/** How often the bank paid whom today, by its own record and under whatever reference: each is on one sheet of a case. */
async function paidPeople(): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  let after: string | undefined
  do {
    const page = await world.services.bank.statement(shanghaiDay(world.services.clock.now()), after)
    for (const { status, name, cardTail } of page.lines)
      if (status === 'succeeded')
        times.set(`${name} ${cardTail}`, (times.get(`${name} ${cardTail}`) ?? 0) + 1)
    after = page.next
  } while (after !== undefined)
  return times
}

function print({ fault, transfers, seconds, lost, twice, findings }: Row): void {
  const settled = `${seconds.toFixed(1)} s`
  const verdict = findings.length === 0 ? 'holds' : 'BROKEN'
  console.log(
    `${fault.padEnd(66)} ${String(transfers).padStart(9)} ${settled.padStart(8)} ${String(lost).padStart(5)} ${String(twice).padStart(6)}  ${verdict}`,
  )
  for (const finding of findings) console.log(`    ${finding}`)
}
