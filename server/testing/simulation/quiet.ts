// After the storm: nothing breaks any more, time runs on, and everything must end or be with people within a minute (I8).

import { DAY_MS, type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { workBankFiles } from '../../bank-files/work-bank-files.ts'
import { copyFailedRows } from '../../payouts/copy-failed-rows.ts'
import { auditRecharge } from '../../recharges/audit-recharge.ts'
import { askReversal, decideReversal } from '../../recharges/reverse-recharge.ts'
import { queryDoubts } from '../../transfers/query-bank.ts'
import { reconcileStatement } from '../../transfers/reconcile-statement.ts'
import { decideResolution, proposeResolution } from '../../transfers/resolve-transfer.ts'
import { sendWaiting } from '../../transfers/send-transfers.ts'
import { sweepLeases } from '../../transfers/sweep-leases.ts'
import { approve, decide } from './approve.ts'
import { carryAll } from './carry-all.ts'
import { storeFiles } from './cast.ts'
import { checkStart } from './clerks.ts'
import { refusalOf } from './living.ts'
import { handleCallback } from './machines.ts'
import { statusAt } from './order-fate.ts'
import { type Manual, manualOnes, noteLie } from './resolvers.ts'
import { APPROVES, recharges } from './treasury.ts'
import type { World } from './world.ts'

const DEFINITE = new Set(['succeeded', 'rejected', 'not-accepted', 'returned'])

export async function runQuiet(world: World): Promise<void> {
  world.bank.faulty = false
  await everythingEnds(world)
  // People look at once, or only when the bank has done all it ever will.
  await resolveAll(world, world.random.pick(['decide', 'propose', 'wait']))
  if (world.conditions.lies > 0 && world.random.chance(0.4)) await copyOne(world)
  if (world.random.chance(0.5)) await takeEverythingBack(world)
  await bankFinishes(world)
  await spendWhatIsOwed(world)
  await resolveAll(world, 'decide')
  await approveRest(world)
  await payCopies(world)
  // Files whose last row people resolved: left as they are, the next seed's workers would take them for theirs.
  if (world.paysByFiles) await workBankFiles(world.open)
  const open = await openOnes(world)
  if (open.length > 0) world.fail(`I8: ${open.length} transfers are open though nothing is left to happen`)
}

/** One round of a worker that nothing disturbs. */
async function work(world: World): Promise<void> {
  const { open } = world
  await sweepLeases(open)
  while ((await sendWaiting(open)) > 0);
  while ((await queryDoubts(open)) > 0);
  await carryAll(world)
  await world.watchdog.inspect(undefined)
}

async function everythingEnds(world: World): Promise<void> {
  const { clock, settings } = world.services
  const { leaseMs, maxQueryIntervalMs, manualAfterMs } = settings.retryPolicy
  const calmSince = clock.now().getTime()
  await work(world)
  clock.advance(leaseMs + 1_000)
  await work(world)
  clock.advance(maxQueryIntervalMs + 1_000)
  await work(world)
  // The bank had said it before the storm was over, and nobody has heard it yet.
  for (const { reference, state } of await openOnes(world)) {
    const record = world.bank.records.get(reference)
    const status = record ? statusAt(record.fate, calmSince) : 'not-found'
    if (DEFINITE.has(status) || state === 'reserved' || state === 'sending')
      world.fail(
        `I8: ${world.bank.nameOf(reference)} is still ${state} a minute after the storm; the bank says ${status}`,
      )
  }
  for (let waited = 0; waited < manualAfterMs + maxQueryIntervalMs; waited += maxQueryIntervalMs + 1_000) {
    if ((await openOnes(world)).every(({ state }) => state === 'manual')) return
    clock.advance(maxQueryIntervalMs + 1_000)
    await work(world)
  }
  const left = (await openOnes(world)).filter(({ state }) => state !== 'manual')
  if (left.length > 0) world.fail(`I8: ${left.length} transfers neither ended nor were given to people`)
}

function openOnes(world: World): Promise<{ reference: string; state: TransferState }[]> {
  return world.query(
    `select reference, state from row_transfers where provider_id = any($1::int[])
       and state in ('reserved', 'sending', 'in-doubt', 'manual') order by transfer_id`,
    [world.providers.map(({ providerId }) => providerId)],
  )
}

/** Two people find out the truth; what nobody can tell yet they take for failed. Or one does, and the other takes a day. */
async function resolveAll(world: World, how: 'decide' | 'propose' | 'wait'): Promise<void> {
  for (const one of how === 'wait' ? [] : await manualOnes(world)) {
    const { check, boss } = world.providerOf(one)
    const resolutionId = one.resolutionId ?? (await propose(world, one))
    if (how === 'propose') continue
    if (one.resolutionId !== null) noteLie(world, one)
    const decision = { resolutionId, confirmed: true, reason: '' }
    if (one.resolutionId === null || one.proposedBy === boss.accountId) {
      const own = await refusalOf(
        decideResolution(world.open, world.by(boss), decision),
        'resolver-is-proposer',
      )
      if (own === undefined) world.fail('somebody confirmed their own proposal')
      world.coverage.saw('own proposal confirmed: refused')
    }
    await decideResolution(world.open, world.by(check), decision)
  }
  await world.watchdog.inspect(undefined)
}

async function propose(world: World, { rowId, reference, providerId }: Manual): Promise<number> {
  const { boss, evidence } = world.providerOf({ providerId })
  const outcome = world.bank.truthOf(reference) === 'paid' ? 'succeeded' : 'failed'
  const evidenceFileId =
    evidence.boss.pop() ?? (await storeFiles(world.services, boss, 'evidence', 1))[0] ?? ''
  return proposeResolution(world.open, world.by(boss), { rowId, outcome, reason: 'as seen', evidenceFileId })
}

/** Every late payment and return happens, every callback is delivered, and every day's statement is read. */
async function bankFinishes(world: World): Promise<void> {
  const { services, open, bank, random } = world
  services.clock.set(new Date(Math.max(services.clock.now().getTime(), bank.lastMoment()) + 1_000))
  bank.arrive()
  services.clock.set(new Date(Math.max(services.clock.now().getTime(), bank.lastMoment()) + 1_000))
  await work(world)
  for (let callback = bank.takeCallback(random); callback; callback = bank.takeCallback(random))
    await handleCallback(open, callback)
  for (const day of daysOf(world)) {
    const { unknown, missing } = await reconcileStatement(open, day)
    if (unknown.length > 0) world.fail(`I3: the bank paid ${unknown.join(', ')}, which we never ordered`)
    // What other seeds paid on that day another bank has executed.
    const unexplained = missing.filter((one) => world.isOwn(one) && !world.liedAbout.has(one))
    if (unexplained.length > 0)
      world.fail(`I3: the statement of ${day} lacks ${unexplained.map((one) => bank.nameOf(one)).join(', ')}`)
  }
  await world.watchdog.inspect(undefined)
}

function daysOf({ bank, services, conditions }: World): Day[] {
  const now = services.clock.now().getTime()
  const moments = [...bank.records.values()].flatMap(({ fate }) => [fate.paidAt, fate.returnedAt])
  const days = moments.filter((at) => at <= now).map((at) => shanghaiDay(new Date(at)))
  return [...new Set([shanghaiDay(conditions.startsAt), ...days, shanghaiDay(new Date(now - DAY_MS))])].sort()
}

/** Whatever is there is refunded, so that what the bank still pays after all finds nothing. */
async function takeEverythingBack(world: World): Promise<void> {
  for (const { id, providerId, status, reversalId, restFen } of await recharges(world)) {
    const [balance] = await world.query<{ fen: Fen }>(
      'select available_fen + suspense_fen as fen from ledger_balances where provider_id = $1',
      [providerId],
    )
    const amountFen = restFen < (balance?.fen ?? 0n) ? restFen : (balance?.fen ?? 0n)
    if (status !== 'approved' || reversalId !== null || amountFen <= 0n) continue
    const { check, boss } = world.providerOf({ providerId })
    const input = { rechargeId: id, amountFen, kind: 'refund', reason: 'back' } as const
    const asked = await askReversal(world.open, world.by(check), input)
    await decideReversal(world.open, world.by(boss), asked, { confirms: true, reason: '' })
  }
}

/** What came back after a shortfall belongs to the debt, and to nobody else. */
async function spendWhatIsOwed(world: World): Promise<void> {
  for (const { id, providerId, status, reversalId, restFen } of await recharges(world)) {
    const [balance] = await world.query<{ availableFen: Fen; owedFen: Fen }>(
      'select available_fen as "availableFen", -suspense_fen as "owedFen" from ledger_balances where provider_id = $1',
      [providerId],
    )
    const { availableFen = 0n, owedFen = 0n } = balance ?? {}
    const amountFen = restFen < availableFen ? restFen : availableFen
    if (
      status !== 'approved' ||
      reversalId !== null ||
      availableFen - amountFen >= owedFen ||
      amountFen <= 0n
    )
      continue
    const { check, boss } = world.providerOf({ providerId })
    const input = { rechargeId: id, amountFen, kind: 'refund', reason: 'back' } as const
    const asked = await askReversal(world.open, world.by(check), input)
    const decision = decideReversal(world.open, world.by(boss), asked, { confirms: true, reason: '' })
    if ((await refusalOf(decision, 'reversal-exceeds-balance')) === undefined)
      world.fail('I7: what is owed was spent')
    world.coverage.saw('spending what is owed: refused')
  }
}

async function approveRest(world: World): Promise<void> {
  for (const one of await recharges(world)) {
    if (one.status !== 'pending') continue
    await auditRecharge(world.open, world.by(world.providerOf(one).check), one.id, APPROVES)
    const uncovered = await world.query(
      'select 1 from ledger_balances where provider_id = $1 and suspense_fen < 0 and available_fen > 0',
      [one.providerId],
    )
    if (uncovered.length > 0) world.fail('I7: money came in and did not go to the shortfall first')
  }
}

/** What the bank said it refused, and may yet pay, waits in a copy. */
async function copyOne(world: World): Promise<void> {
  const failed = (await world.batches()).filter(
    ({ status, failedCount }) => status === 'transferring' && failedCount > 0,
  )
  if (failed.length === 0) return
  const batch = world.random.pick(failed)
  const copied = copyFailedRows(world.open, world.by(world.providerOf(batch).pay), batch.batchId)
  await refusalOf(copied, 'nothing-to-copy')
  await world.batches()
}

/** Copies that nobody started yet: by now the bank may have paid what they would pay again. */
async function payCopies(world: World): Promise<void> {
  const copies = await world.query<{ id: number }>(
    `select distinct c.batch_id::float8 as id from payout_lines c join payout_lines r on r.row_id = c.copy_of
     where c.provider_id = any($1::int[]) and r.status = 'succeeded' and c.status = 'processing'`,
    [world.providers.map(({ providerId }) => providerId)],
  )
  for (const batch of await world.batches()) {
    const isOne = copies.some(({ id }) => id === batch.batchId)
    if (!isOne || batch.status === 'transferring' || !batch.affordable) continue
    if (batch.status !== 'ready') await approve(world, batch)
    await decide(world, world.open, batch, 'transferring')
    await checkStart(world, batch)
    await everythingEnds(world)
    await bankFinishes(world)
    await resolveAll(world, 'decide')
  }
}
