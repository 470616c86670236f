// How far an upload has come, told through the database so that any server can answer.

import type { Services } from '../app-services.ts'
import { deleteProgress, type Progress, writeProgress } from './progress-store.ts'

/** Often enough for a bar to move, seldom enough to cost nothing. */
const EVERY_MS = 300

export type ProgressReporter = { report(progress: Progress): Promise<void>; close(): Promise<void> }

export function reportProgress(
  services: Services,
  accountId: number,
  uploadKey: string | undefined,
): ProgressReporter {
  if (uploadKey === undefined) return { report: async () => undefined, close: async () => undefined }
  let lastAt = 0
  let lastStage = ''
  return {
    report: async (progress) => {
      const now = performance.now()
      if (progress.stage === lastStage && now - lastAt < EVERY_MS) return
      lastAt = now
      lastStage = progress.stage
      await services.database.transact((tx) =>
        writeProgress(tx, accountId, uploadKey, progress, services.clock.now()),
      )
    },
    close: async () => {
      const hourAgo = new Date(services.clock.now().getTime() - 3_600_000)
      await services.database.transact((tx) => deleteProgress(tx, accountId, uploadKey, hourAgo))
    },
  }
}
