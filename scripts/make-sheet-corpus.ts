// Makes the files of the sheet corpus that are not there yet, with LibreOffice, SheetJS, hucre and by hand, and removes those that are no longer listed: node scripts/make-sheet-corpus.ts.

import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORPUS_WRITERS, sheetJs } from '@paywages/server/testing/corpus-writers.ts'
import { CORPUS_SHEETS } from '@paywages/server/testing/sheet-corpus.ts'
import { SHEET_FILES, sheetTruths } from '@paywages/server/testing/sheet-files.ts'
import { SPECIAL_SHEETS } from '@paywages/server/testing/special-sheets.ts'

const TO = join(import.meta.dirname, '..', 'server', 'adapters', 'spreadsheet', 'corpus')
const TRUTH = 'truth.json'

const truths = await sheetTruths()
await mkdir(TO, { recursive: true })
const known = new Set(await readdir(TO))
for (const file of known) if (file !== TRUTH && !(file in truths)) await rm(join(TO, file))

const wanted = SHEET_FILES.filter(({ fileName }) => !known.has(fileName))
for (const { fileName, layout, writer } of wanted) {
  const write = CORPUS_WRITERS[writer]?.write
  if (write) await writeFile(join(TO, fileName), await write(CORPUS_SHEETS[layout]?.cells ?? []))
}
for (const [name, { bytes }] of Object.entries(await SPECIAL_SHEETS()))
  if (!known.has(name)) await writeFile(join(TO, name), bytes)

const folder = await mkdtemp(join(tmpdir(), 'corpus-'))
for (const format of ['xlsx', 'xls']) {
  const files = wanted.filter(({ writer, fileName }) => writer === 'libreoffice' && fileName.endsWith(format))
  if (files.length > 0) await convert(files, format)
}
await rm(folder, { recursive: true })

async function convert(files: typeof wanted, format: string): Promise<void> {
  const out = join(folder, `${format}-out`)
  await mkdir(out)
  const sources = files.map(({ layout }) => join(folder, `${layout}.xlsx`))
  for (const [at, { layout }] of files.entries())
    await writeFile(sources[at] ?? '', sheetJs(CORPUS_SHEETS[layout]?.cells ?? [], 'xlsx'))
  const profile = `-env:UserInstallation=file://${folder}/profile`
  execFileSync('soffice', ['--headless', profile, '--convert-to', format, '--outdir', out, ...sources])
  for (const { layout, fileName } of files)
    await copyFile(join(out, `${layout}.${format}`), join(TO, fileName))
}

await writeFile(join(TO, TRUTH), JSON.stringify(truths, null, 2))
execFileSync('biome', ['format', '--write', join(TO, TRUTH)])
