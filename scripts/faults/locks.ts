/** Stops the product at an exact place: a row that it must lock is held from outside, until it is seen waiting there. */
import pg from 'pg'
import type { World } from './world.ts'

export type HeldRow = { release(): Promise<void> }

async function hold(world: World, statement: string, values: readonly unknown[]): Promise<HeldRow> {
  const client = new pg.Client({ connectionString: world.postgres.url, application_name: 'fault' })
  // The database may be ended under it.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  return { release: () => client.end().catch(() => undefined) }
}

/** Whoever moves this provider's money waits here: the start and the settlement just before they commit. */
export function lockBalance(world: World): Promise<HeldRow> {
  return hold(world, 'select 1 from ledger_balances where provider_id = $1 for update', [
    world.people.providers.A1,
  ])
}

/** Whoever claims transfers of the batch waits here, just before it commits. */
export function lockQueue(world: World, batchId: number): Promise<HeldRow> {
  return hold(world, 'select 1 from transfer_queues where batch_id = $1 for update', [batchId])
}

/** Whoever writes down the files of a batch waits here, after they were stored. */
export function lockFileBatch(world: World, batchId: number): Promise<HeldRow> {
  return hold(world, 'select 1 from bank_file_batches where batch_id = $1 for update', [batchId])
}

/** Whoever takes a step with a bank file waits here. */
export function lockBankFile(world: World, bankFileId: number): Promise<HeldRow> {
  return hold(world, 'select 1 from bank_files where bank_file_id = $1 for update', [bankFileId])
}

export async function untilWaiting(world: World, count = 1): Promise<void> {
  await world.until(`${count} wait for the row`, async () => {
    const [row] = await world.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'paywages'`,
    )
    return (row?.n ?? 0) >= count
  })
}
