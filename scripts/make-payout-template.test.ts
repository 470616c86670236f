// The template that people download is the one that the script makes, and reads back clean, also after LibreOffice saved it.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeRowAlone } from '@paywages/domain/payouts/sheet-row.ts'
import { rowsOf, SHEET_PEOPLE, textsOf } from '@paywages/server/testing/sheet-people.ts'
import { readSheetBytes, readSheetFile } from '@paywages/server/testing/sheet-reading.ts'
import { rowXml, zipOf } from '@paywages/server/testing/xlsx-builder.ts'
import { expect, it } from 'vitest'
import { payoutTemplate, TEMPLATE_PATH } from './make-payout-template.ts'
import { templateParts } from './payout-template/parts.ts'

const filledRows = SHEET_PEOPLE.map((person, index) =>
  rowXml(
    textsOf(person).map((text, column) =>
      column === 5 ? { style: 4, xml: `<v>${text}</v>` } : text || null,
    ),
    index + 2,
  ),
).join('')

function filledTemplate(): Uint8Array {
  const parts = templateParts().map(({ name, text }) => [
    name,
    text.join('').replace('</row></sheetData><dataV', `</row>${filledRows}</sheetData><dataV`),
  ])
  return zipOf(Object.fromEntries(parts))
}

it('is what the script makes', async () => {
  expect(readFileSync(TEMPLATE_PATH).equals(await payoutTemplate())).toBe(true)
})

it('is an empty payout sheet', async () => {
  expect(await readSheetFile(TEMPLATE_PATH)).toMatchObject({ refused: 'sheet-empty' })
})

it('filled in, reads and judges clean', async () => {
  expect(await readSheetBytes(filledTemplate())).toEqual({ rows: rowsOf() })
  for (const row of rowsOf()) expect(judgeRowAlone(row, '2026-11-15')).toEqual([])
})

it.skipIf(!existsSync('/usr/bin/soffice'))(
  'saved by LibreOffice, reads the same',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'template-'))
    try {
      writeFileSync(join(folder, 'filled.xlsx'), filledTemplate())
      writeFileSync(join(folder, 'empty.xlsx'), await payoutTemplate())
      for (const format of ['xlsx', 'xls']) {
        const files = ['filled.xlsx', 'empty.xlsx'].map((name) => join(folder, name))
        const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
        execFileSync(
          'soffice',
          ['--headless', profile, '--convert-to', format, '--outdir', join(folder, format), ...files],
          { stdio: 'ignore' },
        )
        expect(await readSheetFile(join(folder, format, `filled.${format}`))).toEqual({ rows: rowsOf() })
        expect(await readSheetFile(join(folder, format, `empty.${format}`))).toMatchObject({
          refused: 'sheet-empty',
        })
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
