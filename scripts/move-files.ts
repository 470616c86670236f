/** `npm run move-files`: every file of DATA_DIR/files into the bucket of S3_*, while the product runs; killed, it goes on where it was. */
import { join } from 'node:path'
import { openDiskStore } from '@paywages/server/adapters/file-store/disk.ts'
import { moveFiles } from '@paywages/server/adapters/file-store/move-files.ts'
import { openS3Store } from '@paywages/server/adapters/file-store/s3.ts'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { commandWords } from './command-line.ts'
import { readCommandSettings, runCommand } from './command-settings.ts'

commandWords({ usage: 'move-files' })

await runCommand(async () => {
  const { settings } = await readCommandSettings(process.env)
  if (!settings.s3)
    throw new StartProblem(
      'Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to the bucket.',
    )
  const directory = join(settings.dataDir, 'files')
  const aside = join(settings.dataDir, 'files-moved')
  const bucket = await openS3Store(settings.s3, join(settings.dataDir, 'spool'))
  await bucket.check()
  const { moved, found } = await moveFiles({
    folder: await openDiskStore(directory),
    directory,
    bucket,
    aside,
    onProgress: (count) => count % 1_000 === 0 && console.log(`${count} files …`),
  })
  console.log(
    `Moved ${moved} files to the bucket ${settings.s3.bucket}, each read back and compared; ${found} were there already.`,
  )
  console.log(`Their originals lie in ${aside}: delete it once npm run verify holds.`)
})
