// Reads the files of migrations/: what each does step by step, and the least release that may write after it.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type MigrationStep = {
  /**
   * `transaction`: all statements in one. `index`: one CREATE INDEX CONCURRENTLY, outside of any. `batches`: one statement, repeated in a
   * transaction each with the position it returned last, until it returns none.
   */
  readonly kind: 'transaction' | 'index' | 'batches'
  readonly sql: string
}

export type Migration = {
  readonly name: string
  readonly number: number
  readonly sha256: string
  readonly steps: readonly MigrationStep[]
  /** Of a contract migration: releases below this one may no longer write. */
  readonly leastWriter: number | undefined
}

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url))

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/
const STEP_LINE = /^-- step: (transaction|index|batches)$/
const CONTRACT_LINE = /^-- contract: least writer (\d{4})$/m

export const numberOf = (name: string): number => Number(name.slice(0, 4))

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .sort()

/** The numbers alone, for processes that compare and do not migrate. */
export const readMigrationNumbers = (folder = MIGRATIONS_FOLDER): number[] => namesIn(folder).map(numberOf)

export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  return namesIn(folder).map((name) => parseMigration(name, readFileSync(join(folder, name), 'utf8')))
}

export function parseMigration(name: string, text: string): Migration {
  const least = CONTRACT_LINE.exec(text)?.[1]
  return {
    name,
    number: numberOf(name),
    sha256: createHash('sha256').update(text).digest('hex'),
    steps: stepsOf(text),
    leastWriter: least === undefined ? undefined : Number(least),
  }
}

/** A file without step lines is one transaction, and so is what stands before the first of them. */
function stepsOf(text: string): MigrationStep[] {
  const steps: { kind: MigrationStep['kind']; lines: string[] }[] = [{ kind: 'transaction', lines: [] }]
  for (const line of text.split('\n')) {
    const kind = STEP_LINE.exec(line)?.[1] as MigrationStep['kind'] | undefined
    if (kind) steps.push({ kind, lines: [] })
    else steps.at(-1)?.lines.push(line)
  }
  return steps
    .map(({ kind, lines }) => ({ kind, sql: lines.join('\n') }))
    .filter(({ sql }) => hasStatement(sql))
}

const hasStatement = (sql: string): boolean => sql.replace(/^\s*--.*$/gm, '').trim() !== ''
