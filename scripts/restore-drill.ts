/** `npm run restore-drill`: restores the newest backup into a scratch folder, migrates and proves it, and takes it away again. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BackupPlace, filesPrefix, underPrefix } from '@paywages/server/adapters/backup/backup-place.ts'
import { restoreCluster } from '@paywages/server/adapters/backup/restore-cluster.ts'
import { encryptStore } from '@paywages/server/adapters/file-store/encrypted.ts'
import { parseDatabaseUrl } from '@paywages/server/adapters/postgres/database-address.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { isOlderThanAnchor } from '@paywages/server/audit-log/anchor-faults.ts'
import { noteRecovery } from '@paywages/server/backups/recovery-notes.ts'
import { findMissingFiles } from '@paywages/server/files/find-missing-files.ts'
import { verifyInvariants } from '@paywages/server/invariants/verify.ts'
import { openServices } from '@paywages/server/processes/open-services.ts'
import {
  type BackupTools,
  chosenCluster,
  existingPlace,
  openBackupTools,
  readMoment,
} from './backup-tools.ts'
import { commandWords } from './command-line.ts'
import { runCommand } from './command-settings.ts'
import { migrateAsOwner } from './migrate-as-owner.ts'

const log = (line: string) => console.log(line)

const { options } = commandWords({
  usage: 'restore-drill -- [--folder=SCRATCH] [--to=2026-11-17T15:04:05+08:00] [--cluster=NAME]',
  options: ['folder', 'to', 'cluster'],
})

await runCommand(async () => {
  const tools = await openBackupTools(process.env)
  const store = await existingPlace(tools)
  const cluster = await chosenCluster(store, options.get('cluster'))
  const scratch = await mkdtemp(join(options.get('folder') ?? tmpdir(), 'paywages-drill-'))
  // The database's user must reach it.
  await chmod(scratch, 0o755)
  const faults = await drill(tools, store, cluster, scratch).finally(() =>
    rm(scratch, { recursive: true, force: true }),
  )
  for (const fault of faults) console.error(`  ${fault}`)
  if (faults.length > 0) throw new StartProblem(`The drill failed: ${faults.length} findings.`)
  await note(tools)
})

async function drill(
  tools: BackupTools,
  store: BackupPlace,
  cluster: string,
  scratch: string,
): Promise<string[]> {
  const began = performance.now()
  const to = readMoment(options.get('to'))
  const restored = await restoreCluster({
    store,
    cluster,
    folder: join(scratch, 'postgres'),
    to,
    log,
  })
  const { server, lastCommit, base } = restored
  try {
    const moment = lastCommit ?? base.finishedAt
    await migrateAsOwner({ DATABASE_URL: server.appUrl, DATABASE_OWNER_URL: server.url }, () => undefined)
    const environment = {
      ...tools.environment,
      DATABASE_URL: server.appUrl,
      DATA_DIR: scratch,
      LOG_LEVEL: 'error',
    }
    const opened = await openServices(environment, 'long')
    // As of the moment that was restored: nothing is late that was not late then.
    const services = {
      ...opened,
      clock: { now: () => moment },
      files: tools.settings.s3 ? opened.files : filesOf(store, tools, cluster),
    }
    const findings = await verifyInvariants(services, { bankDays: 0 })
    const files = await findMissingFiles(services)
    await opened.database.close()
    const seconds = Math.round((performance.now() - began) / 1_000)
    log(`Restored to ${moment.toISOString()}, migrated and verified in ${seconds} s.`)
    return [
      ...findings
        .filter(({ what }) => !isOlderThanAnchor(what))
        .map(({ invariant, what }) => `${invariant}: ${what}`),
      ...files.named.map((name) => `a file is missing: ${name}`),
    ]
  } finally {
    await server.stop()
    if (!server.home.startsWith(scratch)) await rm(server.home, { recursive: true, force: true })
  }
}

function filesOf(store: BackupPlace, { keys }: BackupTools, cluster: string) {
  return encryptStore(underPrefix(store.plain, filesPrefix(cluster)), keys)
}

/** In the database of the running product, where there is one. */
async function note({ environment }: BackupTools): Promise<void> {
  if (parseDatabaseUrl(environment.DATABASE_URL ?? '')?.servers[0]?.host === 'embedded')
    return log('The drill passed. No product runs here, so its age is shown nowhere.')
  const services = await openServices({ LOG_LEVEL: 'error', ...environment }, 'long')
  await noteRecovery(services, 'drill', 'npm run restore-drill')
  await services.database.close()
  log('The drill passed.')
}
