/** Gives a test file a database of its own, cloned from the migrated template. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { appUser } from '../adapters/embedded-postgres/app-user.ts'
import { administratorUrl } from '../adapters/postgres/release.ts'
import { templateDatabase } from './template-name.ts'

// What the set-up of a test run provides.
declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
  }
}

export type TestDatabase = {
  /** As the application connects: it owns nothing. */
  url: string
  /** As the owner, whose statements no guard of releases refuses. */
  ownerUrl: string
  drop(): Promise<void>
}

/** On the server of the test run, or on another one where no test runs. */
export async function createTestDatabase(serverUrl = inject('databaseServerUrl')): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copies the files as they are: writing every page of the template to the log first costs twice the processor time.
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`)
  return databaseNamed(name, serverUrl)
}

export function databaseNamed(name: string, serverUrl = inject('databaseServerUrl')): TestDatabase {
  const url = new URL(serverUrl)
  url.pathname = name
  const ownerUrl = administratorUrl(url.href)
  url.username = appUser
  return {
    url: url.href,
    ownerUrl,
    // FORCE, so that a test that forgot a connection does not fail another file's clean-up.
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
