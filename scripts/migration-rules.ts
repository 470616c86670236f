/** What a migration may do while an older release still runs, and what would hold a large table: expand and contract, as CONTRIBUTING says. */
import { parseMigration } from '@paywages/server/adapters/postgres/migration-files.ts'

/** Up to here they were written before the rules. */
const GRANDFATHERED = 18

type Rule = {
  readonly breaks: RegExp
  readonly says: string
  /** The name of what it concerns, which the same file may have made, or make again. */
  readonly unlessMade?: RegExp
}

/** Whatever an older release still reads or writes may go only in a contract migration. */
const CONTRACT_ONLY: readonly Rule[] = [
  { breaks: /\bdrop\s+table\s+(?:if\s+exists\s+)?(\w+)/, says: 'drops a table' },
  { breaks: /\bdrop\s+column\b/, says: 'drops a column' },
  {
    breaks: /\bdrop\s+view\s+(?:if\s+exists\s+)?(\w+)/,
    says: 'drops a view',
    unlessMade: /\bcreate\s+view\s+(\w+)/g,
  },
  { breaks: /\bdrop\s+(?:function|type|sequence|schema|domain)\b/, says: 'drops a function or type' },
  { breaks: /\bdrop\s+trigger\b/, says: 'drops a trigger' },
  {
    breaks: /\bdrop\s+constraint\s+(?:if\s+exists\s+)?(\w+)/,
    says: 'drops a constraint that it does not make again',
    unlessMade: /\badd\s+constraint\s+(\w+)/g,
  },
  { breaks: /\brename\s+(?:column\s+|constraint\s+)?(?:\w+\s+)?to\b/, says: 'renames' },
  { breaks: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/, says: 'changes the type of a column' },
  { breaks: /\bset\s+not\s+null\b/, says: 'makes a column NOT NULL' },
  { breaks: /(?:^|;)\s*truncate\b/, says: 'truncates' },
]

/** Forbidden in every migration: it would hold a table for as long as the table is large, or hides what it does. */
const NEVER: readonly Rule[] = [
  {
    breaks:
      /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently\b)(?:if\s+not\s+exists\s+)?\w+\s+on\s+(?:only\s+)?(\w+)/,
    says: 'builds an index on a table that is in use; make it an index step, CONCURRENTLY',
    unlessMade: /\bcreate\s+(?:unlogged\s+)?table\s+(\w+)/g,
  },
  {
    breaks: /\b(?:update|delete\s+from)\s+(?!(?:or|on|of|set)\b)(\w+)\b/,
    says: 'changes rows of a table that is in use; make it a batches step',
    unlessMade: /\bcreate\s+(?:unlogged\s+)?table\s+(\w+)/g,
  },
  {
    breaks: /^\s*do\s+\$\$/m,
    says: 'hides its statements in a DO block',
  },
  {
    breaks: /\badd\s+constraint\s+\w+\s+(?:unique|primary\s+key)\s*\(/,
    says: 'builds the index of a constraint; build it first and add the constraint USING INDEX',
  },
]

/** `-- partitions NAME: WHY`: a table that becomes the first partition of one that takes its name, in one transaction. */
const PARTITIONS_LINE = /^-- partitions (\w+): \S.*$/m

const WHOLE_TABLE_CHECK =
  /\badd\s+constraint\s+\w+\s+(?:check|foreign\s+key)\b(?:(?!\bnot\s+valid\b)[^;])*(?:;|$)/
const NOT_NULL_COLUMN =
  /\badd\s+(?!constraint\b)(?:column\s+)?(?:if\s+not\s+exists\s+)?(\w+)\s+[^,;]*\bnot\s+null\b[^,;]*/g

/** Every reason why this migration may not be applied beside a running release; none for those from before the rules. */
export function migrationProblems(name: string, text: string): string[] {
  const migration = parseMigration(name, text)
  if (migration.number <= GRANDFATHERED) return []
  const problems: string[] = []
  const whole = plainSql(text)
  const swapped = PARTITIONS_LINE.exec(text)?.[1]
  for (const { kind, sql } of migration.steps) {
    const plain = swapped === undefined ? plainSql(sql) : withoutSwap(plainSql(sql), swapped)
    if (kind === 'index') problems.push(...indexProblems(plain))
    else if (kind === 'batches') problems.push(...batchProblems(plain))
    else problems.push(...broken(NEVER, plain, whole), ...alterProblems(plain, whole))
    if (kind !== 'index' && migration.leastWriter === undefined)
      problems.push(
        ...broken(CONTRACT_ONLY, plain, whole).map(
          (problem) => `${problem}, which only a contract migration may ("-- contract: least writer NNNN")`,
        ),
      )
  }
  if (migration.leastWriter !== undefined && migration.leastWriter > migration.number)
    problems.push('names a least writer above itself, which no release is yet')
  return problems
}

/** Leaves out what such a swap renames and hands on, and nothing else; whoever reads or writes the table by its name does not notice. */
function withoutSwap(sql: string, table: string): string {
  const statements = sql.split(';').map((statement) => statement.trim().replace(/\s+/g, ' '))
  const has = (pattern: string) => statements.some((statement) => new RegExp(`^${pattern}`).test(statement))
  const old = new RegExp(`^alter table ${table} rename to (${table}_\\w+)$`, 'm').exec(
    statements.join('\n'),
  )?.[1]
  const isWhole =
    old !== undefined &&
    has(`create table ${table} \\(.*\\) partition by range `) &&
    has(`alter table ${table} attach partition ${old} `)
  if (!isWhole) return sql
  const renames = [
    `alter table ${table} rename to ${old}`,
    `alter table ${old} rename constraint ${table}_\\w+ to ${old}_\\w+`,
    `alter index ${table}_\\w+ rename to ${old}_\\w+`,
  ].map((pattern) => new RegExp(`^${pattern}$`))
  const isHandedOn = (statement: string) => {
    const [, trigger] = new RegExp(`^drop trigger (\\w+) on ${old}$`).exec(statement) ?? []
    return trigger !== undefined && has(`create trigger ${trigger} before [a-z ]+ on ${table} for each row `)
  }
  return statements
    .filter((statement) => !isHandedOn(statement) && !renames.some((rename) => rename.test(statement)))
    .join(';\n')
}

function broken(rules: readonly Rule[], sql: string, whole: string): string[] {
  return rules.flatMap(({ breaks, says, unlessMade }) => {
    const made = new Set([...whole.matchAll(unlessMade ?? /$^/g)].map(([, name]) => name))
    const found = [...sql.matchAll(new RegExp(breaks.source, `${breaks.flags.replace('g', '')}g`))]
    return found.filter(([, name]) => name === undefined || !made.has(name)).length > 0 ? [says] : []
  })
}

/** On tables that the file did not make itself. */
function alterProblems(sql: string, whole: string): string[] {
  const made = new Set(
    [...whole.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(\w+)/g)].map(([, name]) => name),
  )
  return [...sql.matchAll(/\balter\s+table\s+(?:only\s+)?(\w+)([^;]*;?)/g)].flatMap(
    ([, table, change = '']) => {
      if (made.has(table)) return []
      const columns = [...change.matchAll(NOT_NULL_COLUMN)].filter(([column]) => !/\bdefault\b/.test(column))
      return [
        ...(columns.length > 0
          ? ['adds a NOT NULL column without a default, which older releases do not fill']
          : []),
        ...(WHOLE_TABLE_CHECK.test(change)
          ? ['adds a constraint that reads the whole table under a lock; add it NOT VALID']
          : []),
      ]
    },
  )
}

function indexProblems(sql: string): string[] {
  const statements = sql.split(';').filter((statement) => statement.trim() !== '')
  const fits =
    statements.length === 1 && /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+\w+\s+on\b/.test(sql)
  return fits ? [] : ['an index step is one "create index concurrently NAME on …"']
}

function batchProblems(sql: string): string[] {
  const statements = sql.split(';').filter((statement) => statement.trim() !== '')
  const fits =
    statements.length === 1 && sql.includes('$1') && /\bas\s+position\b/.test(sql) && /\blimit\b/.test(sql)
  return fits
    ? []
    : ['a batches step is one statement that goes on after $1, has a LIMIT and returns its "position"']
}

/** In small letters, without comments, strings and the bodies of functions. */
function plainSql(text: string): string {
  return text
    .replace(/--[^\n]*/g, '')
    .replace(/^(\s*do\s+)?\$\$[\s\S]*?\$\$/gim, (_, block = '') => `${block}$$$$`)
    .replace(/\bas\s+\$\$[\s\S]*?\$\$/g, 'as body')
    .replace(/'(?:''|[^'])*'/g, "''")
    .toLowerCase()
}
