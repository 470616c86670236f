// Opens files with LibreOffice and gives what it reads, cell by cell; tests that need it are left out where it is not installed.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as XLSX from '@e965/xlsx'

const PROGRAM = process.env.SOFFICE_PATH ?? '/usr/bin/soffice'

export const hasLibreOffice = existsSync(PROGRAM)

export type OpenedCell = {
  readonly value: string | number
  readonly isText: boolean
  readonly formula: string
}
export type OpenedSheets = Readonly<Record<string, readonly (readonly OpenedCell[])[]>>

/** Saved again as .xlsx by LibreOffice: what comes back is what it understood. All files in one start of the program. */
export function openWithLibreOffice(
  files: Readonly<Record<string, Uint8Array>>,
): Readonly<Record<string, OpenedSheets>> {
  const folder = mkdtempSync(join(tmpdir(), 'libre-office-'))
  try {
    const names = Object.entries(files).map(([name, bytes]) => {
      writeFileSync(join(folder, name), bytes)
      return name
    })
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    // Comma, quotes, GB18030 (85), from the first line on.
    const input = names.every((name) => name.endsWith('.csv'))
      ? ['--infilter=Text - txt - csv (StarCalc):44,34,85,1']
      : []
    const out = join(folder, 'out')
    const paths = names.map((name) => join(folder, name))
    execFileSync(
      PROGRAM,
      ['--headless', profile, ...input, '--convert-to', 'xlsx', '--outdir', out, ...paths],
      {
        stdio: 'ignore',
      },
    )
    const opened = readdirSync(out).map((name): [string, OpenedSheets] => [
      names.find((one) => one.replace(/\.[^.]+$/, '.xlsx') === name) ?? name,
      openedSheets(readFileSync(join(out, name))),
    ])
    return Object.fromEntries(opened)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same of a file as it is, read by the oracle of the tests. */
export function openedSheets(bytes: Uint8Array): OpenedSheets {
  const book = XLSX.read(bytes, { cellFormula: true })
  return Object.fromEntries(
    Object.entries(book.Sheets).map(([name, sheet]) => {
      const { e } = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1')
      const rows = Array.from({ length: e.r + 1 }, (_, r) =>
        Array.from({ length: e.c + 1 }, (_, c): OpenedCell => {
          const cell = sheet[XLSX.utils.encode_cell({ r, c })] as XLSX.CellObject | undefined
          return {
            value: (cell?.v as string | number | undefined) ?? '',
            isText: cell === undefined || cell.t === 's',
            formula: cell?.f ?? '',
          }
        }),
      )
      return [name, rows]
    }),
  )
}
