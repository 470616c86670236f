/** Reads which tables and views a source names, without a compiler: in Kysely's calls, in SQL templates and in migrations. */
import { blank, lineFinder, splitLiterals } from './source-literals.ts'

export type Reference = {
  readonly name: string
  readonly line: number
  /** A lock is told apart from a read: whoever locks rows is about to write what hangs on them. */
  readonly act: 'read' | 'write' | 'lock'
}

/** Everything in the place of a table, whether it is one or not: the caller knows the names. */
export function referencesIn(source: string): Reference[] {
  const { code, literals } = splitLiterals(source)
  const found = kyselyReferences(code)
  for (const { start, text, isTemplate } of literals) {
    // A name alone may be handed to whatever reads it; those of one word are words of other things too.
    if (!isTemplate && /^[a-z]+(_[a-z]+)+$/.test(text)) found.push({ name: text, act: 'read', at: start })
    else for (const one of sqlReferences(text, isTemplate)) found.push({ ...one, at: one.at + start })
  }
  return withLines(found, source)
}

/** The same of plain SQL, such as the body of a view. */
export function referencesInSql(sql: string): Reference[] {
  return withLines(sqlReferences(sql, false), sql)
}

type Found = { readonly name: string; readonly act: Reference['act']; readonly at: number }

/** In their order; of several on one line the one that does most. */
function withLines(found: readonly Found[], source: string): Reference[] {
  const lineAt = lineFinder(source)
  const references = new Map<string, Reference>()
  for (const { name, act, at } of found.toSorted((one, other) => one.at - other.at)) {
    const line = lineAt(at)
    const known = references.get(`${line} ${name}`)
    if (known === undefined || ACTS.indexOf(act) > ACTS.indexOf(known.act))
      references.set(`${line} ${name}`, { name, line, act })
  }
  return [...references.values()]
}

const ACTS = ['read', 'lock', 'write'] as const

const READING = 'selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?'
const WRITING = 'insertInto|updateTable|deleteFrom|mergeInto|replaceInto'
const kyselyCall = new RegExp(`\\.(?:(${READING})|(?:${WRITING}))\\(\\s*(\\[[^\\]]*\\]|(['"])[^'"]*\\3)`, 'g')
const otherNames = /\b(?:(copyRows)\(\s*\w+,\s*|sql\.(?:table|id)\(|Tables\[)(['"])(\w+)\2/g
const withCall = /\.with(?:Recursive)?\(\s*(['"])(\w+)/g

function kyselyReferences(code: string): Found[] {
  const found: Found[] = []
  const own = new Set([...code.matchAll(withCall)].map(([, , name]) => name))
  for (const match of code.matchAll(kyselyCall)) {
    const [whole, reading, place = ''] = match
    const start = match.index + whole.length - place.length
    const lock = reading === undefined ? undefined : lockIn(code.slice(start))
    for (const [, name = '', alias = name] of place.matchAll(/['"]\s*(\w+)(?:\s+as\s+(\w+))?/g)) {
      const isLocked = lock !== undefined && (lock === '' || new RegExp(`\\b${alias}\\b`).test(lock))
      found.push({ name, act: reading === undefined ? 'write' : isLocked ? 'lock' : 'read', at: start })
    }
  }
  for (const match of code.matchAll(otherNames))
    found.push({ name: match[3] ?? '', act: match[1] ? 'write' : 'read', at: match.index })
  return found.filter(({ name }) => !own.has(name))
}

/** What a query locks, as it says before it is sent: nothing, these aliases, or '' for all its tables. */
function lockIn(code: string): string | undefined {
  const query = code.split(/\.execute|\.selectFrom\(|\n\}\n/, 1)[0] ?? ''
  return /\.for(?:NoKey|Key)?(?:Update|Share)\(([^)]*)\)/.exec(query)?.[1]
}

type Token = { readonly word: string; readonly at: number }
/** What is open between two brackets: whether a comma goes on to another table. */
type Bracket = { isList: boolean }
type Named = Found & { readonly alias: string; readonly bracket: Bracket }

/** After these comes a table; `from` and `using` may name several. */
const BEFORE_TABLE = new Set(['from', 'join', 'using', 'update', 'into', 'copy', 'truncate', 'lock'])
const WRITES = new Set(['update', 'into', 'copy', 'truncate', 'lock'])
const BETWEEN = new Set(['only', 'lateral', 'table'])
const ENDS_LIST = new Set(
  'where group order limit offset having returning union intersect except set select values window'.split(
    ' ',
  ),
)
const JOINS = new Set(['join', 'inner', 'left', 'right', 'full', 'cross'])

/** The tables named in a piece of SQL; its common table expressions are left out. */
function sqlReferences(sql: string, isTemplate: boolean): Found[] {
  const tokens = tokensOf(sql)
  const own = ownNames(tokens)
  const found: Named[] = []
  const open: Bracket[] = [{ isList: false }]
  let before = isTemplate && beginsWithTable(tokens) ? 'from' : undefined
  for (const [index, { word, at }] of tokens.entries()) {
    const after = tokens[index + 1]?.word ?? ''
    const bracket = open.at(-1) ?? { isList: false }
    if (word === '(') {
      open.push({ isList: false })
      if (after === 'select' || after === 'with') before = undefined
    } else if (word === ')') {
      open.pop()
      before = undefined
    } else if (word === ',') before = bracket.isList ? 'from' : undefined
    else if (word === 'for') {
      markLocked(found, tokens.slice(index + 1, index + 9), bracket)
      bracket.isList = false
    } else if (BEFORE_TABLE.has(word) && isKeyword(tokens, index)) {
      before = word === 'from' && tokens[index - 1]?.word === 'delete' ? 'into' : word
      if (word === 'from' || word === 'using') bracket.isList = true
    } else if (before !== undefined && !BETWEEN.has(word)) {
      // A name and a bracket are a function, but for the columns of an insert.
      const isTable = /^[a-z_]/.test(word) && (after !== '(' || WRITES.has(before)) && !own.has(word)
      const alias = tokens[index + (after === 'as' ? 2 : 1)]?.word ?? ''
      if (isTable) found.push({ name: word, act: WRITES.has(before) ? 'write' : 'read', at, alias, bracket })
      before = undefined
    } else if (ENDS_LIST.has(word)) bracket.isList = false
  }
  return found
}

/** Templates are also parts of queries: a table alone, or a table and those joined to it. */
function beginsWithTable(tokens: readonly Token[]): boolean {
  const words = tokens.slice(0, 4).map(({ word }) => word)
  return words.length === 1 || words.slice(1, 4).some((word) => JOINS.has(word))
}

/** `for update`, `do update`, `is distinct from`: the same words with another meaning. */
function isKeyword(tokens: readonly Token[], index: number): boolean {
  const [before, word, after] = [index - 1, index, index + 1].map((place) => tokens[place]?.word ?? '')
  if (word === 'from') return before !== 'distinct'
  if (word !== 'update') return true
  return !['for', 'key', 'do', 'before', 'after', 'or'].includes(before ?? '') && after !== 'set'
}

/** A lock without names holds every table of its query. */
function markLocked(found: Named[], after: readonly Token[], bracket: Bracket): void {
  const words = after.map(({ word }) => word)
  const kind = words.findIndex((word) => word === 'update' || word === 'share')
  if (kind < 0 || !words.slice(0, kind).every((word) => word === 'no' || word === 'key')) return
  const named = words[kind + 1] === 'of' ? words.slice(kind + 2) : undefined
  for (const [place, one] of found.entries()) {
    const isLocked = named === undefined || named.includes(one.alias) || named.includes(one.name)
    if (one.bracket === bracket && one.act === 'read' && isLocked) found[place] = { ...one, act: 'lock' }
  }
}

/** `with one as (…), two (a, b) as not materialized (…)`. */
function ownNames(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>()
  for (const [index, { word }] of tokens.entries()) {
    if (word !== 'as') continue
    const after = tokens.slice(index + 1, index + 4).map((token) => token.word)
    const opens = after.indexOf('(')
    if (opens < 0 || !after.slice(0, opens).every((one) => one === 'not' || one === 'materialized')) continue
    let place = index - 1
    if (tokens[place]?.word === ')') {
      while (place > 0 && tokens[place]?.word !== '(') place -= 1
      place -= 1
    }
    if (['with', 'recursive', ','].includes(tokens[place - 1]?.word ?? ''))
      names.add(tokens[place]?.word ?? '')
  }
  return names
}

/** Names, brackets and commas; a column with its table, a value and a text are all the same here. */
function tokensOf(sql: string): Token[] {
  const plain = sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, blank)
    .replace(/'(?:[^']|'')*'/g, (text) => `?${blank(text.slice(1))}`)
  return [...plain.matchAll(/"?\b[a-zA-Z_]\w*"?(?:\."?\w+"?)*|[(),?]/g)].map(({ 0: text, index }) => {
    const word = text.replaceAll('"', '').replace(/^public\./, '')
    return { word: word.includes('.') ? '?' : word.toLowerCase(), at: index }
  })
}
