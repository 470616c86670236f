/** `npm run note-recovery -- base|wal|drill "WITH WHAT"`: lets the metrics know of what another tool did, such as pgBackRest. */
import { noteRecovery } from '@paywages/server/backups/recovery-notes.ts'
import { RECOVERY_KINDS } from '@paywages/server/backups/store.ts'
import { commandWords, usageOf } from './command-line.ts'
import { withServices } from './with-services.ts'

const FORM = { usage: 'note-recovery -- base|wal|drill "WITH WHAT"', words: 2 }
const [given, detail] = commandWords(FORM).words
const kind = RECOVERY_KINDS.find((known) => known === given)

await withServices(async (services) => {
  if (kind === undefined || !detail) {
    console.error(usageOf(FORM))
    process.exitCode = 1
    return
  }
  await noteRecovery(services, kind, detail)
  console.log(`Noted: ${kind}, ${detail}.`)
})
