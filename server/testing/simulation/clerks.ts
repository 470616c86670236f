// The people of the storm who move batches: they approve, start (twice, when nervous), and copy what failed.

import type { Services } from '../../app-services.ts'
import { copyFailedRows } from '../../payouts/copy-failed-rows.ts'
import { approve, decide } from './approve.ts'
import { atOnce, live, refusalOf, wentWell } from './living.ts'
import type { Task } from './scheduler.ts'
import type { BatchAtHand, World } from './world.ts'

const UNSTARTED = new Set(['auditing', 'reviewing', 'ready'])
const MAX_BATCHES = 6

export function startClerks(world: World): void {
  live(world, 'payer', 3, (services, task) => advance(world, services, task))
  live(world, 'copier', 1.5, (services, task) => copy(world, services, task))
  if (world.conditions.meddler) live(world, 'meddler', 0.3, () => meddle(world))
}

async function advance(world: World, services: Services, task: Task): Promise<void> {
  const open = (await world.batches()).filter(({ status }) => UNSTARTED.has(status))
  if (open.length === 0) return
  const batch = world.random.pick(open)
  if (batch.status !== 'ready') return approve(world, batch)
  // They look at the balance before they press the button, most of the time.
  if (!batch.affordable && !world.random.chance(0.15)) return
  if (world.random.chance(0.25)) return startAtOnce(world, batch)
  task.afterCommit = () => checkStart(world, batch)
  const refusal = await refusalOf(
    decide(world, services, batch, 'transferring'),
    'state-changed',
    'insufficient-balance',
  )
  note(world, batch, refusal ?? 'started')
  if (refusal === undefined) promiseStarted(world, batch)
}

function note(world: World, batch: BatchAtHand, what: string): void {
  world.journal.note('payer', `${world.batchName(batch.batchNo)} ${what}`)
  if (what === 'insufficient-balance') world.coverage.saw('balance too low to start')
}

/** Pressed several times at once: it starts once, or the balance stops all of them. */
async function startAtOnce(world: World, batch: BatchAtHand): Promise<void> {
  const start = () => decide(world, world.services, batch, 'transferring')
  const times = world.random.between(2, 3)
  const refusals = await atOnce(world, times, start, 'insufficient-balance', 'state-changed')
  const poor = refusals.includes('insufficient-balance')
  const started = wentWell(refusals)
  note(world, batch, poor ? 'insufficient-balance' : `started by one of ${times} at once`)
  if (started !== (poor ? 0 : 1)) world.fail(`${world.batchName(batch.batchNo)} was started ${started} times`)
  if (started !== 1) return
  world.coverage.saw('double start refused')
  promiseStarted(world, batch)
  await checkStart(world, batch)
}

function promiseStarted(world: World, { batchId }: BatchAtHand): void {
  const statement = "select 1 from payout_batches where batch_id = $1 and status = 'transferring'"
  world.promises.push({ what: 'a start', statement, id: batchId })
}

/** What the start must see to, looked at before anything else happens (D19, D40). */
const START_FAULTS = `
  with own as (
    select r.*, b.payment_month, b.limit_fen from payout_lines r join payout_batches b using (batch_id)
    where r.batch_id = $1 and b.status = 'transferring' and r.status = 'processing'
  ), months as (
    select r.id_hash, sum(r.amount_fen) as fen from payout_lines r join payout_batches b using (batch_id)
    where b.status = 'transferring' and r.status in ('processing', 'succeeded')
      and (r.provider_id, b.payment_month) in (select provider_id, payment_month from own) group by 1
  )
  select 'pays again what was paid' as what from own join payout_lines r on r.row_id = own.copy_of where r.status <> 'failed'
  union select 'pays someone who may not be paid' from own join restricted_people p on p.id_hash = own.id_hash
    where p.provider_id is null or p.provider_id = own.provider_id
  union select 'carries someone to the limit' from own join months using (id_hash) where months.fen >= own.limit_fen
  union select 'spends what is owed' from own join ledger_balances using (provider_id) where available_fen + suspense_fen < 0`

export async function checkStart(world: World, { batchId, batchNo }: BatchAtHand): Promise<void> {
  for (const { what } of await world.query<{ what: string }>(START_FAULTS, [batchId]))
    world.fail(`${world.batchName(batchNo)} ${what}`)
}

async function copy(world: World, services: Services, task: Task): Promise<void> {
  const batches = await world.batches()
  const failed = batches.filter(({ status, failedCount }) => status === 'transferring' && failedCount > 0)
  if (failed.length === 0 || batches.length >= MAX_BATCHES) return
  const batch = world.random.pick(failed)
  const last = Math.max(...batches.map(({ batchId }) => batchId))
  task.afterCommit = () => checkSources(world, last)
  const run = (by: Services) => copyFailedRows(by, world.by(world.providerOf(batch).pay), batch.batchId)
  if (world.random.chance(0.25)) {
    const made: (number | null)[] = []
    const once = async () => made.push((await run(world.services)).batchId)
    await atOnce(world, 2, once, 'nothing-to-copy')
    const copies = made.filter((batchId) => batchId !== null).length
    await checkSources(world, last)
    if (copies > 1) world.fail(`${world.batchName(batch.batchNo)} was copied twice`)
    world.coverage.saw('copied twice at once', copies)
  } else {
    const refusal = await refusalOf(run(services), 'nothing-to-copy')
    if (refusal === undefined) world.coverage.saw('copied')
  }
  await world.batches()
  world.journal.note('copier', `copied the failed rows of ${world.batchName(batch.batchNo)}`)
}

/** Only what failed is copied; what is in doubt never (D40). */
async function checkSources(world: World, after: number): Promise<void> {
  const wrong = await world.query(
    `select 1 from payout_lines c join payout_lines r on r.row_id = c.copy_of
     where c.batch_id > $1 and r.status <> 'failed'`,
    [after],
  )
  if (wrong.length > 0) world.fail('a row was copied that has not failed')
}

/** Between approval and start the rules change: a lower limit, or someone who may not be paid any more. */
async function meddle(world: World): Promise<void> {
  const { providerId, boss } = world.random.pick(world.providers)
  if (world.random.chance(0.5)) return lowerLimit(world, providerId)
  await world.query(
    `insert into limit_users (provider_id, name, id_hash, sealed_id, added_by, added_at)
     select r.provider_id, r.name, r.id_hash, '', $2, $3 from payout_lines r
     where r.provider_id = $1 order by r.row_id limit 1 on conflict do nothing`,
    [providerId, boss.accountId, world.services.clock.now()],
  )
}

export async function lowerLimit(world: World, providerId: number): Promise<void> {
  const limitFen = world.random.pick([150_000n, 301_000n, 400_000n])
  await world.query('update providers set monthly_limit_fen = $2 where provider_id = $1', [
    providerId,
    limitFen,
  ])
}
