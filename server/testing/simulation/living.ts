// How the storm's processes and people live: they act again and again, die of injected faults, and are replaced.

import { BankSilent } from '../../adapters/bank/bank-port.ts'
import type { Services } from '../../app-services.ts'
import { Refused } from '../../refused.ts'
import { gatedServices } from './gated-services.ts'
import { ConnectionLost, Killed, type Task } from './scheduler.ts'
import type { World } from './world.ts'

/** Acts whenever its turn comes, until the storm is over. */
export function live(
  world: World,
  name: string,
  weight: number,
  act: (services: Services, task: Task) => Promise<void>,
): void {
  world.scheduler.spawn(name, weight, async (task) => {
    const services = gatedServices(world, task)
    while (await world.scheduler.rest(task)) {
      try {
        await act(services, task)
      } catch (error) {
        if (!isInjectedFault(error)) throw error
      } finally {
        task.afterCommit = undefined
      }
    }
  })
}

/** What a process survives by being started again or by trying again. */
export function isInjectedFault(error: unknown): boolean {
  return error instanceof Killed || error instanceof ConnectionLost || error instanceof BankSilent
}

/** The refusal's code where it is one of these, and nothing when it went well; anything else is thrown. */
export async function refusalOf(work: Promise<unknown>, ...codes: string[]): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refused && codes.includes(error.code)) return error.code
    throw error
  }
}

/** Does the same several times at once, truly; tells of each how it was refused, if it was. */
export async function atOnce(
  world: World,
  times: number,
  work: (index: number) => Promise<unknown>,
  ...codes: string[]
): Promise<(string | undefined)[]> {
  const refusals = await Promise.all(
    Array.from({ length: times }, (_, index) => refusalOf(work(index), ...codes)),
  )
  await world.watchdog.inspect(undefined)
  return refusals
}

export const wentWell = (refusals: readonly (string | undefined)[]) =>
  refusals.filter((refusal) => refusal === undefined).length
