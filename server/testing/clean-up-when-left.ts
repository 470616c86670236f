/** A process of its own that waits for the test run to end, by whatever means, and then removes its PostgreSQL. */
import { rm } from 'node:fs/promises'
import { stopEmbeddedPostgres } from '../adapters/embedded-postgres/start-embedded-postgres.ts'

const folder = process.argv[2]
if (!folder) throw new Error('Usage: clean-up-when-left.ts <folder>')

process.stdin.resume()
process.stdin.on('end', async () => {
  const { home } = await stopEmbeddedPostgres(folder)
  for (const path of [home, folder]) await rm(path, { recursive: true, force: true, maxRetries: 5 })
})
