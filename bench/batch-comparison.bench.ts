// A batch of 100,000 people beside an earlier one of as many, as the check page asks for it, against bare SQL that reads the same rows.

import { BATCH_CHANGES } from '@paywages/domain/payouts/batch-comparison.ts'
import { findBatch } from '@paywages/server/payouts/batch-store.ts'
import { compareBatch, compareRows } from '@paywages/server/payouts/compare-batches.ts'
import { listRows } from '@paywages/server/payouts/row-store.ts'
import { openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { atMost, type Finding, printTable, shown, withTimes } from './print-table.ts'
import { sized, told } from './size.ts'
import { storePayouts } from './stored-payouts.ts'

const ROWS = sized(100_000)
/** The company has every second batch, so that two of its own stand among the stored ones. */
const BATCHES = 4
const RUNS = 20

const bench = await openBenchServices()
const { database } = bench.services
const { providerId } = bench.payer.person
try {
  await storePayouts(bench, ROWS * BATCHES, { batchRows: ROWS })
  // A person a row, the same ones in each batch; amounts that differ from one batch to the next.
  await database.pool.query(
    `update payout_rows set id_hash = md5(row_number::text)::uuid, card_hash = md5((row_number + batch_id % 2)::text)::uuid,
      amount_fen = 100000 + (row_number * 31 + batch_id * 977) % 60000`,
  )
  await database.pool.query('vacuum analyze payout_rows')
  const { rows: batches } = await database.pool.query<{ id: number }>(
    'select batch_id::int as id from payout_batches where provider_id = $1 order by started_at desc',
    [providerId],
  )
  const [now, before] = batches.map(({ id }) => id)
  if (now === undefined || before === undefined) throw new Error('The company has two batches.')
  const scope = { of: 'provider', providerId } as const
  const batch = await database.read((tx) => findBatch(tx, scope, now))
  if (batch === undefined) throw new Error('The batch is there.')

  const bare = () =>
    database.pool.query(
      `select count(*), sum(n.fen - l.fen) from
        (select id_hash, sum(amount_fen) as fen from payout_rows where batch_id = $1 group by 1) n
        full join (select id_hash, sum(amount_fen) as fen from payout_rows where batch_id = $2 group by 1) l using (id_hash)`,
      [now, before],
    )
  const whole = () => database.read((tx) => compareBatch(tx, batch, before))
  const [sql, ours] = await inTurns(bare, whole, RUNS)

  const { rows: page } = await database.pool.query<{ id: string }>(
    'select row_id as id from payout_rows where batch_id = $1 order by row_id limit 10',
    [now],
  )
  const ids = page.map(({ id }) => Number(id))
  const ofPage = () => database.read((tx) => compareRows(tx, batch, before, ids))
  const [, ten] = await inTurns(() => database.pool.query('select 1'), ofPage, RUNS)
  // The rows of each fact, counted; they read both batches as well.
  const facts: Finding[] = []
  for (const change of BATCH_CHANGES) {
    const beside = { change, earlierId: before } as const
    const filtered = () =>
      database.read((tx) => listRows(tx, batch, { change: beside }, { by: 'sheet' }, { index: 0, size: 10 }))
    const [last, next] = await inTurns(bare, filtered, RUNS)
    const what = `the first ten of the ${change} rows against bare sums by person`
    facts.push(withTimes(atMost(what, next / last, 2), last, next))
  }
  printTable([
    ...facts,
    withTimes(
      atMost(`comparison of ${told(ROWS)} people against bare sums by person`, ours / sql, 2),
      sql,
      ours,
    ),
    shown('the ten rows of a page beside the earlier batch take', `${ten.toFixed(1)} ms`),
  ])
} finally {
  await bench.close()
}
