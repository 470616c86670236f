/** Keeps the walls between the slices' tables: fails on a query of another slice's table, on a view that is read without leave, and on circles. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { AUDITOR, FUNCTIONS, type PublishedView, TABLES, VIEWS } from '@paywages/server/table-owners.ts'
import { findCircles } from './import-circles.ts'
import { readImports } from './import-lines.ts'
import { type Reference, referencesIn, referencesInSql } from './sql-references.ts'

export type Ownership = {
  readonly tables: Readonly<Record<string, readonly string[]>>
  readonly views: Readonly<Record<string, PublishedView>>
  readonly functions: Readonly<Record<string, string>>
  readonly auditor: string
}

/** Who names which table or view, and where. */
type Use = Reference & { readonly slice: string; readonly file: string }

/** All violations in the given files (path from the root → text) of the server, one line each. */
export function findSqlViolations(files: ReadonlyMap<string, string>, ownership: Ownership): string[] {
  const uses: Use[] = []
  for (const [file, text] of files) {
    const slice = sliceOf(file)
    if (!isChecked(file) || !SPEAKS_SQL.test(text)) continue
    uses.push(...referencesIn(text).map((reference) => ({ ...reference, slice, file })))
  }
  const schema = readSchema([...files].filter(([file]) => file.startsWith(MIGRATIONS)))
  uses.push(...usesOfSchema(schema, ownership))
  const owners = new Map(
    Object.entries(ownership.tables).flatMap(([slice, all]) => all.map((one) => [one, slice])),
  )
  return [
    ...uses.flatMap((use) => brokenRule(use, owners, ownership)),
    ...wrongEntries(schema, owners, ownership, uses),
    ...sliceCircles(files, uses, ownership),
  ]
}

/** Most files have none, and need not be taken apart. */
const SPEAKS_SQL = /\bsql\b|selectFrom|insertInto|updateTable|deleteFrom|Join\(|copyRows|\bTables\[|\.query\(/

function brokenRule(use: Use, owners: ReadonlyMap<string, string>, { views, auditor }: Ownership): string[] {
  const { name, act, slice } = use
  const at = `${use.file}:${use.line}`
  const owner = owners.get(name)
  const isAuditing = slice === auditor && act === 'read'
  if (owner !== undefined) {
    if (owner === slice || isAuditing) return []
    const way = act === 'read' ? `read a view of ${owner}, or ask its store` : `ask its store`
    return [`${at} ${slice || 'the server itself'} ${act}s the table ${name} of ${owner}; ${way}`]
  }
  const view = views[name]
  if (view === undefined) return []
  if (act !== 'read')
    return [`${at} ${slice} ${act}s rows through the view ${name}; ask the store of ${view.owner}`]
  const mayRead = view.owner === slice || view.readers === 'any' || view.readers.includes(slice) || isAuditing
  return mayRead && slice !== ''
    ? []
    : [`${at} ${slice || 'the server itself'} may not read the view ${name} of ${view.owner}`]
}

type Body = {
  readonly kind: 'view' | 'function'
  readonly file: string
  readonly line: number
  readonly sql: string
}
/** Views and functions by name, as the last migration defines them. */
type Schema = { readonly tables: ReadonlySet<string>; readonly bodies: ReadonlyMap<string, Body> }

const MIGRATIONS = 'server/migrations/'
const STATEMENT = new RegExp(
  [
    '^create (?:unlogged )?table (?:if not exists )?(?<table>\\w+)',
    '^drop (?:table|(?:materialized )?view|function) (?:if exists )?(?<dropped>\\w+)',
    '^alter table (?<renamed>\\w+) rename to (?<name>\\w+)',
    '^create (?:or replace )?(?:materialized |recursive )?view (?<view>\\w+)[^;]*? as\\b(?<select>[^;]*);',
    '^create (?:or replace )?function (?<code>\\w+)\\([^$]*\\$\\$(?<body>[\\s\\S]*?)\\$\\$',
  ].join('|'),
  'gim',
)

function readSchema(migrations: readonly (readonly [string, string])[]): Schema {
  const tables = new Set<string>()
  const bodies = new Map<string, Body>()
  for (const [file, text] of migrations.toSorted(([one], [other]) => (one < other ? -1 : 1)))
    for (const match of text.matchAll(STATEMENT)) {
      const { table, dropped, renamed, name, view, select, code, body } = match.groups ?? {}
      const sql = select ?? body ?? ''
      const line = text.slice(0, match.index + match[0].indexOf(sql)).split('\n').length
      if (table) tables.add(table)
      if (dropped) tables.delete(dropped)
      if (renamed && name && tables.delete(renamed)) tables.add(name)
      if (dropped) bodies.delete(dropped)
      if (view) bodies.set(view, { kind: 'view', file, line, sql })
      if (code) bodies.set(code, { kind: 'function', file, line, sql })
    }
  return { tables, bodies }
}

/** A view or a function is its owner's, wherever it is written down. */
function usesOfSchema({ bodies }: Schema, { views, functions }: Ownership): Use[] {
  return [...bodies].flatMap(([name, { kind, file, line, sql }]) => {
    const slice = kind === 'view' ? views[name]?.owner : functions[name]
    if (slice === undefined) return []
    return referencesInSql(sql).map((reference) => ({
      ...reference,
      slice,
      file,
      line: line + reference.line - 1,
    }))
  })
}

const OWNERS = 'server/table-owners.ts'
const DECLARATION = `${OWNERS}:1`

/** The declaration against what there is: nothing is missing from it, and nothing stands in it for nothing. */
function wrongEntries(
  { tables, bodies }: Schema,
  owners: ReadonlyMap<string, string>,
  { tables: lists, views, functions }: Ownership,
  uses: readonly Use[],
): string[] {
  const wrong: string[] = []
  for (const table of tables)
    if (!owners.has(table)) wrong.push(`${DECLARATION} the table ${table} has no owner`)
  for (const table of owners.keys())
    if (!tables.has(table)) wrong.push(`${DECLARATION} there is no table ${table}`)
  if (Object.values(lists).flat().length > owners.size) wrong.push(`${DECLARATION} a table has two owners`)
  for (const [name, { kind, file, line, sql }] of bodies) {
    const isOwned = kind === 'view' ? name in views : name in functions
    const touches = kind === 'view' || referencesInSql(sql).some((one) => tables.has(one.name))
    if (touches && !isOwned) wrong.push(`${file}:${line} the ${kind} ${name} has no owner in table-owners.ts`)
  }
  for (const name of [...Object.keys(views), ...Object.keys(functions)])
    if (!bodies.has(name)) wrong.push(`${DECLARATION} there is no view or function ${name}`)
  for (const [name, view] of Object.entries(views)) {
    const readers = new Set(
      uses.filter((use) => use.name === name && use.slice !== view.owner).map(({ slice }) => slice),
    )
    if (readers.size === 0) wrong.push(`${DECLARATION} nobody reads the view ${name}`)
    for (const reader of [
      ...(view.readers === 'any' ? [] : view.readers),
      ...(view.answers ? [view.answers] : []),
    ])
      if (readers.size > 0 && !readers.has(reader))
        wrong.push(`${DECLARATION} ${reader} does not read the view ${name}`)
  }
  return wrong
}

/** Who depends on whom, by imports and by views together; a slice beneath that asks a view does not depend on who answers. */
function sliceCircles(
  files: ReadonlyMap<string, string>,
  uses: readonly Use[],
  { views }: Ownership,
): string[] {
  const graph = new Map<string, Map<string, string>>()
  const add = (from: string, to: string, at: string) => {
    if (from === to || !from || !to) return
    const edges = graph.get(from) ?? new Map<string, string>()
    if (!edges.has(to)) edges.set(to, at)
    graph.set(from, edges)
  }
  for (const [file, text] of files) {
    if (!isChecked(file)) continue
    for (const { path, line } of readImports(text))
      if (path.startsWith('.'))
        add(sliceOf(file), sliceOf(normalize(join(file, '..', path))), `${file}:${line}`)
  }
  for (const { name, slice, file, line } of uses) {
    const view = views[name]
    if (view === undefined) continue
    if (view.answers === slice) add(view.owner, slice, `${file}:${line}`)
    else add(slice, view.owner, `${file}:${line}`)
  }
  const slices = new Map(
    [...graph].map(([from, edges]) => [from, [...edges].map(([to, at]) => ({ to, line: 0, at }))]),
  )
  return findCircles(slices).map((circle) => {
    const way = circle.replace(/^.*import circle: /, '').split(' → ')
    const steps = way
      .slice(1)
      .map((to, index) => `${way[index]} → ${to} (${graph.get(way[index] ?? '')?.get(to)})`)
    return `${DECLARATION} slices depend on each other: ${steps.join(', ')}`
  })
}

/** Tests and what they share put stories together from all tables; the declaration itself only names them. */
function isChecked(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.test.ts') && sliceOf(file) !== 'testing' && file !== OWNERS
}

/** The folder directly in the server; empty for the files that put it together. */
function sliceOf(file: string): string {
  const parts = file.split('/')
  return parts.length > 2 ? (parts[1] ?? '') : ''
}

function readServer(root: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(ts|sql)$/.test(entry) && !/(^|\/)node_modules\//.test(entry))
      files.set(`server/${entry}`, readFileSync(join(root, 'server', entry), 'utf8'))
  return files
}

if (import.meta.main) {
  const files = readServer(join(import.meta.dirname, '..'))
  const ownership = { tables: TABLES, views: VIEWS, functions: FUNCTIONS, auditor: AUDITOR }
  const violations = findSqlViolations(files, ownership)
  for (const violation of violations) console.error(violation)
  console.log(`${files.size} files, ${violations.length} violations.`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
