// The templates that people download are those that the script makes; they read back clean, also after LibreOffice saved them.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { type RawRow, validateRowAlone } from '@paywages/domain/payouts/sheet-row.ts'
import { rowsOf, SHEET_PEOPLE, textsOf } from '@paywages/server/testing/sheet-people.ts'
import { readSheetBytes, readSheetFile } from '@paywages/server/testing/sheet-reading.ts'
import { rowXml, zipOf } from '@paywages/server/testing/xlsx-builder.ts'
import { expect, it } from 'vitest'
import { makeTemplate, TEMPLATES } from './make-sheet-templates.ts'
import { ADJUSTMENT_TEMPLATE, PAYOUT_TEMPLATE } from './sheet-template/guide.ts'
import { templateParts } from './sheet-template/parts.ts'

const filledRows = SHEET_PEOPLE.map((person, index) =>
  rowXml(
    textsOf(person).map((text, column) =>
      column === 5 ? { style: 4, xml: `<v>${text}</v>` } : text || null,
    ),
    index + 2,
  ),
).join('')

function filledTemplate(): Uint8Array {
  const parts = templateParts(PAYOUT_TEMPLATE).map(({ name, body }) => [
    name,
    body.join('').replace('</row></sheetData><dataV', `</row>${filledRows}</sheetData><dataV`),
  ])
  return zipOf(Object.fromEntries(parts))
}

it.each(TEMPLATES)(
  'generates $template.sheetName identical to the committed file',
  async ({ template, path }) => {
    expect(readFileSync(path).equals(await makeTemplate(template))).toBe(true)
  },
)

it('generates a payout template that reads as an empty sheet', async () => {
  expect(await readSheetFile(TEMPLATES[0].path)).toMatchObject({ refused: 'sheet-empty' })
})

it('shows an example that its own rules accept', () => {
  const texts = PAYOUT_TEMPLATE.columns.map(({ field, guide }) => [field, guide.example])
  // The file stays the same for years: the month is worked out where it is opened.
  for (const month of ['2026-11', '2050-01']) {
    const example = { rowNumber: 2, ...Object.fromEntries(texts), month } as RawRow
    expect(validateRowAlone(example, `${month}-15`)).toEqual([])
  }
  expect(JSON.stringify([PAYOUT_TEMPLATE, ADJUSTMENT_TEMPLATE])).not.toMatch(/20\d\d-\d\d/)
})

it('generates a payout template that reads back and validates once filled in', async () => {
  expect(await readSheetBytes(filledTemplate())).toEqual({ rows: rowsOf() })
  for (const row of rowsOf()) expect(validateRowAlone(row, '2026-11-15')).toEqual([])
})

it.skipIf(!existsSync('/usr/bin/soffice'))(
  'generates a payout template that reads the same after LibreOffice saved it',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'template-'))
    try {
      writeFileSync(join(folder, 'filled.xlsx'), filledTemplate())
      writeFileSync(join(folder, 'empty.xlsx'), await makeTemplate(PAYOUT_TEMPLATE))
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      const convert = (format: string, into: string, names: readonly string[]) =>
        execFileSync(
          'soffice',
          [
            ...['--headless', profile, '--convert-to', format, '--outdir', join(folder, into)],
            ...names.map((name) => join(folder, name)),
          ],
          { stdio: 'ignore', env: { ...process.env, TZ: 'Asia/Shanghai' } },
        )
      for (const format of ['xlsx', 'xls']) {
        convert(format, format, ['filled.xlsx', 'empty.xlsx'])
        expect(await readSheetFile(join(folder, format, `filled.${format}`))).toEqual({ rows: rowsOf() })
        expect(await readSheetFile(join(folder, format, `empty.${format}`))).toMatchObject({
          refused: 'sheet-empty',
        })
      }
      const before = shanghaiMonth(new Date())
      const secondSheet = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,2'
      convert(secondSheet, 'csv', ['empty.xlsx'])
      const guide = readFileSync(join(folder, 'csv', `empty-填写说明.csv`), 'utf8')
      expect([before, shanghaiMonth(new Date())]).toContain(/^所属月份,.*,(\S+)$/m.exec(guide)?.[1])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
