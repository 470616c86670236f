/** Archives WAL and files beside the running embedded database for as long as the product runs, once a first backup was taken. */

import { archiveRound } from '@paywages/server/adapters/backup/archive-round.ts'
import { openBackupPlace } from '@paywages/server/adapters/backup/backup-place.ts'
import { clusterOf } from '@paywages/server/adapters/backup/base-backup.ts'
import { waitingWal } from '@paywages/server/adapters/backup/wal-archive.ts'
import type { Settings } from '@paywages/server/adapters/config/settings.ts'
import { findPlace } from '@paywages/server/adapters/embedded-postgres/place.ts'
import { openLog } from '@paywages/server/adapters/log/logger.ts'
import type { KeyRing } from '@paywages/server/adapters/personal-data/key-ring.ts'
import { openDatabase } from '@paywages/server/adapters/postgres/database.ts'
import { reasonOf } from '@paywages/server/adapters/start-problem.ts'
import { noteRecovery } from '@paywages/server/backups/recovery-notes.ts'
import pg from 'pg'
import { ownFiles } from './backup-tools.ts'

const EVERY_MS = 10_000

export type Archiving = {
  /** From here on there is a database to ask and to note in. */
  follow(url: () => string): void
  /** After the database has ended: it leaves its last segment behind. */
  stop(): Promise<void>
}

export function keepArchiving(
  settings: Settings,
  keys: KeyRing,
  folder: string,
  print: (line: string) => void,
): Archiving {
  let cluster: string | undefined
  let url: (() => string) | undefined
  let fails = false
  let running: Promise<void> | undefined

  async function round(ended: boolean): Promise<void> {
    const place = await findPlace(folder, () => undefined)
    if ((await waitingWal(place)).length === 0) return
    if (url && !ended) cluster ??= await identify(url())
    if (cluster === undefined) return
    const store = await openBackupPlace(settings.backup, keys, settings.dataDir)
    const { wal } = await archiveRound({ place, cluster, files: await ownFiles(settings) }, store)
    if (wal > 0 && url && !ended) await note(url(), wal)
  }

  /** Said once for each change: while it fails, WAL waits beside the database, and the next round tries again. */
  async function tryRound(ended = false): Promise<void> {
    try {
      await round(ended)
      if (fails) print('WAL is archived again.')
      fails = false
    } catch (problem) {
      if (!fails) print(`WAL is not archived: ${reasonOf(problem)}`)
      fails = true
    }
  }

  const timer = setInterval(() => {
    running ??= tryRound().finally(() => {
      running = undefined
    })
  }, EVERY_MS)
  return {
    follow: (given) => {
      url = given
    },
    stop: async () => {
      clearInterval(timer)
      await running
      await tryRound(true)
    },
  }
}

async function identify(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await clusterOf(client)
  } finally {
    await client.end()
  }
}

async function note(url: string, wal: number): Promise<void> {
  const database = openDatabase(url, openLog('silent'), { connections: 1 })
  try {
    await noteRecovery({ database, clock: { now: () => new Date() } }, 'wal', `${wal} files`)
  } finally {
    await database.close()
  }
}
