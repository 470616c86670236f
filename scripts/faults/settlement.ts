/** What became of a batch after a fault: whether it has ended, and each row held against the bank's own record. */
import { ENDS, type Prepared } from './batches.ts'
import { paidAtCounter } from './online-banking.ts'
import type { World } from './world.ts'

/** What is asked: the books and the bank. */
export type Ground = Pick<World, 'services' | 'bank' | 'query'>

/** Ended or with people; the bank's returns are over too. */
export async function isQuiet(world: Ground, batch: Prepared): Promise<boolean> {
  const [row] = await world.query<{ open: number; paid: number }>(
    `select count(*) filter (where t.state in ('reserved', 'sending', 'in-doubt'))::int as open, count(*)::int as paid
     from row_transfers t where t.batch_id = $1`,
    [batch.batchId],
  )
  if (!row || row.open > 0 || row.paid === 0) return false
  const rows = await ends(world, batch)
  return rows.every(({ ending, status }) => ending !== '0006' || status === 'failed')
}

async function ends(
  world: Ground,
  batch: Prepared,
): Promise<{ ending: string; status: string; state: string; reference: string }[]> {
  const rows = await world.query<{ status: string; state: string; reference: string }>(
    `select r.status, coalesce(t.state::text, '') as state, coalesce(t.reference, '') as reference from payout_lines r
     left join row_transfers t using (row_id) where r.batch_id = $1 order by r.row_number`,
    [batch.batchId],
  )
  return rows.map((row, index) => ({ ...row, ending: batch.endings[index] ?? '' }))
}

/** Holds every row against the bank's own record and against what its card must come to. */
export async function accountFor(
  world: Ground,
  batch: Prepared,
  paidBefore: ReadonlyMap<string, number>,
): Promise<{ lost: number; twice: number; wrong: string[] }> {
  const executed = new Map<string, number>()
  for (const { reference } of await world.bank.executed())
    executed.set(reference, (executed.get(reference) ?? 0) + 1)
  const rows = await ends(world, batch)
  const lost = rows.filter(
    ({ state }) => !['succeeded', 'failed', 'returned', 'manual'].includes(state),
  ).length
  const repeated = rows.filter(({ reference }) => (executed.get(reference) ?? 0) > 1).length
  const paid = [...(await paidPeople(world))].filter(([who, times]) => times - (paidBefore.get(who) ?? 0) > 1)
  const twice = Math.max(repeated, paid.length)
  const wrong = rows
    .filter(({ ending, status, state }) => state !== 'manual' && status !== (ENDS[ending] ?? 'succeeded'))
    .map(({ ending, status, reference }) => `${reference} (card …${ending}) is ${status}`)
  if (lost > 0) wrong.push(`${lost} lost`)
  if (twice > 0) wrong.push(`${twice} paid twice`)
  return { lost, twice, wrong: wrong.slice(0, 5) }
}

/** How often the bank paid whom, by its own records of both channels and under whatever reference: each is on one sheet of a case. */
export async function paidPeople(world: Ground): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  const count = (name = '', cardTail = '') =>
    times.set(`${name} ${cardTail}`, (times.get(`${name} ${cardTail}`) ?? 0) + 1)
  for (const { name, cardNo } of await paidAtCounter(world)) count(name, cardNo.slice(-4))
  // The record of an earlier release's bank may name nobody: then nothing but its references tells one from another.
  for (const { name, cardTail, reference } of await world.bank.executed()) count(name ?? reference, cardTail)
  return times
}
