// A provider that withholds tax, paid people on given days, and its months closed by the call.

import { actorOf } from './actor.ts'
import { type Client, type Reply, type SentFile, signIn } from './client.ts'
import { settleAll, takeStep } from './payout-batches.ts'
import { freshRow, type SheetRow } from './payout-sheet.ts'
import type { People } from './people.ts'
import { openProviderFixture, type ProviderFixture, readyBatch } from './provider-fixture.ts'
import type { TestServices } from './test-services.ts'

export function openTaxFixture(services: TestServices, people: People): Promise<ProviderFixture> {
  return openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
}

const tenOClock = (day: string) => new Date(`${day}T10:00:00+08:00`)

/** One payout on that day, settled unless it shall stay open. */
export async function payOn(
  services: TestServices,
  fixture: ProviderFixture,
  day: string,
  row: Partial<SheetRow> & { settles?: false } = {},
): Promise<{ batchId: number; row: SheetRow }> {
  services.clock.set(tenOClock(day))
  const { settles, ...more } = row
  const paid = freshRow({ amount: '30000', month: day.slice(0, 7), remark: day, ...more })
  const { batchId } = await readyBatch(services, fixture, [paid])
  await takeStep(services, fixture.pay, batchId, 'transferring')
  if (settles !== false) await settleAll(services)
  return { batchId, row: paid }
}

/** How many proofs a manager's generation makes that day, in all of the scope. */
export async function generateOn(services: TestServices, day: string, account = 'managerA'): Promise<number> {
  services.clock.set(tenOClock(day))
  return (await signIn(services, account)).answer('generateProofs', {})
}

export type ProofState = { readonly taxId: number; readonly month: string; readonly status: string }

/** The newest month first. */
export function proofsOf(services: TestServices, { providerId }: ProviderFixture): Promise<ProofState[]> {
  return services.query<ProofState>(
    `select tax_id as "taxId", month, status from tax_periods where provider_id = $1 order by month desc`,
    [providerId],
  )
}

export async function onlyProof(services: TestServices, fixture: ProviderFixture): Promise<ProofState> {
  const [proof, more] = await proofsOf(services, fixture)
  if (!proof || more) throw new Error('there is not exactly one proof')
  return proof
}

/** A place with the proof of one month, which waits for its file. */
export async function oneProof(
  services: TestServices,
  people: People,
): Promise<{ fixture: ProviderFixture; taxId: number }> {
  const fixture = await openTaxFixture(services, people)
  await payOn(services, fixture, '2026-01-12')
  await generateOn(services, '2026-02-03')
  return { fixture, taxId: (await onlyProof(services, fixture)).taxId }
}

export function sendProof(client: Client, taxId: number, file?: SentFile): Promise<Reply> {
  return client.wire('uploadProof', { taxId: String(taxId), ...(file ? { file } : {}) })
}

export const accountOf = async (services: TestServices, account: string) =>
  (await actorOf(services, account)).person.accountId
