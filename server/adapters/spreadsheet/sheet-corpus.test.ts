// A corpus of payout sheets as clerks send them, made by scripts/make-sheet-corpus.ts, with the truth beside it: read right, or rightly asked.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawRow, validateRowAlone } from '@paywages/domain/payouts/sheet-row.ts'
import { totalsThatDiffer } from '@paywages/wire/payouts/sheet-notes.ts'
import { describe, expect, it } from 'vitest'
import type { CorpusPerson, CorpusTruth } from '../../testing/corpus-sheet.ts'
import { CORPUS_WRITERS } from '../../testing/corpus-writers.ts'
import { ODD_SHEETS } from '../../testing/odd-sheets.ts'
import { CORPUS_SHEETS } from '../../testing/sheet-corpus.ts'
import { sheetTruths } from '../../testing/sheet-files.ts'
import { readSheetQuestion, readSummary } from '../../testing/sheet-reading.ts'
import { SheetRefused } from './sheet-refused.ts'

const FOLDER = join(import.meta.dirname, 'corpus')
const TRUTHS: Readonly<Record<string, CorpusTruth>> = JSON.parse(
  readFileSync(join(FOLDER, 'truth.json'), 'utf8'),
)
const DAY = '2026-11-17'

async function outcomeOf(bytes: Uint8Array, fileName: string, truth: CorpusTruth): Promise<unknown> {
  try {
    const { rows, summary } = await readSummary(bytes, fileName)
    if ('badRows' in truth)
      return { badRows: rows.filter((row) => validateRowAlone(row, DAY).length > 0).length }
    const people = rows.map(personOf)
    return totalsThatDiffer(summary.skipped).length > 0 ? { totalDiffers: people } : { rows: people }
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    if (error.code !== 'sheet-columns-unclear') return { refused: error.code }
    return 'titleMonth' in truth ? takeTitleMonth(bytes, fileName) : { asked: true }
  }
}

/** As a clerk does who finds the proposed columns right and takes the title's month. */
async function takeTitleMonth(bytes: Uint8Array, fileName: string): Promise<unknown> {
  const { sheetName, headingRow, columns, titleMonth } = await readSheetQuestion(bytes, fileName)
  if (titleMonth === null) return { asked: true }
  const fields = Object.fromEntries(columns.flatMap(({ field, column }) => (field ? [[field, column]] : [])))
  const chosen = { sheetName, headingRow, fields, amountIs: 'gross', month: titleMonth } as const
  const { rows } = await readSummary(bytes, fileName, chosen)
  return { titleMonth, rows: rows.map(personOf) }
}

function personOf({ name, idCardNo, phone, bank, cardNo, amount, month, remark }: RawRow): CorpusPerson {
  // 800.00 and 800 are one amount.
  return { name, idCardNo, phone, bank, cardNo, amount: String(Number(amount)), month, remark }
}

function plainTruth(truth: CorpusTruth): CorpusTruth {
  const plain = (people: readonly CorpusPerson[]) =>
    people.map((person) => personOf({ ...person, rowNumber: 0 }))
  if ('rows' in truth) return { ...truth, rows: plain(truth.rows) }
  return 'totalDiffers' in truth ? { totalDiffers: plain(truth.totalDiffers) } : truth
}

it('has at least 120 sheets, and made again would have these and no others', async () => {
  const truths = await sheetTruths()
  expect(Object.keys(truths).length).toBeGreaterThanOrEqual(120)
  expect(TRUTHS).toEqual(JSON.parse(JSON.stringify(truths)))
  expect(readdirSync(FOLDER).toSorted()).toEqual([...Object.keys(truths), 'truth.json'].toSorted())
})

it.each(Object.entries(TRUTHS))('reads the file %s', async (name, truth) => {
  const bytes = readFileSync(join(FOLDER, name))
  expect(await outcomeOf(bytes, name, truth)).toEqual(plainTruth(truth))
})

describe.each(Object.entries(CORPUS_WRITERS))('written by %s', (_, { ending, write }) => {
  it('reads every layout', async () => {
    for (const [name, { cells, truth }] of Object.entries(CORPUS_SHEETS)) {
      if (name in ODD_SHEETS) continue
      const outcome = await outcomeOf(await write(cells), `a.${ending}`, truth)
      expect({ name, outcome }).toEqual({ name, outcome: plainTruth(truth) })
    }
  })
})
