// A database without tables or a copy of one, and migrations of a test's own to bring to it.

import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { MIGRATIONS_FOLDER } from '../adapters/postgres/migration-files.ts'
import { administratorUrl } from '../adapters/postgres/release.ts'

export type EmptyDatabase = {
  /** As its owner. */
  readonly url: string
  query<T = Record<string, unknown>>(statement: string): Promise<T[]>
  drop(): Promise<void>
}

/** Empty, or a copy of another that nobody is connected to. */
export async function createEmptyDatabase(copied?: EmptyDatabase): Promise<EmptyDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `empty_${randomBytes(8).toString('hex')}`
  const server = new pg.Client(serverUrl)
  await server.connect()
  const template = copied ? `TEMPLATE ${new URL(copied.url).pathname.slice(1)} STRATEGY FILE_COPY` : ''
  await server.query(`CREATE DATABASE ${name} ${template}`)
  const url = new URL(serverUrl)
  url.pathname = name
  const pool = new pg.Pool({ connectionString: administratorUrl(url.href), max: 2 })
  pool.on('error', () => undefined)
  return {
    url: url.href,
    query: async <T>(statement: string) => (await pool.query(statement)).rows as T[],
    drop: async () => {
      await pool.end()
      await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await server.end()
    },
  }
}

export type MigrationsFolder = {
  readonly path: string
  add(name: string, sql: string): Promise<void>
  remove(): Promise<void>
}

/** Empty, or with this release's own migrations in it, as the next release has them. */
export async function createMigrationsFolder(begins: 'empty' | 'as-this-release'): Promise<MigrationsFolder> {
  const path = await mkdtemp(join(tmpdir(), 'paywages-migrations-'))
  if (begins === 'as-this-release')
    await cp(MIGRATIONS_FOLDER, path, { recursive: true, filter: (from) => !from.endsWith('fixtures') })
  return {
    path,
    add: (name, sql) => writeFile(join(path, name), sql),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
