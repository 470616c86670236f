/** One fault: what is made to the real processes around the start of a batch. */
import type { Company, Prepared } from './batches.ts'
import type { World } from './world.ts'

export type Case = {
  readonly fault: string
  readonly endings?: readonly string[]
  readonly company?: Company
  /** Makes the fault around the start of the batch; healing and waiting come after it. */
  readonly make: (world: World, batch: Prepared) => Promise<void>
}
