/** Keeps the walls between rooms: fails when an import crosses one, when files import in a circle, or when a name is out of place. */
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, normalize } from 'node:path'
import { findCircles } from './import-circles.ts'
import { type Import, readImports } from './import-lines.ts'
import { type Inside, insides, type Room, rooms } from './walls.ts'

/** The files that put a room together; nothing but a test may import them. */
const entrances = new Set([
  'server/processes/app.ts',
  'server/processes/api.ts',
  'server/processes/worker.ts',
  'web/main.tsx',
  'web/sign/main.tsx',
])
const SELF = 'scripts/check-walls.ts'
const WALLS = 'scripts/walls.ts'
const testPackages = ['vitest', 'fast-check']
const namesWithoutMeaning = new Set(['utils', 'util', 'common', 'helpers', 'helper', 'types', 'services'])

/** The spec's odd names (GLOSSARY.md has their translations); this file is the one place outside that lists them. */
const wireNames = [
  ...['uname', 'ucardid', 'umoney', 'ubankcard', 'uphone', 'uaccount', 'upasswd', 'trickNo', 'trickRemark'],
  ...['comfirmInvoiceTime', 'opId', 'ispass', 'userAccno', 'taxpayerIDNumber', 'usidcard', 'cardid'],
  ...['umonth', 'utime'],
]
const wireNamePattern = new RegExp(`\\b(${wireNames.join('|')})\\b`)
const wireNameRooms = new Set(['wire', 'e2e', 'bench'])

/** All violations in the given files (path from the root → text), one line each. */
export function findViolations(files: ReadonlyMap<string, string>): string[] {
  const violations: string[] = []
  const graph = new Map<string, { to: string; line: number }[]>()
  for (const [file, text] of files) {
    violations.push(...checkNames(file, text))
    if (!/\.tsx?$/.test(file)) continue
    const imports = readImports(text).map((found) => ({ ...found, target: targetOf(file, found.path) }))
    for (const found of imports) {
      const rule = brokenRule(file, found)
      if (rule) violations.push(`${file}:${found.line} ${rule}`)
    }
    const edges = imports.flatMap(({ target, line }) => {
      const to = target && [target, `${target}.ts`, `${target}.tsx`].find((path) => files.has(path))
      return to ? [{ to, line }] : []
    })
    graph.set(file, edges)
  }
  return [...violations, ...findCircles(graph)]
}

/** The imported file from the root, or undefined for a package. */
function targetOf(file: string, path: string): string | undefined {
  if (path.startsWith('.')) return normalize(join(dirname(file), path))
  if (path.startsWith('@paywages/')) return path.slice('@paywages/'.length)
  return undefined
}

function brokenRule(file: string, found: Import & { target: string | undefined }): string | undefined {
  const room = roomOf(file)
  const rules = rooms[room]
  // Files at the root configure the tools.
  if (!rules) return undefined
  if (found.target === undefined) return brokenPackageRule(file, room, rules, found.path)
  const targetRoom = roomOf(found.target)
  if (targetRoom !== room && found.path.startsWith('.')) {
    return `"${found.path}" leaves the room; import @paywages/${found.target}`
  }
  if (targetRoom !== room) {
    return rules.rooms.includes(targetRoom) ? undefined : `${room} may not import ${targetRoom}`
  }
  return brokenInside(file, found.target)
}

function brokenPackageRule(file: string, room: string, rules: Room, path: string): string | undefined {
  // A config file runs in the tool, not in the room.
  if (path.startsWith('node:')) {
    return rules.node || file.endsWith('.config.ts') ? undefined : `${room} may not import ${path}`
  }
  const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/')
  const apart = insides[room]?.apart?.[sliceOf(file) ?? '']
  if (apart && !apart.packages.includes(name) && !(isTest(file) && testPackages.includes(name)))
    return `${room}/${sliceOf(file)} is a bundle of its own, without the package ${name}`
  if (rules.packages === 'any' || rules.packages.includes(name)) return undefined
  if (isTest(file) && testPackages.includes(name)) return undefined
  return `${room} may not import the package ${name}`
}

function brokenInside(file: string, target: string): string | undefined {
  const room = roomOf(file)
  const inside = insides[room]
  if (!inside) return undefined
  const [from, to] = [sliceOf(file), sliceOf(target)]
  if (entrances.has(target)) {
    if (isTest(file) || from === undefined || inside.composers.includes(from)) return undefined
    return `${target} puts the room together; only tests may import it`
  }
  if (from === undefined && to !== undefined && inside.ground?.includes(to) === false)
    return `${target} stands on ${file}; ${room} itself may import ${inside.ground.join(', ')} only`
  if (from !== to && to !== undefined && inside.apart?.[to])
    return `${room}/${to} is a bundle of its own; nothing else imports it`
  if (from === to || from === undefined || to === undefined || inside.composers.includes(from))
    return undefined
  const apart = inside.apart?.[from]
  if (apart && !apart.files.test(target)) return `${room}/${from} is a bundle of its own, without ${target}`
  if (to === 'testing') {
    return isTest(file) ? undefined : `${room}/testing is for tests only`
  }
  const listed = inside.arrows[from]
  if (!inside.floors.includes(from) && inside.floors.includes(to)) return undefined
  if (!listed?.includes(to)) return `${room}/${from} may not import ${room}/${to}`
  if (inside.faces === undefined || inside.floors.includes(to) || isTest(file)) return undefined
  const name = fileInSlice(target)
  return inside.faces[to]?.includes(name) ? undefined : `${name} is not in the face of ${room}/${to}`
}

/** Arrows that no import takes and files of a face that no other slice imports; asked of all files together. */
export function findUnused(files: ReadonlyMap<string, string>): string[] {
  const taken = new Set<string>()
  for (const [file, text] of files) {
    if (!/\.tsx?$/.test(file)) continue
    const [room, from] = [roomOf(file), sliceOf(file)]
    if (from === undefined || insides[room]?.composers.includes(from)) continue
    for (const { path } of readImports(text)) {
      const target = targetOf(file, path)
      const to = target && roomOf(target) === room ? sliceOf(target) : undefined
      if (target === undefined || to === undefined || to === from) continue
      taken.add(`${room}/${from} → ${to}`)
      if (!isTest(file)) taken.add(target)
    }
  }
  const list = (room: string, lists: Inside['arrows'], print: (slice: string, one: string) => string[]) =>
    Object.entries(lists).flatMap(([slice, all]) => all.flatMap((one) => print(`${room}/${slice}`, one)))
  return Object.entries(insides).flatMap(([room, { arrows, faces = {} }]) => [
    ...list(room, arrows, (from, to) =>
      taken.has(`${from} → ${to}`)
        ? []
        : [`${WALLS}:1 ${from} never imports ${room}/${to}; take the arrow out`],
    ),
    ...list(room, faces, (slice, name) =>
      taken.has(`${slice}/${name}`)
        ? []
        : [`${WALLS}:1 no slice imports ${slice}/${name}; take it off the face`],
    ),
  ])
}

function checkNames(file: string, text: string): string[] {
  const vague = file.split('/').find((part) => namesWithoutMeaning.has(basename(part).replace(/\..*$/, '')))
  const violations = vague ? [`${file}:1 "${vague}" says nothing; name the concept`] : []
  if (wireNameRooms.has(roomOf(file)) || isTest(file) || file === SELF) return violations
  text.split('\n').forEach((line, index) => {
    const name = wireNamePattern.exec(line)?.[1]
    if (name) violations.push(`${file}:${index + 1} the wire name "${name}" belongs in wire/ only`)
  })
  return violations
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? ''
}

/** The folder directly in the room; undefined for files that lie in the room itself. */
function sliceOf(file: string): string | undefined {
  const parts = file.split('/')
  return parts.length > 2 ? parts[1] : undefined
}

/** Its path from the slice's folder on. */
function fileInSlice(file: string): string {
  return file.split('/').slice(2).join('/')
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

async function readSources(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const room of Object.keys(rooms)) {
    const entries = await readdir(join(root, room), { recursive: true }).catch(() => [])
    for (const entry of entries.sort()) {
      if (/(^|\/)(node_modules|dist|results)\//.test(entry) || !/\.(tsx?|sql)$/.test(entry)) continue
      files.set(`${room}/${entry}`, readFileSync(join(root, room, entry), 'utf8'))
    }
  }
  return files
}

if (import.meta.main) {
  const files = await readSources(join(import.meta.dirname, '..'))
  const violations = [...findViolations(files), ...findUnused(files)]
  for (const violation of violations) console.error(violation)
  console.log(`${files.size} files, ${violations.length} violations.`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
