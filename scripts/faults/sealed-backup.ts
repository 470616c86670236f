/** The product's own backup of a running world, and its restore in the database's place. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveRound } from '@paywages/server/adapters/backup/archive-round.ts'
import { backUp } from '@paywages/server/adapters/backup/back-up.ts'
import { openBackupPlace } from '@paywages/server/adapters/backup/backup-place.ts'
import { clusterOf } from '@paywages/server/adapters/backup/base-backup.ts'
import { restoreCluster } from '@paywages/server/adapters/backup/restore-cluster.ts'
import { findPlace } from '@paywages/server/adapters/embedded-postgres/place.ts'
import { openDiskStore } from '@paywages/server/adapters/file-store/disk.ts'
import pg from 'pg'
import { takePlace } from './cluster-copy.ts'
import type { World } from './world.ts'

export type SealedBackup = {
  /** A moment with commits before and after it. */
  moment(): Promise<Date>
  restoreTo(moment: Date): Promise<void>
}

export async function backUpSealed(world: World): Promise<SealedBackup> {
  const { dataDir } = world.services.settings
  const folder = join(dataDir, 'postgres')
  const store = await openBackupPlace(
    { folder: join(dataDir, `backups-${Date.now()}`), s3: undefined },
    world.services.keys,
    dataDir,
  )
  const client = new pg.Client({ connectionString: world.postgres.url })
  client.on('error', () => undefined)
  await client.connect()
  const source = {
    place: await findPlace(folder, () => undefined),
    cluster: await clusterOf(client),
    files: await openDiskStore(join(dataDir, 'files')),
  }
  await backUp(client, source, store, { keep: 1 })
  await client.end()
  return {
    moment: async () => {
      const [row] = await world.query<{ now: Date }>('select clock_timestamp() as now')
      await sleep(50)
      return new Date((row?.now.getTime() ?? 0) + 25)
    },
    restoreTo: (moment) =>
      world.replaceDatabase(async (cluster) => {
        // What the server left behind when it was stopped.
        await archiveRound(source, store)
        const scratch = join(dataDir, `scratch-${Date.now()}`)
        const restored = await restoreCluster({
          store,
          cluster: source.cluster,
          folder: scratch,
          to: moment,
          log: () => undefined,
        })
        await restored.server.stop()
        await takePlace(restored.place.cluster, cluster)
      }),
  }
}
