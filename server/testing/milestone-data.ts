// The data of an earlier milestone, as its own code made it, brought into an empty database of that milestone's schema.

import { readdirSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { migrate } from '../adapters/postgres/migrate.ts'
import { MIGRATIONS_FOLDER, numberOf, readMigrations } from '../adapters/postgres/migration-files.ts'
import { administratorUrl } from '../adapters/postgres/release.ts'
import { createEmptyDatabase, createMigrationsFolder, type EmptyDatabase } from './empty-database.ts'

const FIXTURES = join(MIGRATIONS_FOLDER, 'fixtures')

export type MilestoneData = {
  readonly takenAt: Date
  readonly secretKey: string
  /** COPY blocks as pg_dump writes them, and the positions of sequences. */
  readonly text: string
}

export const milestones = (): string[] => readdirSync(FIXTURES).sort()

export function readMilestone(name: string): MilestoneData {
  const text = gunzipSync(readFileSync(join(FIXTURES, name))).toString('utf8')
  const told = (what: string) => new RegExp(`^-- ${what}: (.+)$`, 'm').exec(text)?.[1] ?? ''
  return { takenAt: new Date(told('taken at')), secretKey: told('secret key'), text }
}

/** The schemas of milestones, each migrated from the last one that was asked for: so that no migration runs twice without data. */
export class SchemaLadder {
  #at = 0
  #database: EmptyDatabase | undefined

  /** A database of the milestone's schema, without rows. */
  async copyAt(name: string): Promise<EmptyDatabase> {
    const number = numberOf(name)
    if (number < this.#at) await this.drop()
    this.#database ??= await createEmptyDatabase()
    if (number > this.#at) await migrateUpTo(this.#database, name)
    this.#at = number
    return createEmptyDatabase(this.#database)
  }

  async drop(): Promise<void> {
    await this.#database?.drop()
    this.#database = undefined
    this.#at = 0
  }
}

/** By this release's migrations up to the milestone's newest: applied files never change. */
export async function migrateUpTo(database: { readonly url: string }, milestone: string): Promise<void> {
  const folder = await createMigrationsFolder('empty')
  const earlier = readMigrations().filter(({ number }) => number <= numberOf(milestone))
  for (const one of earlier) await copyFile(join(MIGRATIONS_FOLDER, one.name), join(folder.path, one.name))
  await migrate(database.url, { folder: folder.path, jobs: false })
  await folder.remove()
}

/** Its rows, into a database of its schema. */
export async function restoreMilestone(
  database: { readonly url: string },
  name: string,
): Promise<MilestoneData> {
  const data = readMilestone(name)
  const client = new pg.Client(administratorUrl(database.url))
  await client.connect()
  try {
    // As a restore does: neither triggers nor foreign keys while rows come in.
    await client.query('set session_replication_role = replica')
    await loadText(client, data.text)
  } finally {
    await client.end()
  }
  return data
}

const COPY_BLOCK = /^(copy (\w+) \(.*\) from stdin);\n((?:.*\n)*?)\\\.\n/gm
const SEQUENCE = /^select setval\(.*\);$/gm

async function loadText(client: pg.Client, text: string): Promise<void> {
  const blocks = [...text.matchAll(COPY_BLOCK)]
  if (blocks.length === 0) throw new Error('the fixture holds no table')
  await client.query(`truncate ${blocks.map(([, , table]) => table).join(', ')} cascade`)
  for (const [, statement = '', , rows = ''] of blocks)
    await pipeline(Readable.from([rows]), client.query(from(statement)))
  for (const [statement] of text.matchAll(SEQUENCE)) await client.query(statement)
}
