// Payout sheets for tests: people who pass every rule and belong to nobody, and their rows as an .xlsx.

import { buffer } from 'node:stream/consumers'
import { PEOPLE_SHEET } from '@paywages/domain/freelancers/people-columns.ts'
import { passesLuhn } from '@paywages/domain/identity/bank-card.ts'
import { idCardCheckCharacter } from '@paywages/domain/identity/id-card.ts'
import { PAYOUT_SHEET, type SheetPlan } from '@paywages/domain/payouts/sheet-columns.ts'
import type { PayoutField, RawRow, SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { ADJUSTMENT_SHEET } from '@paywages/domain/tax/adjustments/adjustment-columns.ts'
import { type Cell, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'

export type SheetRow = Readonly<Record<PayoutField, string>>

let people = 0

/** Someone nobody has seen before, with a small amount in the month of the tests' clock. */
export function freshRow(over: Partial<SheetRow> = {}): SheetRow {
  const { n, serial, cardNo } = nextPerson()
  return {
    name: `${CHARACTERS[n % 20]}${CHARACTERS[Math.floor(n / 20) % 20]}${CHARACTERS[Math.floor(n / 400) % 20]}`,
    idCardNo: idCardBorn(new Date(Date.UTC(1970, 0, 1 + (n % 10_000))), Math.floor(n / 10_000)),
    phone: `139${serial}`,
    bank: '中国工商银行',
    cardNo,
    amount: '100',
    month: '2026-03',
    remark: '',
    ...over,
  }
}

/** Passes over those whose card would make the bank of the tests misbehave (D24): only a test that asks for it gets that. */
function nextPerson(): { n: number; serial: string; cardNo: string } {
  for (;;) {
    people += 1
    const serial = String(people).padStart(8, '0')
    const cardNo = cardFrom(`6222021202${serial}`)
    if (!/000[1-8]$/.test(cardNo)) return { n: people, serial, cardNo }
  }
}

export function freshRows(count: number, over: Partial<SheetRow> = {}): SheetRow[] {
  return Array.from({ length: count }, () => freshRow(over))
}

const CHARACTERS = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗']

/** A valid ID number of someone born on that day. */
export function idCardBorn(day: Date, sequence = 0): string {
  const first17 = `330102${day.toISOString().slice(0, 10).replaceAll('-', '')}${String(sequence).padStart(3, '0')}`
  return first17 + idCardCheckCharacter(first17)
}

/** These digits and the one behind them that passes Luhn. */
export function cardFrom(digits: string): string {
  const card = Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find(passesLuhn)
  if (card === undefined) throw new Error('one of ten digits always passes')
  return card
}

/** The same rows always give the same bytes. */
export function payoutSheet(rows: readonly SheetRow[]): Promise<Buffer> {
  return sheetOf(PAYOUT_SHEET, rows, '发放表')
}

/** The same people as a sheet to register them by. */
export function peopleSheet(rows: readonly Partial<SheetRow>[]): Promise<Buffer> {
  return sheetOf(PEOPLE_SHEET, rows, '人员')
}

/** Rows of adjustments, by the fields of their sheet. */
export function adjustmentSheet(rows: readonly Partial<Record<SheetField, string>>[]): Promise<Buffer> {
  return sheetOf(ADJUSTMENT_SHEET, rows, '税前调整')
}

function sheetOf(
  plan: SheetPlan,
  rows: readonly Partial<Record<SheetField, string>>[],
  sheetName: string,
): Promise<Buffer> {
  const columns = plan.columns.map(({ title }) => ({ title, kind: 'text' as const }))
  const cells = rows.map((row) => plan.columns.map(({ field }): Cell => ({ text: row[field] ?? '' })))
  return buffer(writeXlsx(cells, { sheetName, columns }))
}

/** As the reader would give them: the heading is row 1. */
export function rawRows(rows: readonly SheetRow[]): RawRow[] {
  return rows.map((row, index) => ({ ...row, rowNumber: index + 2 }))
}
