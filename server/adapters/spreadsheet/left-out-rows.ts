// The rows of a sheet that pay nobody, left out and told: titles, repeated headings, totals held against the rows above, notes (D13).

import { type AmountUnit, amountUnit } from '@paywages/domain/payouts/amount-units.ts'
import { noteAgainst } from '@paywages/domain/payouts/note-says.ts'
import {
  feeOfRow,
  isNote,
  isSectionTitle,
  kindOfRow,
  RunningSums,
  type SkippedRow,
  sumInWords,
} from '@paywages/domain/payouts/other-rows.ts'
import { sectionAgainst, tabAgainst, titleAgainst, unitInNote } from '@paywages/domain/payouts/row-says.ts'
import type { SheetPlan } from '@paywages/domain/payouts/sheet-columns.ts'
import { AMOUNT, hasPhone, isRepeatedHeading, NAME } from './row-cells.ts'
import type { SheetCell } from './row-sink.ts'
import { SheetRefused } from './sheet-refused.ts'

/** A sheet with more of them tells of the first. */
const MAX_SKIPPED = 500

/** A row by its fields, as cells and as texts, with the texts of columns that are not ours. */
export type ReadRow = {
  readonly rowNumber: number
  readonly cells: readonly (SheetCell | undefined)[]
  readonly texts: readonly string[]
  readonly labels: readonly string[]
}

export class LeftOutRows {
  readonly skipped: SkippedRow[] = []
  #titles: readonly string[] = []
  #plan: SheetPlan
  #sums = new RunningSums()
  #paid = 0
  /** A total above all rows: its place among those left out, and what it says. */
  #above: { readonly at: number; readonly amount: string } | undefined

  constructor(plan: SheetPlan) {
    this.#plan = plan
  }

  #tableAgainst: string | undefined
  #tabAgainst: string | undefined
  /** The unit that a person has confirmed, and whether a note names it. */
  unit: AmountUnit | undefined
  isUnitTold = false
  #sectionAgainst: string | undefined

  /** What the title of the table or the one over the rows that follow says against paying them. */
  get sectionAgainst(): string | undefined {
    return this.#sectionAgainst ?? this.#tableAgainst ?? this.#tabAgainst
  }

  /** The name of the sheet; separated text has none. */
  set tab(name: string) {
    if (this.#plan.asks === true) this.#tabAgainst = tabAgainst(name)
  }

  /** The texts above the heading, which pages repeat; one may say that the table pays nobody. */
  set titles(titles: readonly string[]) {
    this.#titles = titles
    if (this.#plan.asks !== true) return
    if (titles.some(noteAgainst)) throw new SheetRefused('sheet-note-against')
    this.#tableAgainst = titles.map(titleAgainst).find((against) => against !== undefined)
  }

  skip(row: SkippedRow): void {
    if (this.skipped.length < MAX_SKIPPED) this.skipped.push(row)
  }

  /** Of a row that pays somebody. */
  addPaid(amount: string): void {
    this.#paid += 1
    this.#sums.add(amount)
  }

  /** Behind the last row. */
  end(): void {
    const row = this.#above && this.skipped[this.#above.at]
    const total = row && this.#sums.whole(this.#above?.amount ?? '')
    if (this.#above && row && total) this.skipped[this.#above.at] = { ...row, total }
  }

  /** Of a row that names nobody: whether it is no payout at all, and is left out. */
  take(row: ReadRow): boolean {
    if (!this.#isLeftOut(row)) return false
    const notes = [...row.labels, ...row.texts]
    if (this.#paid > 0 && notes.some(noteAgainst))
      throw new SheetRefused('sheet-note-against', { row: row.rowNumber })
    const unit = unitInNote(notes)
    if (unit === undefined) return true
    if (this.unit === undefined || amountUnit(unit) !== this.unit)
      throw new SheetRefused('sheet-amount-unit', { unit })
    this.isUnitTold = true
    return true
  }

  #isLeftOut(row: ReadRow): boolean {
    const { rowNumber, cells, texts, labels } = row
    if (isRepeatedHeading(cells, this.#plan, rowNumber)) {
      this.skip({ rowNumber, kind: 'heading', label: '' })
      return true
    }
    if (hasPhone(texts)) return false
    const amount = texts[AMOUNT] as string
    const hasAmount = amount !== '' && !Number.isNaN(Number(amount))
    const sum = amount === '' ? sumInWords([...labels, ...texts]) : amount
    const said = kindOfRow([...labels, ...texts.filter((_, index) => index !== AMOUNT)], hasAmount)
    if (said?.kind === 'footer') {
      if (hasAmount) return false
      this.skip({ rowNumber, ...said })
      // 附：9月已发放明细 stands over rows as any other title does.
      this.#sectionAgainst = aloneIn(row, sectionAgainst) ?? this.#sectionAgainst
      return true
    }
    if (hasAmount && this.#paid > 0 && this.#isOfFees(row, said?.label ?? '')) return true
    if (said?.kind === 'total' && this.#paid === 0 && this.#above === undefined) {
      this.#above = { at: this.skipped.length, amount: sum }
      this.skip({ rowNumber, ...said })
      return true
    }
    if (said !== undefined) {
      const total = this.#sums.close(said.kind, sum)
      this.skip({ rowNumber, ...said, ...(total && { total }) })
      return true
    }
    return this.#isNote(row) || this.#isBareSum(row)
  }

  /** Fees below the people, and the total that holds both. */
  #isOfFees({ rowNumber, texts, labels }: ReadRow, said: string): boolean {
    const amount = texts[AMOUNT] as string
    const fee = feeOfRow([...labels, ...texts])
    if (fee !== undefined) this.#sums.addFee(amount)
    else if (!this.#sums.isWithFees(amount)) return false
    this.skip({ rowNumber, kind: 'footer', label: fee ?? said })
    return true
  }

  /** Nothing but a title over the rows below, or a note. */
  #isNote({ rowNumber, labels, texts: own }: ReadRow): boolean {
    const texts = [...labels, ...own].filter((text) => text !== '')
    const [only, another] = texts
    const isAlone = only !== undefined && another === undefined
    const isTitle = isAlone && (isSectionTitle(only) || this.#titles.includes(only))
    const isOurs = own.some((text) => text !== '')
    const against = isAlone ? sectionAgainst(only) : undefined
    if (!isTitle && !(isOurs && isNote(texts, own[NAME])) && against === undefined) return false
    this.skip({ rowNumber, kind: isTitle ? 'title' : 'footer', label: '' })
    if (isTitle || against !== undefined) this.#sectionAgainst = against ?? titleAgainst(only ?? '')
    return true
  }

  /** Nothing but an amount that is the sum of those above. */
  #isBareSum({ rowNumber, texts }: ReadRow): boolean {
    const amount = texts[AMOUNT] as string
    const isAlone = amount !== '' && texts.every((text, index) => index === AMOUNT || text === '')
    if (!isAlone || this.#paid === 0 || Math.round(Number(amount) * 100) !== this.#sums.all) return false
    const total = this.#sums.close('total', amount)
    this.skip({ rowNumber, kind: 'total', label: '', ...(total && { total }) })
    return true
  }
}

function aloneIn<T>({ labels, texts }: ReadRow, tell: (text: string) => T | undefined): T | undefined {
  const [only, another] = [...labels, ...texts].filter((text) => text !== '')
  return only === undefined || another !== undefined ? undefined : tell(only)
}
