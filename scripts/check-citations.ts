/** Holds every citation against docs/: fails on a rule, a section, a decision record, a page or a path that is not there. */
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { citableText, type Piece } from './citable-text.ts'

/** Every file by its path from the root; the text is empty where only its being there matters. */
type Files = ReadonlyMap<string, string>

/** The pages whose paths in backticks must exist, so that the map stays true when files move. */
const MAPS = new Set(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/MAP.md'])
const ROOMS = ['domain', 'wire', 'server', 'web', 'sandbox-bank', 'e2e', 'bench', 'scripts', 'docs']
const LOOK = 'docs/LOOK.md'

/** What can be cited: rule numbers (D17, I7, §2.3), numbers of decision records, headings of the look. */
type Targets = {
  readonly rules: ReadonlySet<string>
  readonly records: ReadonlySet<number>
  readonly look: readonly string[]
}

/** All citations that lead nowhere and all rules that stand twice, one line each. */
export function findBrokenCitations(files: Files): string[] {
  const { targets, problems } = readTargets(files)
  for (const [file, text] of files) {
    for (const piece of citableText(file, text)) {
      const broken = [...brokenNumbers(file, piece, targets), ...brokenPages(file, piece, files, targets)]
      if (file.endsWith('.md')) broken.push(...brokenLinks(file, piece.text, files))
      if (MAPS.has(file)) broken.push(...brokenPaths(piece.text, files))
      problems.push(...broken.map((what) => `${file}:${piece.line} ${what}`))
    }
  }
  return problems
}

function readTargets(files: Files): { targets: Targets; problems: string[] } {
  const rules = new Map<string, string>()
  const records = new Set<number>()
  const problems: string[] = []
  for (const [file, text] of files) {
    const record = /^docs\/decisions\/(\d{4})-[^/]+\.md$/.exec(file)?.[1]
    if (record) records.add(Number(record))
    if (!/^docs\/rules\/[^/]+\.md$/.test(file)) continue
    for (const { line, heading } of headingsOf(text)) {
      const rule = /^(?:D\d+|I\d+|§\d+(?:\.\d+)*)(?= |$)/.exec(heading)?.[0]
      if (!rule) continue
      const place = `${file}:${line}`
      const first = rules.get(rule)
      if (first) problems.push(`${place} ${rule} stands at ${first} already`)
      else rules.set(rule, place)
    }
  }
  const look = headingsOf(files.get(LOOK) ?? '').map(({ heading }) => heading)
  return { targets: { rules: new Set(rules.keys()), records, look }, problems }
}

function headingsOf(text: string): { line: number; heading: string }[] {
  return citableText('.md', text).flatMap(({ line, text: one }) => {
    const heading = /^#{1,6} +(.+?)\s*$/.exec(one)?.[1]
    return heading ? [{ line, heading }] : []
  })
}

/** D and I with a number, unless the character before or after makes it a cell (B3:D7), a code point or part of a word. */
const RULE = /(?<![\w.:+#$&/[-])[DI]\d{1,3}(?!\w|[&*+\]]|:\w)/g

function* brokenNumbers(file: string, piece: Piece, targets: Targets): Generator<string> {
  // In prose, code may hold cells and made-up numbers.
  const text = file.endsWith('.md') ? piece.text.replace(/`[^`]*`/g, '') : piece.text
  for (const [rule] of text.matchAll(RULE))
    if (!targets.rules.has(rule)) yield `${rule} is no rule of docs/rules/`
  for (const [, section] of text.matchAll(/§ ?(\d+(?:\.\d+)*)/g))
    if (!targets.rules.has(`§${section}`)) yield `§${section} is no section of docs/rules/`
  for (const [, numbers = ''] of text.matchAll(/\bADRs? (\d+(?:(?:, | and )\d+)*)/g))
    for (const record of numbers.split(/, | and /))
      if (!targets.records.has(Number(record))) yield `ADR ${record} is not in docs/decisions/`
}

const PAGE = /(?<![\w/@<>-])(?:\.{1,2}\/)*(?:[\w-]+\/)*[\w-]+\.md\b(?:,? (?<place>\d\d\b|[A-Z]\w+))?/g

/** Pages by their path, or by their name where it is the only one; places in the look by the start of their heading. */
function* brokenPages(file: string, piece: Piece, files: Files, targets: Targets): Generator<string> {
  // Links are validated with their anchors.
  const text = file.endsWith('.md') ? piece.text.replace(/\]\([^)]*\)/g, ']') : piece.text
  for (const match of text.matchAll(PAGE)) {
    const path = match[0].replace(/\.md.*$/, '.md')
    const named = [...files.keys()].filter((one) => one === path || one.endsWith(`/${path}`))
    const found = files.has(path) || files.has(normalize(join(dirname(file), path))) || named.length === 1
    if (!found) yield `${path} is no page here`
    const place = match.groups?.place
    if (place && path.endsWith('LOOK.md') && !targets.look.some((heading) => heading.startsWith(place)))
      yield `${place} is no heading of ${LOOK}`
  }
}

/** Relative links of a page, with the heading behind the hash. */
function* brokenLinks(file: string, text: string, files: Files): Generator<string> {
  for (const [, target = ''] of text.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path = '', anchor] = target.split('#')
    const to = path === '' ? file : normalize(join(dirname(file), path))
    if (!isThere(to, files)) yield `the link ${target} leads nowhere`
    else if (anchor && !headingsOf(files.get(to) ?? '').some(({ heading }) => slugOf(heading) === anchor))
      yield `${to} has no heading #${anchor}`
  }
}

/** As GitHub makes them: lower case, spaces to hyphens, letters of any script kept, other characters dropped. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** Paths in backticks; a bare file name lies in the folder of the path before it on the line. */
function* brokenPaths(text: string, files: Files): Generator<string> {
  let folder = ''
  for (const [, code = ''] of text.matchAll(/`([^`]+)`/g)) {
    if (ROOMS.some((room) => code.startsWith(`${room}/`)) && !/\s/.test(code)) {
      if (!isThere(code, files)) yield `${code} is not there`
      folder = /\.\w+$/.test(code) ? dirname(code) : code.replace(/\/$/, '')
    } else if (/^[\w.-]+\.(tsx?|mjs|sql|typ|json|css|md)$/.test(code)) {
      if (!isThere(join(folder, code), files) && !files.has(code)) yield `${join(folder, code)} is not there`
    }
  }
}

/** A file, with or without its ending, or a folder; `<slice>` and `*` stand for any one name. */
function isThere(path: string, files: Files): boolean {
  const plain = path.replace(/\/$/, '')
  if (files.has(plain)) return true
  const pattern = plain
    .split(/(<[^>]+>|\*)/)
    .map((part, index) => (index % 2 === 1 ? '[^/]*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  const matches = new RegExp(`^${pattern}(\\.tsx?|/.*)?$`)
  return [...files.keys()].some((file) => matches.test(file))
}

async function readRepository(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of (await readdir(root)).sort()) {
    if (/\.(md|ts|json)$|^\.nvmrc$/.test(entry)) files.set(entry, readFileSync(join(root, entry), 'utf8'))
    if (!ROOMS.includes(entry)) continue
    for (const found of await readdir(join(root, entry), { recursive: true, withFileTypes: true })) {
      const path = join(found.parentPath, found.name).slice(root.length + 1)
      if (!found.isFile() || /(^|\/)(node_modules|dist|results|data)\//.test(path)) continue
      const isText = /\.(tsx?|mjs|sql|md|typ|css|html)$/.test(path)
      files.set(path, isText ? readFileSync(join(root, path), 'utf8') : '')
    }
  }
  return files
}

if (import.meta.main) {
  const files = await readRepository(join(import.meta.dirname, '..'))
  const problems = findBrokenCitations(files)
  for (const problem of problems) console.error(problem)
  console.log(`${files.size} files, ${problems.length} citations that lead nowhere.`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
