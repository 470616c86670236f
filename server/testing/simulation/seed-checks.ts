// What must hold of a seed: the product's own proofs on its rows, and its books against the bank's, to the fen.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { contentsAreApproved } from '../../invariants/approval-checks.ts'
import { bankAgrees } from '../../invariants/bank-check.ts'
import type { Finding } from '../../invariants/finding.ts'
import { checkAll } from '../../invariants/verify.ts'
import { withheldIsReckoned } from '../../invariants/withheld-checks.ts'
import type { BankRecord } from './lying-bank.ts'
import { readScoped, type Stage } from './stage.ts'
import type { World } from './world.ts'

/** Test clusters give up durability on purpose (I9); in the storm itself everything may be stuck (I8). */
function isExpected(world: World, storm: boolean, { invariant, what }: Finding): boolean {
  if (invariant === 'I9' || (storm && invariant === 'I8')) return true
  // What the bank pays after all may carry somebody over the limit; nobody can help it.
  if (invariant === 'I11') return world.watchdog.late.size > 0
  return invariant === 'I3' && [...world.liedAbout].some((reference) => what.includes(reference))
}

/** Holds at every moment, also in the midst of the storm. */
export async function checkMoment(world: World, stage: Stage, storm: boolean): Promise<void> {
  const findings = await readScoped(stage, world.marks, (tx) => checkAll(tx, world.services.clock.now()))
  report(world, storm, findings)
}

/** Holds when all is quiet. */
export async function checkQuiet(world: World, stage: Stage): Promise<void> {
  const days =
    Math.ceil((world.services.clock.now().getTime() - world.conditions.startsAt.getTime()) / DAY_MS) + 1
  const findings = await readScoped(stage, world.marks, async (tx) => [
    ...(await checkAll(tx, world.services.clock.now())),
    ...(await contentsAreApproved(world.open, tx)),
    ...(await withheldIsReckoned(world.open, tx, new Date(0))),
    ...(await bankAgrees(world.open, tx, days)),
  ])
  report(world, false, findings)
  const transfers = await readTransfers(world)
  compareWithBank(world, transfers)
  await checkConservation(world, transfers)
  await checkPostings(world)
  await checkProposals(world)
  await checkCopies(world)
  await checkPromises(world)
}

function report(world: World, storm: boolean, findings: readonly Finding[]): void {
  const reported = findings.filter((finding) => !isExpected(world, storm, finding))
  if (reported.length > 0)
    world.fail(reported.map(({ invariant, what }) => `${invariant}: ${what}`).join('; '))
}

type Transfer = {
  readonly reference: string
  readonly providerId: number
  readonly state: TransferState
  readonly netFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
}

function readTransfers(world: World): Promise<Transfer[]> {
  return world.query<Transfer>(
    `select reference, provider_id as "providerId", state, amount_fen - tax_fen - vat_fen as "netFen", fee_fen as "feeFen", tax_fen as "taxFen", vat_fen as "vatFen"
     from row_transfers where provider_id = any($1::int[]) order by transfer_id`,
    [world.providers.map(({ providerId }) => providerId)],
  )
}

/** What became of an order in truth, once the bank has done everything it will ever do. */
function truthOf(record: BankRecord | undefined): TransferState {
  if (!record || record.fate.paidAt === Number.POSITIVE_INFINITY) return 'failed'
  return record.fate.returnedAt === Number.POSITIVE_INFINITY ? 'succeeded' : 'returned'
}

function compareWithBank(world: World, transfers: readonly Transfer[]): void {
  const ours = new Set(transfers.map(({ reference }) => reference))
  for (const { reference, state, netFen } of transfers) {
    const record = world.bank.records.get(reference)
    const name = world.bank.nameOf(reference)
    const truth = truthOf(record)
    if (state !== truth && !world.liedAbout.has(reference))
      world.fail(`I3: ${name} is ${state} by the books and ${truth} by the bank`)
    if (record && record.order.amountFen !== netFen)
      world.fail(`I3: ${name} was ordered as ${record.order.amountFen} fen instead of ${netFen}`)
  }
  for (const { order } of world.bank.records.values())
    if (!ours.has(order.reference)) world.fail(`I3: the bank has ${order.reference}, which we do not know`)
}

type Books = Readonly<
  Record<'inFen' | 'restFen' | 'heldFen' | 'clearingFen' | 'feeFen' | 'taxFen' | 'vatFen', Fen>
>

/** What came in is what is there, what the bank paid out by its own record, and what fee and tax took. */
async function checkConservation(world: World, transfers: readonly Transfer[]): Promise<void> {
  const rows = await world.query<Books & { providerId: number }>(
    `select b.provider_id as "providerId", b.available_fen + b.held_fen + b.suspense_fen as "restFen", b.held_fen as "heldFen",
       b.bank_clearing_fen as "clearingFen", b.fee_income_fen as "feeFen", b.tax_payable_fen as "taxFen", b.vat_payable_fen as "vatFen",
       ((select coalesce(sum(amount_fen), 0) from recharges r where r.provider_id = b.provider_id and r.status = 'approved')
        - (select coalesce(sum(amount_fen), 0) from recharge_reversals v where v.provider_id = b.provider_id and v.status = 'confirmed'))::bigint as "inFen"
     from ledger_balances b where b.provider_id = any($1::int[])`,
    [world.providers.map(({ providerId }) => providerId)],
  )
  for (const { providerId, ...books } of rows) {
    const paid = transfers.filter((one) => one.providerId === providerId && one.state === 'succeeded')
    const sum = (part: (one: Transfer) => Fen) => paid.reduce((total, one) => total + part(one), 0n)
    const outFen = sum(({ reference, netFen }) =>
      world.liedAbout.has(reference) ? netFen : (world.bank.records.get(reference)?.order.amountFen ?? 0n),
    )
    const [feeFen, taxFen, vatFen] = [
      sum((one) => one.feeFen),
      sum((one) => one.taxFen),
      sum((one) => one.vatFen),
    ]
    const should = {
      ...books,
      restFen: books.inFen - outFen - feeFen - taxFen - vatFen,
      heldFen: 0n,
      clearingFen: outFen - books.inFen,
      feeFen,
      taxFen,
      vatFen,
    }
    for (const name of Object.keys(should) as (keyof Books)[])
      if (books[name] !== should[name])
        world.fail(
          `I7: ${name} of provider ${providerId} is ${books[name]}, the bank and the rows say ${should[name]}`,
        )
  }
}

/** The postings tell what happened: what came back was paid first, and what failed was released. */
async function checkPostings(world: World): Promise<void> {
  const wrong = await world.query<{ reference: string; phases: string }>(
    `select t.reference, string_agg(p.phase, ' ' order by p.posting_id) as phases
     from row_transfers t join ledger_lines p on p.subject = 'transfer' and p.subject_id = t.transfer_id
     where t.provider_id = any($1::int[]) group by t.transfer_id, t.reference, t.state
     having bool_or(p.phase in ('settle-net', 'late-net')) <> (t.state in ('succeeded', 'returned'))
       or bool_or(p.phase = 'return-net') <> (t.state = 'returned')
       or bool_or(p.phase = 'release') <> (t.state = 'failed' or bool_or(p.phase = 'late-net'))`,
    [world.providers.map(({ providerId }) => providerId)],
  )
  for (const { reference, phases } of wrong)
    world.fail(`I5: ${world.bank.nameOf(reference)} was posted as ${phases}`)
}

/** Once the bank has spoken, nobody waits for people any more. */
async function checkProposals(world: World): Promise<void> {
  const moot = await world.query<{ reference: string }>(
    `select t.reference from transfer_resolutions s join row_transfers t using (transfer_id)
     where s.provider_id = any($1::int[]) and s.status = 'pending' and t.state <> 'manual'`,
    [world.providers.map(({ providerId }) => providerId)],
  )
  for (const { reference } of moot)
    world.fail(`D41: a proposal about ${world.bank.nameOf(reference)} outlived the bank’s word`)
}

/** A row and its copy are both paid only where the bank paid the row after it had failed. */
async function checkCopies(world: World): Promise<void> {
  const twice = await world.query<{ reference: string }>(
    `select t.reference from payout_lines c join payout_lines r on r.row_id = c.copy_of join row_transfers t on t.row_id = r.row_id
     where c.provider_id = any($1::int[]) and c.status = 'succeeded' and r.status = 'succeeded'`,
    [world.providers.map(({ providerId }) => providerId)],
  )
  for (const { reference } of twice)
    if (!world.watchdog.late.has(reference))
      world.fail(`D40: ${world.bank.nameOf(reference)} and its copy were both paid`)
}

/** Acknowledged means durable (I9). */
async function checkPromises(world: World): Promise<void> {
  for (const statement of new Set(world.promises.map((promise) => promise.statement))) {
    const all = world.promises.filter((promise) => promise.statement === statement)
    for (const { what, id } of all)
      if ((await world.query(statement, [id])).length !== 1)
        world.fail(`I9: ${what} was acknowledged and is gone`)
  }
}
