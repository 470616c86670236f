// The heading of a sheet as a person said which column is which.

import type { AmountUnit } from '@paywages/domain/payouts/amount-units.ts'
import { type AmountIs, otherUnit, unitAbove, unitInTitle } from '@paywages/domain/payouts/amount-words.ts'
import { type ImpliedMonth, mayMean } from '@paywages/domain/payouts/implied-months.ts'
import { yearColumnOf } from '@paywages/domain/payouts/month-parts.ts'
import { speakingColumns } from '@paywages/domain/payouts/row-says.ts'
import { headingText, titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import type { ColumnChoice } from '@paywages/domain/payouts/sheet-layout.ts'
import type { SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { type MonthSources, monthOfSheet, yearInTitles } from '@paywages/domain/payouts/title-month.ts'
import { type FoundHeading, type HeadingFinder, inYuan, unitOver } from './heading-finder.ts'
import { SheetRefused } from './sheet-refused.ts'

export type ChosenColumns = ColumnChoice & {
  readonly sheetName: string
  readonly headingRow: number
  /** Of the title, taken for every row. */
  readonly month?: string | undefined
  /** Of a column whose months leave their year open. */
  readonly months?: readonly ImpliedMonth[] | undefined
  /** Of amounts that are so many yuan. */
  readonly unit?: AmountUnit | undefined
}

export class ChosenHeading implements HeadingFinder {
  readonly titleRows: number[] = []
  #chosen: ChosenColumns
  #named: Omit<MonthSources, 'titles'>
  #cells = new Map<number, string>()
  #row: string[] = []
  readonly titles: string[] = []
  #unit: string | undefined
  #isOpen = true

  /** `named` is what else may tell the month: the name of the sheet, and what month it is. */
  constructor(chosen: ChosenColumns, named: Omit<MonthSources, 'titles'> = {}) {
    this.#chosen = chosen
    this.#named = named
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Where data begins in the first row. */
  get atOnce(): FoundHeading | undefined {
    return this.#chosen.headingRow === 0 ? this.#found() : undefined
  }

  text(column: number, value: string): void {
    this.#unit ??= unitAbove(value)
    if (value.trim() === '') return
    this.#cells.set(column, headingText(value))
    this.#row.push(value)
  }

  /** 单位：万元 hangs on the heading of the amounts. */
  comment(text: string): void {
    this.#unit ??= unitAbove(text)
  }

  number(): void {}

  endRow(rowNumber: number): FoundHeading | undefined {
    if (rowNumber < this.#chosen.headingRow) {
      if (this.#cells.size > 0) this.titleRows.push(rowNumber)
      this.#unit ??= unitOver([this.#cells], this.#chosen.fields.amount)
      if (this.#cells.size === 1) for (const text of this.#cells.values()) this.#unit ??= unitInTitle(text)
      this.titles.push(...this.#row.splice(0))
      this.#cells.clear()
      return undefined
    }
    if (rowNumber > this.#chosen.headingRow) throw this.failure()
    return this.#found()
  }

  failure(): SheetRefused {
    return new SheetRefused('sheet-no-header')
  }

  #found(): FoundHeading {
    this.#isOpen = false
    const { month, months = [], unit } = this.#chosen
    const heading = inYuan(headingOfChoice(this.#chosen, this.#cells), this.#unit, unit)
    const titles = this.titles
    const { thisMonth } = this.#named
    const meant = months.filter((said) => thisMonth !== undefined && mayMean(said, thisMonth))
    if (month === undefined)
      return {
        ...heading,
        titleYear: yearInTitles(titles),
        months: new Map(meant.map((said) => [said.text, said.month])),
      }
    // What was confirmed is what this file's title says, and no column says otherwise.
    if (heading.columns.has('month') || monthOfSheet({ ...this.#named, titles }) !== month)
      throw new SheetRefused('sheet-missing-columns', { columns: titlesOf(['month']) })
    return { ...heading, month }
  }
}

/** The columns that were chosen, with what is written over them. */
export function headingOfChoice(
  { fields, amountIs }: ColumnChoice,
  cells: ReadonlyMap<number, string>,
): FoundHeading & { readonly amountMeaning: AmountIs } {
  const columns = new Map(Object.entries(fields) as [SheetField, number][])
  const ours = new Set(columns.values())
  const texts = [...columns].flatMap(([field, column]) => {
    const text = cells.get(column)
    return text === undefined ? [] : [[field, text] as const]
  })
  const textOf = new Map(texts)
  return {
    columns,
    texts: textOf,
    missing: [],
    twice: [],
    doubts: [],
    pure: false,
    amountMeaning: amountIs,
    amountUnit: otherUnit(textOf.get('amount') ?? ''),
    others: [...cells].filter(([column]) => !ours.has(column)).map(([, text]) => text),
    isOurs: (column) => ours.has(column),
    isSettled: true,
    yearColumn: yearColumnOf(cells),
    speaking: speakingColumns(cells, (column) => ours.has(column)),
  }
}
