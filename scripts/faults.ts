/** `npm run faults`: kills, stops and lies to the real processes, case by case, and prints what became of the money. */
import { verifyInvariants } from '@paywages/server/invariants/verify.ts'
import { forgetSessions, fund } from './faults/batches.ts'
import type { Case } from './faults/case.ts'
import { CASES, prepare } from './faults/cases.ts'
import { moveClock } from './faults/machine-clock.ts'
import { rollCases } from './faults/roll.ts'
import { accountFor, isQuiet, paidPeople } from './faults/settlement.ts'
import type { Rolled } from './faults/two-releases.ts'
import { World, type WorldOptions } from './faults/world.ts'

/** Everything must end or be with people within a minute of the healing (I8). */
const SETTLES_WITHIN_MS = 60_000

const rounds = Number(process.argv.find((word) => word.startsWith('--rounds='))?.split('=')[1] ?? 1)
const only = process.argv.find((word) => word.startsWith('--only='))?.split('=')[1] ?? ''
const chosen = CASES.filter(({ fault }) => fault.includes(only))
// They take as long as ten other cases: `npm test` leaves them to `npm run faults`, unless one is named.
const rolls = process.argv.includes('--without-rolls')
  ? []
  : rollCases().filter(({ fault }) => fault.includes(only))

type Row = Rolled & { readonly fault: string }

const rows: Row[] = []
console.log(
  'fault                                                              transfers  settled  lost  twice  proof',
)
const together = chosen.filter(({ alone }) => alone === undefined)
if (together.length > 0)
  await inWorld({}, async (world) => {
    for (let round = 0; round < rounds; round += 1)
      for (const fault of together) print(await run(world, fault))
  })
for (let round = 0; round < rounds; round += 1)
  for (const fault of chosen)
    if (fault.alone) await inWorld(fault.alone, async (world) => print(await run(world, fault)))
for (const { fault, make } of rolls)
  if (typeof make === 'string') console.log(`${fault}: LEFT OUT, ${make}`)
  else print({ fault, ...(await make().catch(failed)) })

const leftOut = rolls.filter(({ make }) => typeof make === 'string').length
const broken = rows.filter(({ findings }) => findings.length > 0).length
console.log(`\npeople paid twice: ${rows.reduce((sum, { twice }) => sum + twice, 0)}`)
console.log(
  (broken === 0
    ? `${rows.length} passed, 0 failed: nothing lost, nothing paid twice.`
    : `${rows.length - broken} passed, ${broken} failed.`) + (leftOut > 0 ? ` ${leftOut} left out.` : ''),
)
process.exit(broken === 0 ? 0 : 1)

async function inWorld(options: WorldOptions, work: (world: World) => Promise<void>): Promise<void> {
  const world = await World.open(options)
  try {
    await work(world)
  } finally {
    await world.close()
    forgetSessions()
    if (options.clockDays !== undefined) await moveClock(0)
  }
}

async function run(world: World, fault: Case): Promise<Row> {
  await fund(world, 10_000_000n, fault.company)
  const batch = await prepare(world, fault)
  const paidBefore = await paidPeople(world)
  const findings: string[] = []
  await fault.make(world, batch).catch((error: Error) => findings.push(error.message))
  const endedAt = Date.now()
  await world.heal()
  await world
    .until('everything has ended', () => isQuiet(world, batch), SETTLES_WITHIN_MS)
    .catch((error: Error) => findings.push(error.message))
  const seconds = (Date.now() - endedAt) / 1_000
  const { lost, twice, wrong } = await accountFor(world, batch, paidBefore)
  findings.push(...wrong)
  await world.acknowledgeRestore()
  const services = { ...world.services }
  findings.push(
    ...(await verifyInvariants(services, { bankDays: fault.bankDays ?? 1 })).map(
      ({ invariant, what }) => `${invariant}: ${what}`,
    ),
  )
  return { fault: fault.fault, transfers: batch.endings.length, seconds, lost, twice, findings }
}

function failed(error: Error): Rolled {
  return { transfers: 0, seconds: 0, lost: 0, twice: 0, findings: [error.message] }
}

function print(row: Row): void {
  rows.push(row)
  const { fault, transfers, seconds, lost, twice, findings } = row
  const settled = `${seconds.toFixed(1)} s`
  const verdict = findings.length === 0 ? 'holds' : 'BROKEN'
  console.log(
    `${fault.padEnd(66)} ${String(transfers).padStart(9)} ${settled.padStart(8)} ${String(lost).padStart(5)} ${String(twice).padStart(6)}  ${verdict}`,
  )
  for (const finding of findings) console.log(`    ${finding}`)
}
