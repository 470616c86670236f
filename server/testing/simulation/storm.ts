// The storm: everybody at work while everything breaks, and at times everything at the very same moment.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { SignedIn } from '../../actor.ts'
import { settleBankFiles } from '../../bank-files/decide-result.ts'
import { makeBankFiles } from '../../bank-files/make-files.ts'
import { registerWaitingPeople } from '../../payouts/register-people.ts'
import { auditRecharge } from '../../recharges/audit-recharge.ts'
import { askReversal, decideReversal } from '../../recharges/reverse-recharge.ts'
import { Refused } from '../../refused.ts'
import { queryDoubts } from '../../transfers/query-bank.ts'
import { reconcileStatement } from '../../transfers/reconcile-statement.ts'
import { sendWaiting } from '../../transfers/send-transfers.ts'
import { sweepLeases } from '../../transfers/sweep-leases.ts'
import { approve, decide } from './approve.ts'
import { startCarriers } from './carriers.ts'
import { LIMIT_FEN, type Provider, rowOf } from './cast.ts'
import { lowerLimit, startClerks } from './clerks.ts'
import { isInjectedFault, refusalOf } from './living.ts'
import { handleCallback, startMachines } from './machines.ts'
import { startResolvers } from './resolvers.ts'
import { checkMoment } from './seed-checks.ts'
import { upload } from './set-up.ts'
import type { Stage } from './stage.ts'
import { APPROVES, recharges, startTreasury } from './treasury.ts'
import type { World } from './world.ts'

export async function runStorm(world: World, stage: Stage): Promise<void> {
  const { scheduler, conditions, random } = world
  if (random.chance(0.2)) await lowerLimit(world, random.pick(world.providers).providerId)
  if (world.paysByFiles) await startFirst(world)
  startMachines(world)
  startClerks(world)
  startResolvers(world)
  startTreasury(world)
  startCarriers(world)
  const checkAt = random.chance(0.5) ? random.between(10, conditions.turns) : -1
  // What people carry takes more steps than what a worker sends.
  const turns = world.paysByFiles ? conditions.turns + 60 : conditions.turns
  await scheduler.run(turns, async (turn) => {
    if (turn === checkAt) await checkMoment(world, stage, true)
  })
  if (scheduler.failure === undefined && conditions.wild) await everythingAtOnce(world)
  if (conditions.crashes) world.coverage.saw('every process died at once')
  world.journal.note(
    '',
    conditions.crashes ? 'every process dies' : 'every process finishes what it has in hand',
  )
  await scheduler.end(conditions.crashes)
}

/** People carry for days what a worker sends in a second: some files are there when the storm begins. */
async function startFirst(world: World): Promise<void> {
  for (const batch of await world.batches()) {
    if (batch.status !== 'ready' || !batch.affordable || world.random.chance(0.3)) continue
    await refusalOf(decide(world, world.open, batch, 'transferring'), 'insufficient-balance')
  }
  await makeBankFiles(world.open)
  await world.watchdog.inspect(undefined)
}

/** Truly parallel, in whatever order the database takes it; only the result is validated. */
async function everythingAtOnce(world: World): Promise<void> {
  const { open, bank, random, coverage, journal } = world
  journal.note('', 'everything at once')
  journal.endReplayable()
  const [provider] = world.providers
  if (provider && random.chance(0.4)) await prepareTwins(world, provider)
  const batches = (await world.batches()).filter(({ status }) => status === 'ready')
  const pending = (await recharges(world)).filter(({ status }) => status === 'pending')
  const reversals = await askReversals(world)
  const works: (() => Promise<unknown>)[] = [
    () => sendWaiting(open, 2),
    () => sendWaiting(open),
    () => queryDoubts(open),
    () => queryDoubts(open),
    () => sweepLeases(open),
    () => registerWaitingPeople(open),
    ...(world.paysByFiles ? [makeBankFiles, makeBankFiles, settleBankFiles, settleBankFiles] : []).map(
      (part) => () => part(open),
    ),
    () => reconcileStatement(open, shanghaiDay(open.clock.now())),
    ...batches.flatMap((batch) => [0, 1].map(() => () => decide(world, open, batch, 'transferring'))),
    ...reversals.map(
      ({ reversalId, boss }) =>
        () =>
          decideReversal(open, world.by(boss), reversalId, { confirms: true, reason: '' }),
    ),
    ...pending.map(
      (one) => () => auditRecharge(open, world.by(world.providerOf(one).boss), one.id, APPROVES),
    ),
  ]
  for (let callback = bank.takeCallback(random); callback; callback = bank.takeCallback(random)) {
    const one = callback
    works.push(
      () => handleCallback(open, one),
      () => handleCallback(open, { ...one, nonce: bank.freshNonce() }),
    )
  }
  const results = await Promise.allSettled(works.map((work) => work()))
  for (const result of results)
    if (
      result.status === 'rejected' &&
      !isInjectedFault(result.reason) &&
      !(result.reason instanceof Refused)
    )
      throw result.reason
  coverage.saw('everything at once')
  await world.watchdog.inspect(undefined)
  const twins = await world.query(
    `select 1 from payout_lines r join payout_batches b using (batch_id) where r.provider_id = $1 and r.remark like 'twin %'
       and b.status = 'transferring' and r.status in ('processing', 'succeeded')`,
    [provider?.providerId],
  )
  if (twins.length > 1) world.fail('I11: two batches at once carried someone to the limit')
}

/** Two batches that together carry one person to the limit, which neither does alone. */
async function prepareTwins(world: World, provider: Provider): Promise<void> {
  const setLimit = (limitFen: Fen) =>
    world.query('update providers set monthly_limit_fen = $2 where provider_id = $1', [
      provider.providerId,
      limitFen,
    ])
  await setLimit(LIMIT_FEN)
  const month = shanghaiDay(world.services.clock.now()).slice(0, 7)
  const person = { person: 7, seed: world.seed }
  for (const name of ['twin 1', 'twin 2'])
    await upload(world, provider, [rowOf(person, '60.00', month, name)])
  for (const batch of await world.batches()) if (batch.status === 'auditing') await approve(world, batch)
  await setLimit(10_000n)
}

/** Each of them takes all there is; at most one can be had. */
async function askReversals(world: World) {
  const asked: { reversalId: number; boss: SignedIn }[] = []
  for (const { id, providerId, status, reversalId, restFen } of await recharges(world)) {
    const { check, boss } = world.providerOf({ providerId })
    if (status !== 'approved' || restFen === 0n) continue
    const input = { rechargeId: id, amountFen: restFen, kind: 'refund', reason: 'back' } as const
    asked.push({ reversalId: reversalId ?? (await askReversal(world.open, world.by(check), input)), boss })
  }
  return asked
}
