// A provider of its own for a test that counts every fen: with a payer, a reviewer, and exactly the money it is given.

import { recharge } from '@paywages/domain/ledger/postings.ts'
import { DEFAULT_GAP_RULE, type GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { credit } from '../ledger/post-entries.ts'
import { type StoredBatch, storeBatch, takeStep } from './payout-batches.ts'
import type { SheetRow } from './payout-sheet.ts'
import { createAccount, createProvider, type People } from './people.ts'
import type { TestServices } from './test-services.ts'

export type ProviderFixture = {
  readonly providerId: number
  readonly pay: string
  readonly check: string
}

let fixtures = 0
/** Apart from the recharges that other test code pretends. */
let credits = 1_000_000_500n

/** On platform A; its name and accounts follow those of createPeople. */
export async function openProviderFixture(
  services: TestServices,
  people: People,
  terms: {
    fen?: bigint
    taxMethod?: 'cumulative' | 'per-payment'
    gapRule?: GapRule
    limitFen?: bigint
  } = {},
): Promise<ProviderFixture> {
  fixtures += 1
  const name = `W${fixtures}`
  const fixture = await services.database.transact(async (tx) => {
    const providerId = await createProvider(tx, services, `Provider ${name}`, [people.platforms.A])
    const wanted = { providerId, platformId: people.platforms.A }
    await createAccount(tx, services, 'pay', { ...wanted, account: `pay${name}` })
    await createAccount(tx, services, 'check', { ...wanted, account: `check${name}` })
    return { providerId, pay: `pay${name}`, check: `check${name}` }
  })
  const { taxMethod, gapRule = DEFAULT_GAP_RULE, limitFen, fen } = terms
  if (taxMethod)
    await services.query(
      'update providers set withholds_tax = true, tax_method = $2, gap_rule = $3 where provider_id = $1',
      [fixture.providerId, taxMethod, gapRule],
    )
  if (limitFen)
    await services.query('update providers set monthly_limit_fen = $2 where provider_id = $1', [
      fixture.providerId,
      limitFen,
    ])
  if (fen) await creditFen(services, fixture.providerId, fen)
  return fixture
}

/** As an approved recharge does; tells what may be spent then. */
export async function creditFen(services: TestServices, providerId: number, fen: bigint): Promise<bigint> {
  credits += 1n
  const entry = { subject: 'recharge', subjectId: credits, postings: recharge(fen) } as const
  return services.database.transact((tx) => credit(tx, providerId, entry, services.clock.now()))
}

/** A batch that was audited and reviewed, and lacks nothing but its start. */
export async function readyBatch(
  services: TestServices,
  { pay, check }: ProviderFixture,
  rows: readonly SheetRow[],
): Promise<StoredBatch> {
  const batch = await storeBatch(services, pay, rows)
  await takeStep(services, pay, batch.batchId, 'reviewing')
  await takeStep(services, check, batch.batchId, 'ready')
  return batch
}

/** The same, started: its transfers wait to be sent. */
export async function startedBatch(
  services: TestServices,
  fixture: ProviderFixture,
  rows: readonly SheetRow[],
): Promise<StoredBatch> {
  const batch = await readyBatch(services, fixture, rows)
  await takeStep(services, fixture.pay, batch.batchId, 'transferring')
  return batch
}

export type Balance = Readonly<
  Record<
    | 'available'
    | 'held'
    | 'bank_clearing'
    | 'fee_income'
    | 'tax_payable'
    | 'vat_payable'
    | 'suspense'
    | 'income'
    | 'outcome'
    | 'cost',
    bigint
  >
>

export async function balanceOf(services: TestServices, { providerId }: ProviderFixture): Promise<Balance> {
  const [row = {}] = await services.query<Record<string, bigint>>(
    'select * from ledger_balances where provider_id = $1',
    [providerId],
  )
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, fen]) => (name.endsWith('_fen') ? [[name.slice(0, -4), fen]] : [])),
  ) as Balance
}

export type TransferRow = {
  readonly id: bigint
  readonly reference: string
  readonly state: string
  readonly reason: string
  readonly attempts: number
  /** Names the lease under which it was last sent. */
  readonly leaseId: number
  readonly status: string
  readonly error: string
  readonly tax: bigint
  readonly vat: bigint
  /** When it may be asked about, and until when a worker has it. */
  readonly queryAt: Date | null
  readonly leaseUntil: Date | null
}

/** In the sheet's order; rows that never became a transfer have no reference. */
export function transfersOf(services: TestServices, batchId: number): Promise<TransferRow[]> {
  return services.query<TransferRow>(
    `select t.transfer_id as id, t.reference, t.state, case when t.row_id is not null then r.error end as reason, t.attempts, l.lease_id as "leaseId",
      r.status, r.error, r.tax_fen as tax, r.vat_fen as vat, q.next_ask_at as "queryAt",
      case when t.state = 'sending' then l.until end as "leaseUntil"
    from payout_lines r left join row_transfers t using (row_id) left join current_transfers n using (row_id)
      left join transfer_leases l on l.lease_id = n.lease_id left join transfer_questions q using (row_id)
    where r.batch_id = $1 order by r.row_number`,
    [batchId],
  )
}

/** "sent reserved→sending" line by line, alarms behind an exclamation mark. */
export async function historyOf(services: TestServices, transferId: bigint): Promise<string[]> {
  const events = await services.query<{ line: string }>(
    `select kind || ' ' || from_state || '→' || to_state || coalesce(' !' || alarm, '') as line
    from transfer_steps where row_id = coalesce((select row_id from transfer_names where transfer_id = $1), $1) order by event_id`,
    [transferId],
  )
  return events.map(({ line }) => line)
}
