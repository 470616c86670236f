/** The other side of a split: an api and a worker of their own at the database that was promoted, with the files and the bank of the first. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { freePort } from '../free-port.ts'
import type { Console } from './batches.ts'
import { alive, startEntry } from './entries.ts'
import type { Ground } from './settlement.ts'
import type { World } from './world.ts'

export type OtherSide = Console & Ground & { close(): Promise<void> }

export async function openOtherSide(world: World, databaseUrl: string): Promise<OtherSide> {
  const port = await freePort()
  const own = world.environment(port)
  const environment = { ...own, DATABASE_URL: databaseUrl }
  const log = join(own.DATA_DIR ?? '', 'other-side.log')
  const services = await openServices({ ...environment, LOG_LEVEL: 'error' }, 'request')
  const processes: ChildProcess[] = []
  for (const entry of ['api', 'worker'] as const) processes.push(await startEntry(entry, environment, log))
  return {
    services,
    apiPorts: [port],
    bank: world.bank,
    query: async <T>(statement: string, values: readonly unknown[] = []) =>
      (await services.database.pool.query(statement, [...values])).rows as T[],
    close: async () => {
      for (const child of processes.filter(alive)) {
        child.kill('SIGKILL')
        if (alive(child)) await once(child, 'exit')
      }
      await services.database.close()
    },
  }
}
