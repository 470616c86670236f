// Writes server/adapters/postgres/tables.ts from a freshly migrated throw-away database.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { describeTables } from '@paywages/server/adapters/postgres/describe-tables.ts'
import { migrate } from '@paywages/server/adapters/postgres/migrate.ts'
import pg from 'pg'

const folder = await mkdtemp(join(tmpdir(), 'paywages-tables-'))
const server = await startEmbeddedPostgres({ folder, fast: true })
try {
  await migrate(server.url)
  const client = new pg.Client(server.url)
  await client.connect()
  const place = new URL('../server/adapters/postgres/tables.ts', import.meta.url)
  await writeFile(place, await describeTables(client))
  await client.end()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
