/** What a fault case is. */
import type { Prepared } from './batches.ts'
import type { World } from './world.ts'

export type Case = {
  readonly fault: string
  readonly endings?: readonly string[]
  /** Makes the fault around the start of the batch; healing and waiting come after it. */
  readonly make: (world: World, batch: Prepared) => Promise<void>
}
