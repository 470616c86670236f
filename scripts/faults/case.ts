/** One fault: what is made to the real processes around the start of a batch. */
import type { Company, Prepared } from './batches.ts'
import type { World, WorldOptions } from './world.ts'

export type Case = {
  readonly fault: string
  readonly endings?: readonly string[]
  readonly company?: Company
  /** A world of its own, which it leaves otherwise than the other cases could bear. */
  readonly alone?: WorldOptions
  /** So many days of the bank's own record are held against the books afterwards; one, where none are given. */
  readonly bankDays?: number
  /** Makes the fault around the start of the batch; healing and waiting come after it. */
  readonly make: (world: World, batch: Prepared) => Promise<void>
}
