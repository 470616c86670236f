/** What the database knows and no process alone: told by api and worker alike, so that alarms also come where no worker runs any more (ADR 185). */
import { type Repeated, repeat } from '../adapters/jobs/repeat.ts'
import type { Services } from '../app-services.ts'
import { showRecoveryAges } from '../backups/recovery-notes.ts'
import { showFileCheck } from '../files/watch-files.ts'
import { showLastVerification } from '../invariants/verify.ts'
import { showTransfers } from '../transfers/show-transfers.ts'
import { showServer } from './show-server.ts'

const SHOW_EVERY_MS = 15_000

const SHOWN = [showLastVerification, showRecoveryAges, showFileCheck, showTransfers, showServer]

export function watchState(services: Services): Repeated {
  return repeat('show-state', SHOW_EVERY_MS, () => showState(services), services.log)
}

async function showState(services: Services): Promise<void> {
  if (services.schema.problem() !== undefined) return
  for (const show of SHOWN) await show(services)
}
