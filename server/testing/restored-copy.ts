// A database as a backup holds it: copied whole at one moment, and opened again later beside the same bank and clock.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseNamed, type TestDatabase } from './template-database.ts'
import { openTestServices, type TestServices } from './test-services.ts'

/** Nothing may run on it meanwhile; its idle connections are ended. */
export async function backUp(services: TestServices): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const source = new URL(services.home.url).pathname.slice(1)
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [source])
    await client.query(`create database ${name} template ${source} strategy wal_log`)
  } finally {
    await client.end()
  }
  return databaseNamed(name)
}

/** As after a restore of its files: the server was started since, and nothing else tells that commits are missing. */
export async function restore(services: TestServices, backup: TestDatabase): Promise<TestServices> {
  const restored = await openTestServices({ sharing: { ...services, home: backup } })
  await restored.query(
    `update sending_gate set server_started_at = server_started_at - interval '1 day', marks_looked_for = marks_looked_for - interval '1 day'`,
  )
  return {
    ...restored,
    close: async () => {
      await restored.close()
      await backup.drop()
    },
  }
}
