// Makes the sample sheets of server/adapters/spreadsheet/samples: real ones by LibreOffice, others by hand. Needs soffice.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HAND_BUILT_CASES, hiddenFirstSheet } from './sheet-samples/hand-built-cases.ts'
import { LIBREOFFICE_CASES } from './sheet-samples/libreoffice-cases.ts'

const samples = join(import.meta.dirname, '../server/adapters/spreadsheet/samples')
const work = mkdtempSync(join(tmpdir(), 'sheet-samples-'))

function convert(format: 'xls' | 'xlsx', files: readonly string[]): void {
  const profile = `-env:UserInstallation=file://${join(work, 'profile')}`
  execFileSync('soffice', ['--headless', profile, '--convert-to', format, '--outdir', samples, ...files], {
    stdio: 'ignore',
  })
}

try {
  for (const [name, build] of Object.entries(HAND_BUILT_CASES))
    writeFileSync(join(samples, `${name}.xlsx`), build())
  const sources = Object.entries(LIBREOFFICE_CASES).map(([name, xml]) => {
    const path = join(work, `lo-${name}.fods`)
    writeFileSync(path, xml)
    return path
  })
  const hiddenFirst = join(work, 'lo-hidden-first-sheet.xlsx')
  writeFileSync(hiddenFirst, hiddenFirstSheet())
  convert('xlsx', [...sources, hiddenFirst])
  const written = readdirSync(samples).filter((name) => /^lo-.*\.xlsx$/.test(name))
  convert(
    'xls',
    written.map((name) => join(samples, name)),
  )
  console.log(`${readdirSync(samples).length} samples`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
