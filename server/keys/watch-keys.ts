// Tells the others under which key this process seals, and notices when that key was retired (ADR 87).

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Services } from '../app-services.ts'
import { forgetWriter, noteWriter, readKeys } from './store.ts'

export const NOTE_EVERY_MS = 10_000
/** Three notes may fail before a process counts as gone. */
export const SILENT_AFTER_SECONDS = 60

export type KeyWatch = {
  note(): Promise<void>
  /** A process that ends seals nothing more. */
  end(): Promise<void>
}

export function watchKeys(services: Services, name: string): KeyWatch {
  const process = `${name} on ${hostname()} ${randomUUID().slice(0, 8)}`
  const { currentId } = services.keys
  return {
    note: async () => {
      if (services.schema.problem() !== undefined) return
      const known = await services.database.transact(async (tx) => {
        await noteWriter(tx, process, currentId)
        return readKeys(tx)
      })
      if (known.some(({ keyId, retired }) => retired && keyId === currentId))
        services.log.fatal(
          { keyId: currentId },
          'this process seals under a key that is retired; restart it with the new one',
        )
    },
    end: async () => {
      await services.database.transact((tx) => forgetWriter(tx, process)).catch(() => undefined)
    },
  }
}
