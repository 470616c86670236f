/** Notes that a backup was taken, WAL archived or a restore drilled, and shows how long ago each was. */
import type { Services } from '../app-services.ts'
import { RECOVERY_KINDS, type RecoveryKind, readNotes, saveNote } from './store.ts'

export async function noteRecovery(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  kind: RecoveryKind,
  detail: string,
  damaged = 0,
): Promise<void> {
  await database.transact((tx) => saveNote(tx, kind, { at: clock.now(), detail, damaged }))
}

/** What never happened is infinitely long ago, so that one rule alarms on both. */
export async function showRecoveryAges({
  database,
  clock,
  metrics,
}: Pick<Services, 'database' | 'clock' | 'metrics'>): Promise<void> {
  const notes = await database.query((tx) => readNotes(tx))
  const now = clock.now().getTime()
  metrics.backupsDamaged.set(notes.find(({ kind }) => kind === 'base')?.damaged ?? 0)
  for (const kind of RECOVERY_KINDS) {
    const at = notes.find((note) => note.kind === kind)?.at.getTime() ?? Number.NEGATIVE_INFINITY
    metrics.recoveryAgeSeconds.set({ kind }, Math.max(0, (now - at) / 1_000))
  }
}
