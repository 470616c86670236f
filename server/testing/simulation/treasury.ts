// The people of the storm who pay in and take back, and one who tries to post the same money twice.

import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import pg from 'pg'
import type { Services } from '../../app-services.ts'
import { postFacts } from '../../ledger/post-entries.ts'
import type { Subject } from '../../ledger/store.ts'
import { auditRecharge } from '../../recharges/audit-recharge.ts'
import { askReversal, decideReversal } from '../../recharges/reverse-recharge.ts'
import { atOnce, live, refusalOf, wentWell } from './living.ts'
import type { World } from './world.ts'

export function startTreasury(world: World): void {
  live(world, 'treasurer', 1.2, (services) => treasure(world, services))
  live(world, 'repeater', 0.2, () => postAgain(world))
}

type Recharge = {
  readonly id: number
  readonly providerId: number
  readonly status: 'pending' | 'approved'
  readonly restFen: Fen
  readonly reversalId: number | null
}

export const APPROVES = { approves: true, reason: '', confirmDuplicate: true }

export function recharges(world: World): Promise<Recharge[]> {
  return world.query<Recharge>(
    `select r.recharge_id::float8 as id, r.provider_id as "providerId", r.status, r.amount_fen - r.reversed_fen as "restFen",
       v.reversal_id::float8 as "reversalId"
     from recharges r left join recharge_reversals v on v.recharge_id = r.recharge_id and v.status = 'pending'
     where r.provider_id = any($1::int[]) and r.status <> 'rejected' order by r.recharge_id`,
    [world.providers.map(({ providerId }) => providerId)],
  )
}

async function treasure(world: World, services: Services): Promise<void> {
  const kept = new Set(world.providers.map(({ rechargeIds }) => rechargeIds.at(-1)))
  const recharge = world.random.pick((await recharges(world)).filter(({ id }) => !kept.has(id)))
  if (recharge.status === 'pending') await approve(world, services, recharge)
  else if (recharge.reversalId !== null) await confirmReversal(world, services, recharge, recharge.reversalId)
  else await reverse(world, services, recharge)
}

async function approve(world: World, services: Services, recharge: Recharge): Promise<void> {
  const by = world.by(world.providerOf(recharge).check)
  if (world.random.chance(0.3)) {
    const refusals = await atOnce(
      world,
      3,
      () => auditRecharge(world.services, by, recharge.id, APPROVES),
      'state-changed',
    )
    if (wentWell(refusals) !== 1) world.fail(`a recharge was credited ${wentWell(refusals)} times`)
    world.coverage.saw('recharge credited twice: refused')
  } else await refusalOf(auditRecharge(services, by, recharge.id, APPROVES), 'state-changed')
  world.coverage.saw('recharge credited')
  world.journal.note('treasurer', `credited ${recharge.restFen}`)
  const statement = "select 1 from recharges where recharge_id = $1 and status = 'approved'"
  world.promises.push({ what: 'a recharge', statement, id: recharge.id })
}

async function reverse(world: World, services: Services, recharge: Recharge): Promise<void> {
  if (recharge.restFen === 0n || world.random.chance(0.3)) return
  const amountFen = (recharge.restFen * BigInt(world.random.between(10, 100))) / 100n
  if (amountFen === 0n) return
  const input = { rechargeId: recharge.id, amountFen, kind: 'refund', reason: 'back' } as const
  await refusalOf(
    askReversal(services, world.by(world.providerOf(recharge).check), input),
    'reversal-open',
    'reversal-too-large',
  )
}

async function confirmReversal(
  world: World,
  services: Services,
  recharge: Recharge,
  reversalId: number,
): Promise<void> {
  const by = world.by(world.providerOf(recharge).boss)
  const confirms = world.random.chance(0.8)
  const decision = decideReversal(services, by, reversalId, { confirms, reason: '' })
  const refusal = await refusalOf(decision, 'state-changed', 'reversal-exceeds-balance')
  if (refusal === 'reversal-exceeds-balance') world.coverage.saw('reversal refused by the balance')
  if (refusal === undefined && confirms) world.coverage.saw('recharge reversed')
  world.journal.note('treasurer', `${confirms ? 'confirms' : 'refuses'} a reversal: ${refusal ?? 'done'}`)
}

/** Whatever the code does, the same phase of the same thing is posted once. */
async function postAgain(world: World): Promise<void> {
  const posted = await world.query<{
    subject: Subject
    id: bigint
    phase: Phase
    fen: Fen
    providerId: number
  }>(
    `select subject, subject_id as id, phase, amount_fen as fen, provider_id as "providerId" from ledger_lines
     where provider_id = any($1::int[]) order by posting_id`,
    [world.providers.map(({ providerId }) => providerId)],
  )
  const { subject, id, phase, fen, providerId } = world.random.pick(posted)
  const entry = { subject, subjectId: id, batchId: 0n, postings: [{ phase, amountFen: fen }] }
  try {
    await world.services.database.transact((tx) =>
      postFacts(tx, providerId, [entry], world.services.clock.now()),
    )
    world.fail(`${phase} of ${subject} ${id} was posted twice`)
  } catch (error) {
    // By the unique index, or by a balance that would not bear it.
    if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) throw error
    world.coverage.saw('posting repeated: refused')
  }
}
