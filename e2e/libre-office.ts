// Opens a downloaded sheet with LibreOffice and gives the rows it understood; journeys that need it fail where it is not installed.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { read, utils } from '@e965/xlsx'

const PROGRAM = process.env.SOFFICE_PATH ?? '/usr/bin/soffice'

export type SheetLine = Readonly<Record<string, string | number>>

/** Of the first sheet, by their headings. */
export async function linesByLibreOffice(file: string): Promise<SheetLine[]> {
  if (!existsSync(PROGRAM))
    throw new Error(
      `This journey opens sheets with LibreOffice, and ${PROGRAM} is not there: install libreoffice-calc-nogui, or name the program in SOFFICE_PATH.`,
    )
  const folder = await mkdtemp(join(tmpdir(), 'libre-office-'))
  try {
    const book = read(await readFile(savedAgain(file, folder)))
    return utils.sheet_to_json<SheetLine>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { defval: '' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function savedAgain(file: string, folder: string): string {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const out = join(folder, 'out')
  execFileSync(PROGRAM, ['--headless', profile, '--convert-to', 'xlsx', '--outdir', out, file], {
    stdio: 'ignore',
  })
  return join(out, `${basename(file).replace(/\.xlsx$/, '')}.xlsx`)
}
