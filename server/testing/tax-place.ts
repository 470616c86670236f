// A provider that withholds tax, paid people on given days, and its months closed by the call.

import { actorOf } from './actor.ts'
import { type Client, type Reply, type SentFile, signIn } from './client.ts'
import { settleAll, takeStep } from './payout-batches.ts'
import { freshRow, type SheetRow } from './payout-sheet.ts'
import type { People } from './people.ts'
import type { TestHouse } from './test-house.ts'
import { openWorkplace, readyBatch, type Workplace } from './workplace.ts'

export function openTaxPlace(house: TestHouse, people: People): Promise<Workplace> {
  return openWorkplace(house, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
}

const tenOClock = (day: string) => new Date(`${day}T10:00:00+08:00`)

/** One payout on that day, settled unless it shall stay open. */
export async function payOn(
  house: TestHouse,
  place: Workplace,
  day: string,
  row: Partial<SheetRow> & { settles?: false } = {},
): Promise<{ batchId: number; row: SheetRow }> {
  house.clock.set(tenOClock(day))
  const { settles, ...more } = row
  const paid = freshRow({ amount: '30000', month: day.slice(0, 7), remark: day, ...more })
  const { batchId } = await readyBatch(house, place, [paid])
  await takeStep(house, place.pay, batchId, 'transferring')
  if (settles !== false) await settleAll(house)
  return { batchId, row: paid }
}

/** How many proofs a manager's generation makes that day, in all of the scope. */
export async function generateOn(house: TestHouse, day: string, account = 'managerA'): Promise<number> {
  house.clock.set(tenOClock(day))
  return (await signIn(house, account)).answer('generateProofs', {})
}

export type ProofState = { readonly taxId: number; readonly month: string; readonly status: string }

/** The newest month first. */
export function proofsOf(house: TestHouse, { providerId }: Workplace): Promise<ProofState[]> {
  return house.query<ProofState>(
    `select tax_id as "taxId", month, status from tax_periods where provider_id = $1 order by month desc`,
    [providerId],
  )
}

export async function onlyProof(house: TestHouse, place: Workplace): Promise<ProofState> {
  const [proof, more] = await proofsOf(house, place)
  if (!proof || more) throw new Error('there is not exactly one proof')
  return proof
}

/** A place with the proof of one month, which waits for its file. */
export async function oneProof(
  house: TestHouse,
  people: People,
): Promise<{ place: Workplace; taxId: number }> {
  const place = await openTaxPlace(house, people)
  await payOn(house, place, '2026-01-12')
  await generateOn(house, '2026-02-03')
  return { place, taxId: (await onlyProof(house, place)).taxId }
}

export function sendProof(client: Client, taxId: number, file?: SentFile): Promise<Reply> {
  return client.wire('uploadProof', { taxId: String(taxId), ...(file ? { file } : {}) })
}

export const accountOf = async (house: TestHouse, account: string) =>
  (await actorOf(house, account)).person.accountId
