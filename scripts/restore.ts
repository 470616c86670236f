/** `npm run restore`: database and files out of a backup into a data folder that has none, as they were at a moment. */
import { join } from 'node:path'
import { type BackupPlace, filesPrefix, underPrefix } from '@paywages/server/adapters/backup/backup-place.ts'
import { surveyBases } from '@paywages/server/adapters/backup/base-backup.ts'
import { restoreCluster } from '@paywages/server/adapters/backup/restore-cluster.ts'
import { openDiskStore } from '@paywages/server/adapters/file-store/disk.ts'
import {
  type BackupTools,
  chosenCluster,
  existingPlace,
  openBackupTools,
  readMoment,
  readTimeline,
} from './backup-tools.ts'
import { commandWords } from './command-line.ts'
import { runCommand } from './command-settings.ts'
import { lockDataFolder } from './data-folder-lock.ts'

const log = (line: string) => console.log(line)

const { options, flags } = commandWords({
  usage: 'restore -- [--list] [--to=2026-11-17T15:04:05+08:00] [--timeline=N] [--cluster=NAME]',
  flags: ['list'],
  options: ['to', 'timeline', 'cluster'],
})

await runCommand(async () => {
  const to = readMoment(options.get('to'))
  const timeline = readTimeline(options.get('timeline'))
  const tools = await openBackupTools(process.env)
  const store = await existingPlace(tools)
  const cluster = await chosenCluster(store, options.get('cluster'))
  if (flags.has('list')) return list(store, cluster)
  const lock = await lockDataFolder(tools.settings.dataDir)
  try {
    const { folder } = tools
    const restored = await restoreCluster({ store, cluster, folder, to, timeline, log })
    await restored.server.stop()
    log(
      `The database is as it was after its last commit at ${restored.lastCommit?.toISOString() ?? restored.base.finishedAt.toISOString()}.`,
    )
    if (tools.settings.s3) log('Files lie in the bucket, and are not touched.')
    else log(`Brought back ${await bringFiles(store, cluster, tools)} files.`)
  } finally {
    await lock.release()
  }
  log(
    'Start the product: nothing is sent before the bank’s record was held against the books (docs/OPERATIONS.md, Restore and failover).',
  )
  log(
    'Then: npm run verify. Where it says that the log is older than what was published: npm run acknowledge-restore -- "YOUR NAME" "WHAT WAS RESTORED AND WHY".',
  )
})

async function list(store: BackupPlace, cluster: string): Promise<void> {
  log(`Cluster ${cluster} in ${store.name}:`)
  const { bases, damaged } = await surveyBases(store, cluster)
  for (const { name, finishedAt, parts } of bases.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    log(`  base ${name}, ${parts.length} parts: any moment from ${finishedAt.toISOString()} on`)
  for (const { name, reason } of damaged) log(`  base ${name} cannot be read: ${reason}`)
}

/** All of them: one that the database does not name yet is kept until the bank's record was held against the books, and swept then. */
async function bringFiles(store: BackupPlace, cluster: string, { settings }: BackupTools): Promise<number> {
  const files = await openDiskStore(join(settings.dataDir, 'files'))
  const copies = underPrefix(store.plain, filesPrefix(cluster))
  let brought = 0
  for await (const { key } of copies.list('')) {
    const body = await copies.get(key)
    if (body === undefined) continue
    await files.put(key, body.stream, { limitBytes: Number.MAX_SAFE_INTEGER })
    brought += 1
  }
  return brought
}
