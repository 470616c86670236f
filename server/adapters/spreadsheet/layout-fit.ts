// Looks whether a remembered layout still fits: the first rows must hold what its columns were said to be.

import { isNoBank, isOfKind } from '@paywages/domain/payouts/column-content.ts'
import type { SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { SheetRefused } from './sheet-refused.ts'

/** Before the first rows are handed on. */
const LOOKED_AT = 50

const FORMS: Readonly<Partial<Record<SheetField, (text: string) => boolean>>> = {
  name: isNoBank,
  idCardNo: (text) => /^\d{17}[\dX]$|E\+/.test(text),
  phone: (text) => /^\d{11}$/.test(text),
  // A bank may go by any name, but not by a person's.
  bank: (text) => text !== '' && (isOfKind('bank', text) || !isOfKind('name', text)),
  cardNo: (text) => /^\d{12,19}$|E\+/.test(text),
  amount: (text) => /^-?\d/.test(text),
  month: (text) => /^\d{4}-\d{2}$/.test(text),
}

export class LayoutFit {
  #rows = 0
  #fits = new Map<SheetField, number>()

  add(texts: readonly string[], fields: readonly SheetField[]): void {
    if (this.#rows >= LOOKED_AT) return
    this.#rows += 1
    for (const [index, field] of fields.entries())
      if (FORMS[field]?.(texts[index] ?? '')) this.#fits.set(field, (this.#fits.get(field) ?? 0) + 1)
    if (this.#rows === LOOKED_AT) this.end()
  }

  /** Throws where fewer than half of the rows hold what a field should. */
  end(): void {
    for (const field of Object.keys(FORMS) as SheetField[])
      if ((this.#fits.get(field) ?? 0) * 2 < this.#rows)
        throw new SheetRefused(
          'sheet-columns-unclear',
          { sheet: '', columns: '' },
          `the layout's ${field} does not fit`,
        )
  }
}
