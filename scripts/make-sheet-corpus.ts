// Makes the files of the sheet corpus with LibreOffice, SheetJS, hucre and by hand: node scripts/make-sheet-corpus.ts.

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CorpusTruth } from '@paywages/server/testing/corpus-sheet.ts'
import { CORPUS_WRITERS, sheetJs } from '@paywages/server/testing/corpus-writers.ts'
import { CORPUS_SHEETS } from '@paywages/server/testing/sheet-corpus.ts'
import { SPECIAL_SHEETS } from '@paywages/server/testing/special-sheets.ts'

const TO = join(import.meta.dirname, '..', 'server', 'adapters', 'spreadsheet', 'corpus')
/** Each layout is written by so many of the writers in turn, and every third by LibreOffice too. */
const WRITERS_EACH = 2

const truths: Record<string, CorpusTruth> = {}
await rm(TO, { recursive: true, force: true })
await mkdir(TO, { recursive: true })

async function keep(name: string, bytes: Uint8Array, truth: CorpusTruth): Promise<void> {
  await writeFile(join(TO, name), bytes)
  truths[name] = truth
}

const writers = Object.entries(CORPUS_WRITERS)
for (const [at, [name, { cells, truth }]] of Object.entries(CORPUS_SHEETS).entries()) {
  for (let turn = 0; turn < WRITERS_EACH; turn += 1) {
    const [writer, { ending, write }] = writers[(at + turn * 5) % writers.length] as (typeof writers)[number]
    await keep(`${name}.${writer}.${ending}`, await write(cells), truth)
  }
}
for (const [name, { bytes, truth }] of Object.entries(await SPECIAL_SHEETS())) await keep(name, bytes, truth)

const folder = await mkdtemp(join(tmpdir(), 'corpus-'))
const profile = `-env:UserInstallation=file://${folder}/profile`
for (const [turn, format] of ['xlsx', 'xls'].entries()) {
  const own = join(folder, format)
  await mkdir(join(own, 'out'), { recursive: true })
  const chosen = Object.entries(CORPUS_SHEETS).filter((_, at) => at % 4 === turn)
  for (const [name, { cells }] of chosen) await writeFile(join(own, `${name}.xlsx`), sheetJs(cells, 'xlsx'))
  const files = chosen.map(([name]) => join(own, `${name}.xlsx`))
  execFileSync('soffice', [
    '--headless',
    profile,
    '--convert-to',
    format,
    '--outdir',
    join(own, 'out'),
    ...files,
  ])
  for (const file of await readdir(join(own, 'out'))) {
    const name = file.slice(0, -format.length - 1)
    const truth = CORPUS_SHEETS[name]?.truth
    if (truth) await keep(`${name}.libreoffice.${format}`, await readFile(join(own, 'out', file)), truth)
  }
}
await rm(folder, { recursive: true })
const sorted = Object.fromEntries(Object.entries(truths).toSorted(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(join(TO, 'truth.json'), JSON.stringify(sorted, null, 2))
execFileSync('biome', ['format', '--write', join(TO, 'truth.json')])
