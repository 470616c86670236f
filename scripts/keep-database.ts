/** Keeps the embedded PostgreSQL running for as long as the product does. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { reasonOf } from '@paywages/server/adapters/start-problem.ts'

export type KeptDatabase = {
  url(): string
  /** Called when the database had to come back on another port. */
  onMoved(restartClients: () => void): void
  stop(): Promise<void>
}

const maxBackoffMs = 30_000

export async function keepDatabase(folder: string, say: (line: string) => void): Promise<KeptDatabase> {
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ folder, log: say })
  let stopping = false
  let moved = () => {}
  void keepRunning()
  return {
    url: () => server.url,
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
      say('The database ended and is started again.')
      const before = server.url
      server = await startAgain()
      say('The database serves again.')
      if (stopping) return void server.stop()
      if (server.url !== before) moved()
    }
  }

  async function startAgain(): Promise<EmbeddedPostgres> {
    for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, maxBackoffMs)) {
      try {
        return await startEmbeddedPostgres({ folder, log: say })
      } catch (problem) {
        say(reasonOf(problem))
        await sleep(pauseMs)
      }
    }
  }
}
