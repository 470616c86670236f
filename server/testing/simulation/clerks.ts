// The people of the storm who move batches: they approve, start (twice, when nervous), and copy what failed.

import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import type { House } from '../../house.ts'
import { copyFailedRows } from '../../payouts/copy-failed-rows.ts'
import { decideBatch } from '../../payouts/decide-batch.ts'
import { startBatch } from '../../transfers/start-batch.ts'
import { atOnce, live, refusalOf, wentWell } from './living.ts'
import type { Task } from './scheduler.ts'
import type { BatchAtHand, World } from './world.ts'

const NEXT: Readonly<Record<string, BatchStatus>> = { auditing: 'reviewing', reviewing: 'ready', ready: 'transferring' }
const MOST_BATCHES = 6

export function startClerks(world: World): void {
  live(world, 'payer', 5, (house, task) => advance(world, house, task))
  live(world, 'copier', 0.8, (house) => copy(world, house))
  if (world.weather.meddler) live(world, 'meddler', 0.3, () => meddle(world))
}

async function advance(world: World, house: House, task: Task): Promise<void> {
  const open = (await world.batches()).filter(({ status }) => status in NEXT)
  if (open.length === 0) return
  const batch = world.random.pick(open)
  const to = NEXT[batch.status] ?? 'reviewing'
  if (to !== 'transferring') {
    await refusalOf(decide(world, house, batch, to), 'state-changed')
    return
  }
  if (world.random.chance(0.3)) return startAtOnce(world, batch)
  task.afterCommit = () => checkCopies(world, batch)
  const refusal = await refusalOf(decide(world, house, batch, to), 'state-changed', 'insufficient-balance')
  note(world, batch, refusal ?? 'started')
  if (refusal === undefined) promiseStarted(world, batch)
}

export function decide(world: World, house: House, batch: BatchAtHand, to: BatchStatus): Promise<void> {
  const provider = world.providerOf(batch)
  const person = to === 'ready' ? provider.check : provider.pay
  const decision = { to, pass: true, reason: '', confirmedDuplicates: batch.duplicates }
  return decideBatch(house, world.by(person), batch.batchId, decision, startBatch)
}

function note(world: World, batch: BatchAtHand, what: string): void {
  world.journal.note('payer', `${world.batchName(batch.batchNo)} ${what}`)
  if (what === 'insufficient-balance') world.coverage.saw('balance too low to start')
}

/** Pressed several times at once: it starts once, or the balance stops all of them. */
async function startAtOnce(world: World, batch: BatchAtHand): Promise<void> {
  const start = () => decide(world, world.house, batch, 'transferring')
  const times = world.random.between(2, 5)
  const refusals = await atOnce(world, times, start, 'insufficient-balance', 'state-changed')
  const poor = refusals.includes('insufficient-balance')
  const started = wentWell(refusals)
  note(world, batch, poor ? 'insufficient-balance' : `started by one of ${times} at once`)
  if (started !== (poor ? 0 : 1)) world.fail(`${world.batchName(batch.batchNo)} was started ${started} times`)
  if (started !== 1) return
  world.coverage.saw('double start refused')
  promiseStarted(world, batch)
  await checkCopies(world, batch)
}

function promiseStarted(world: World, { batchId }: BatchAtHand): void {
  const statement = "select 1 from payout_batches where batch_id = $1 and status = 'transferring'"
  world.promises.push({ what: 'a start', statement, id: batchId })
}

/** At the moment of the start, no row pays again what was paid after all (D40). */
async function checkCopies(world: World, { batchId, batchNo }: BatchAtHand): Promise<void> {
  const paid = await world.house.query(
    `select 1 from payout_rows c join payout_rows r on r.row_id = c.copy_of join payout_batches b on b.batch_id = c.batch_id
     where c.batch_id = $1 and b.status = 'transferring' and c.status = 'processing' and r.status <> 'failed'`,
    [batchId],
  )
  if (paid.length > 0) world.fail(`${world.batchName(batchNo)} pays again what was paid`)
}

async function copy(world: World, house: House): Promise<void> {
  const batches = await world.batches()
  const failed = batches.filter(({ status, failedCount }) => status === 'transferring' && failedCount > 0)
  if (failed.length === 0 || batches.length >= MOST_BATCHES) return
  const batch = world.random.pick(failed)
  const run = (by: House) => copyFailedRows(by, world.by(world.providerOf(batch).pay), batch.batchId)
  if (world.random.chance(0.25)) {
    const made: (number | null)[] = []
    const once = async () => made.push((await run(world.house)).batchId)
    await atOnce(world, 2, once, 'nothing-to-copy')
    const copies = made.filter((batchId) => batchId !== null).length
    if (copies > 1) world.fail(`${world.batchName(batch.batchNo)} was copied twice`)
    world.coverage.saw('copied twice at once', copies)
  } else {
    const refusal = await refusalOf(run(house), 'nothing-to-copy')
    if (refusal === undefined) world.coverage.saw('copied')
  }
  await world.batches()
  world.journal.note('copier', `copied the failed rows of ${world.batchName(batch.batchNo)}`)
}

/** Between approval and start the rules change: a lower limit, or someone who may not be paid any more. */
async function meddle(world: World): Promise<void> {
  const { providerId, boss } = world.random.pick(world.providers)
  if (world.random.chance(0.5)) {
    await world.house.query('update providers set monthly_limit_fen = $2 where provider_id = $1', [
      providerId,
      world.random.pick([100_000n, 200_000n, 400_000n]),
    ])
    return
  }
  await world.house.query(
    `insert into limit_users (provider_id, name, id_hash, sealed_id, added_by, added_at)
     select r.provider_id, r.name, r.id_hash, '', $2, $3 from payout_rows r
     where r.provider_id = $1 order by r.row_id limit 1 on conflict do nothing`,
    [providerId, boss.accountId, world.house.clock.now()],
  )
}
