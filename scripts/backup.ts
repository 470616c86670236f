/** `npm run backup`: a base backup of the running embedded database, its files, and from then on all of its WAL. */
import { backUp } from '@paywages/server/adapters/backup/back-up.ts'
import { endArchiving } from '@paywages/server/adapters/backup/wal-archive.ts'
import { noteRecovery } from '@paywages/server/backups/recovery-notes.ts'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { openBackupTools, withCluster } from './backup-tools.ts'
import { commandWords } from './command-line.ts'
import { runCommand } from './command-settings.ts'

const off = commandWords({ usage: 'backup -- [--off]', flags: ['off'] }).flags.has('off')

await runCommand(async () => {
  const tools = await openBackupTools(process.env)
  const { settings } = tools
  if (off) {
    await withCluster(tools, (_, { place }) => endArchiving(place))
    console.log('No more WAL is archived; the backups that are there stay.')
    return
  }
  const { store, report } = await withCluster(tools, async (client, source) => {
    const store = await tools.openPlace()
    return { store, report: await backUp(client, source, store, settings.backup) }
  })
  const services = await openServices({ LOG_LEVEL: 'warn', ...tools.environment }, 'long')
  await noteRecovery(services, 'base', report.base.name, report.damaged.length)
  await services.database.close()
  console.log(
    `Backed up to ${store.name}: base ${report.base.name} in ${report.base.parts.length} parts, ${report.wal} WAL files, ${report.files} new files; ${report.removedBases} old bases removed.`,
  )
  for (const { name, reason } of report.damaged)
    console.error(
      `The earlier base ${name} cannot be read (${reason}); it is left as it is, and nothing can be restored from it.`,
    )
  console.log(
    `Any moment from ${report.base.finishedAt.toISOString()} on can be restored while the product runs.`,
  )
  if (settings.s3)
    console.log(`Files lie in the bucket ${settings.s3.bucket} and are not part of this backup.`)
  if (settings.backup.isBeside && !settings.backup.s3)
    console.log(
      'It lies on the disk of the database: set BACKUP_DIR to another one, or BACKUP_S3_* to a bucket.',
    )
  console.log('SECRET_KEY is not part of it. Keep it elsewhere: without it nothing of this can be read.')
})
