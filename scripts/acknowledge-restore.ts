// Publishes an operator's word that the database was restored, so that anchors after the restored point are given up.

import { acknowledgeRestore } from '@paywages/server/audit-log/acknowledge-restore.ts'
import { holdAcknowledged } from '@paywages/server/transfers/note-restore.ts'
import { commandWords, usageOf } from './command-line.ts'
import { withServices } from './with-services.ts'

const FORM = { usage: 'acknowledge-restore -- "YOUR NAME" "WHAT WAS RESTORED AND WHY"', words: 2 }
const [by, reason] = commandWords(FORM).words

const REFUSED = {
  'nothing-lost': 'The audit log holds everything that was published; there is nothing to acknowledge.',
  'changed-in-the-middle':
    'The audit log differs from what was published in the middle, which no restore does: it was tampered with or damaged.',
} as const

await withServices(async (services) => {
  if (!by || !reason) {
    console.error(usageOf(FORM))
    process.exitCode = 1
    return
  }
  const outcome = await acknowledgeRestore(services, { by, reason, hold: holdAcknowledged })
  if ('refused' in outcome) {
    console.error(REFUSED[outcome.refused])
    process.exitCode = 1
    return
  }
  console.log(
    `Published as anchor ${outcome.anchor.number}: the log was restored to seal ${outcome.keptSealId}, ${outcome.given} anchors are given up.`,
  )
})
