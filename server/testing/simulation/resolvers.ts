// The people of the storm who find out what the bank does not say: one proposes, another confirms (D41).

import type { SignedIn } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { decideResolution, proposeResolution } from '../../transfers/resolve-transfer.ts'
import { atOnce, live, refusalOf, wentWell } from './living.ts'
import type { World } from './world.ts'

export type Manual = {
  readonly rowId: number
  readonly reference: string
  readonly providerId: number
  readonly resolutionId: number | null
  readonly outcome: 'succeeded' | 'failed' | null
  readonly proposedBy: number | null
}

export function startResolvers(world: World): void {
  live(world, 'resolver', 2.5, (services) => resolveOne(world, services))
}

export function manualOnes(world: World): Promise<Manual[]> {
  return world.query<Manual>(
    `select t.row_id::float8 as "rowId", t.reference, t.provider_id as "providerId", s.resolution_id::float8 as "resolutionId",
       s.outcome, s.proposed_by as "proposedBy"
     from row_transfers t left join transfer_resolutions s on s.transfer_id = t.transfer_id and s.status = 'pending'
     where t.state = 'manual' and t.provider_id = any($1::int[]) order by t.transfer_id`,
    [world.providers.map(({ providerId }) => providerId)],
  )
}

async function resolveOne(world: World, services: Services): Promise<void> {
  const manual = await manualOnes(world)
  if (manual.length === 0) return
  const one = world.random.pick(manual)
  if (one.resolutionId === null) await propose(world, services, one)
  else await decide(world, services, one, one.resolutionId)
}

/** What these people believe: the truth, except in the few seeds in which they lie. */
function belief(world: World, reference: string): 'succeeded' | 'failed' | undefined {
  const truth = world.bank.truthOf(reference)
  // Nobody can tell yet; the impatient say that it failed.
  if (truth === 'open' && !world.random.chance(0.3)) return undefined
  const paid = truth === 'paid'
  const lies = world.conditions.peopleLie && world.random.chance(0.5)
  return paid === lies ? 'failed' : 'succeeded'
}

async function propose(world: World, services: Services, one: Manual): Promise<void> {
  const { random, coverage } = world
  const outcome = belief(world, one.reference)
  if (outcome === undefined) return
  const provider = world.providerOf(one)
  const role = random.pick(['manager', 'boss'] as const)
  const proposal = (evidenceFileId: string) => ({
    rowId: one.rowId,
    outcome,
    reason: 'as seen',
    evidenceFileId,
  })
  if (provider.evidence[role].length < 2) return
  const take = () => provider.evidence[role].pop() ?? ''
  const by = world.by(provider[role])
  const codes = ['transfer-not-manual', 'resolution-pending']
  if (!random.chance(0.25)) {
    await refusalOf(proposeResolution(services, by, proposal(take())), ...codes)
    return
  }
  const refusals = await atOnce(
    world,
    2,
    () => proposeResolution(world.services, by, proposal(take())),
    ...codes,
  )
  if (wentWell(refusals) !== 1)
    world.fail(`${world.bank.nameOf(one.reference)} has ${wentWell(refusals)} proposals`)
  coverage.saw('proposed twice at once')
}

async function decide(world: World, services: Services, one: Manual, resolutionId: number): Promise<void> {
  const { random, coverage } = world
  const provider = world.providerOf(one)
  const proposer =
    [provider.manager, provider.boss].find(({ accountId }) => accountId === one.proposedBy) ??
    provider.manager
  const decision = (confirmed: boolean) => ({ resolutionId, confirmed, reason: 'looked' })
  if (random.chance(0.2)) {
    const own = await refusalOf(
      decideResolution(services, world.by(proposer), decision(true)),
      ...['resolver-is-proposer', 'resolver-may-not', 'resolution-closed'],
    )
    if (own === undefined) world.fail('somebody confirmed their own proposal')
    if (own === 'resolver-is-proposer') coverage.saw('own proposal confirmed: refused')
    return
  }
  const confirmer: SignedIn =
    proposer === provider.boss ? provider.check : random.pick([provider.check, provider.boss])
  const confirmed = random.chance(0.6)
  if (confirmed) noteLie(world, one)
  await refusalOf(decideResolution(services, world.by(confirmer), decision(confirmed)), 'resolution-closed')
}

/** Paid by their word and not by the bank: from then on the books differ by that. */
export function noteLie(world: World, { reference, outcome }: Manual): void {
  if (outcome === 'succeeded' && world.bank.truthOf(reference) !== 'paid') {
    world.liedAbout.add(reference)
    world.coverage.saw('people confirmed what is not so')
  }
}
