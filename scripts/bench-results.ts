// Keeps the last result of each benchmark in docs/benchmarks.json and writes the tables of docs/BENCHMARKS.md from it; prose outside the tables is left alone.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Finding = {
  readonly what: string
  readonly measured: string
  readonly goal: string
  readonly met: boolean | null
}

export type BenchResult = {
  readonly measuredOn: string
  readonly cores: number
  /** Of the machine just before, if it was noted: well above zero, others worked on it too. */
  readonly loadBefore: number | null
  readonly findings: readonly Finding[]
}

export type BenchResults = Readonly<Record<string, BenchResult>>

const DOCS = join(import.meta.dirname, '..', 'docs')
const RESULTS = join(DOCS, 'benchmarks.json')
const PAGE = join(DOCS, 'BENCHMARKS.md')

/** Where the tables begin and end; everything else on the page is written by hand. */
const BEGIN = '<!-- tables: written by npm run bench -->'
const END = '<!-- end of tables -->'

/** Replaces the result of one benchmark, and leaves those of the others as they were. */
export async function keepResult(name: string, result: BenchResult): Promise<void> {
  const results = { ...(JSON.parse(await readFile(RESULTS, 'utf8')) as BenchResults), [name]: result }
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), results))
}

export function withTables(page: string, results: BenchResults): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for tables: ${BEGIN} … ${END}`)
  const tables = Object.entries(results)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, result]) => tableOf(name, result))
  return `${page.slice(0, from + BEGIN.length)}\n${tables.join('\n')}${page.slice(to)}`
}

function tableOf(name: string, { measuredOn, cores, loadBefore, findings }: BenchResult): string {
  const lines = findings.map(({ what, measured, goal, met }) =>
    ['', cell(what), met === false ? `**${cell(measured)}**` : cell(measured), cell(goal) || '—', '']
      .join(' | ')
      .trim(),
  )
  return [
    `### ${name}`,
    `Measured on ${measuredOn}, ${cores} cores${loadBefore === null ? '' : `, load ${loadBefore.toFixed(1)} before it began`}.`,
    '',
    '| what | measured | goal |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').trim()
}
