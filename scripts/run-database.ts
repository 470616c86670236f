/** Keeps the embedded PostgreSQL running for as long as the product does. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { reasonOf } from '@paywages/server/adapters/start-problem.ts'

export type RunningDatabase = {
  /** As the application connects. */
  url(): string
  /** As migrations do. */
  ownerUrl(): string
  /** Called when the database had to come back on another port. */
  onMoved(restartClients: () => void): void
  stop(): Promise<void>
}

const maxBackoffMs = 30_000

export async function runDatabase(folder: string, print: (line: string) => void): Promise<RunningDatabase> {
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ folder, log: print })
  let stopping = false
  let moved = () => {}
  void keepRunning()
  return {
    url: () => server.appUrl,
    ownerUrl: () => server.url,
    onMoved: (restartClients) => {
      moved = restartClients
    },
    stop: () => {
      stopping = true
      return server.stop()
    },
  }

  async function keepRunning() {
    for (;;) {
      await server.gone
      if (stopping) return
      print('The database ended and is started again.')
      const before = server.url
      server = await startAgain()
      print('The database serves again.')
      if (stopping) return void server.stop()
      if (server.url !== before) moved()
    }
  }

  async function startAgain(): Promise<EmbeddedPostgres> {
    for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, maxBackoffMs)) {
      try {
        return await startEmbeddedPostgres({ folder, log: print })
      } catch (problem) {
        print(reasonOf(problem))
        await sleep(pauseMs)
      }
    }
  }
}
