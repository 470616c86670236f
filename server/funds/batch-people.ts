// How many people of a batch were paid, and how many were not: by its kept counts wherever these tell.

import type { Tx } from '../adapters/postgres/database.ts'
import { countPeopleEnds, type PeopleEnds } from '../payouts/people-store.ts'

type Counted = {
  readonly batchId: number
  /** Distinct people of the rows that are paid. */
  readonly people: number
  readonly payableCount: number
  readonly succeededCount: number
  readonly failedCount: number
  /** Counted by the worker once the batch had ended. */
  readonly keptSucceeded: number | null
  readonly keptFailed: number | null
}

/**
 * Rows are gone through for those batches only in which someone has several rows, which ended in different ways, and which are
 * still running or have been over for seconds only.
 */
export async function withPeople<B extends Counted>(
  tx: Tx,
  batches: readonly B[],
): Promise<(B & PeopleEnds)[]> {
  const open = batches.filter((batch) => keptPeople(batch) === undefined)
  const counted = await countPeopleEnds(
    tx,
    open.map(({ batchId }) => batchId),
  )
  const none = { succeededPeople: 0, failedPeople: 0 }
  return batches.map((batch) => ({
    ...batch,
    ...(keptPeople(batch) ?? counted.get(batch.batchId) ?? none),
  }))
}

function keptPeople(batch: Counted): PeopleEnds | undefined {
  const { keptSucceeded, keptFailed } = batch
  const succeededPeople = keptSucceeded ?? peopleOfRows(batch, batch.succeededCount)
  const failedPeople = keptFailed ?? peopleOfRows(batch, batch.failedCount)
  if (succeededPeople === undefined || failedPeople === undefined) return undefined
  return { succeededPeople, failedPeople }
}

/** None, one for each row, or everyone; undefined in between. */
function peopleOfRows({ people, payableCount }: Counted, rows: number): number | undefined {
  if (rows === 0 || people === payableCount) return rows
  return rows === payableCount ? people : undefined
}
