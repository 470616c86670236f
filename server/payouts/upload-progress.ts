// How far an upload has come, told through the database so that any server can answer.

import type { House } from '../house.ts'
import { forgetProgress, type Progress, writeProgress } from './progress-store.ts'

/** Often enough for a bar to move, seldom enough to cost nothing. */
const EVERY_MS = 300

export type ProgressTeller = { tell(progress: Progress): Promise<void>; close(): Promise<void> }

export function tellProgress(house: House, accountId: number, uploadKey: string | undefined): ProgressTeller {
  if (uploadKey === undefined) return { tell: async () => undefined, close: async () => undefined }
  let lastAt = 0
  let lastStage = ''
  return {
    tell: async (progress) => {
      const now = performance.now()
      if (progress.stage === lastStage && now - lastAt < EVERY_MS) return
      lastAt = now
      lastStage = progress.stage
      await house.database.transact((tx) =>
        writeProgress(tx, accountId, uploadKey, progress, house.clock.now()),
      )
    },
    close: async () => {
      const hourAgo = new Date(house.clock.now().getTime() - 3_600_000)
      await house.database.transact((tx) => forgetProgress(tx, accountId, uploadKey, hourAgo))
    },
  }
}
