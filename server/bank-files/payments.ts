// The payments of a batch on their way into files: names and cards stay the bytes that they came as, so that a hundred thousand rows are no objects.

import { Buffer } from 'node:buffer'
import type { PaymentRow } from '@paywages/domain/bank-files/bank-format.ts'
import type { RowsToSplit } from '@paywages/domain/bank-files/split-files.ts'
import { writeWhole } from '../adapters/spreadsheet/xml-bytes.ts'

const FIRST_BYTES = 65_536
const FIRST_ROWS = 1_024

/** Whose texts are kept as bytes. */
export type LyingField = 'name' | 'cardNo'

export type AddedPayment = Pick<PaymentRow, 'rowNumber' | 'bankName' | 'amountFen'> & {
  readonly rowId: number
}

/** How references follow from row numbers, and those that do not, by their rows. */
export type References = {
  readonly before: string
  readonly after: string
  readonly given: ReadonlyMap<number, string>
}

/** So few bytes are copied sooner one by one than by a call; returns where they end. */
function put(bytes: Uint8Array, at: number, part: Uint8Array): number {
  for (let n = 0; n < part.length; n += 1) bytes[at + n] = part[n] as number
  return at + part.length
}

export class Payments implements RowsToSplit {
  /** Name and card of one payment after the other, as UTF-8. */
  texts: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  /** By the name of a payee's bank. */
  codeOf: (bankName: string) => string = () => ''
  readonly #references: References
  readonly #before: Buffer
  readonly #after: Buffer
  #at = 0
  /** Where each text ends; the first begins at 0. */
  readonly #ends: number[] = []
  readonly #rowIds: number[] = []
  readonly #rowNumbers: number[] = []
  readonly #banks: string[] = []
  #amounts = new BigInt64Array(FIRST_ROWS)

  constructor(references: References) {
    this.#references = references
    this.#before = Buffer.from(references.before)
    this.#after = Buffer.from(references.after)
  }

  get count(): number {
    return this.#rowIds.length
  }

  /** Copies the name, and then the card, of the payment that is added next. */
  take(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start
    if (this.#at + length > this.texts.length) {
      const larger = Buffer.allocUnsafeSlow((this.#at + length) * 2)
      larger.set(this.texts.subarray(0, this.#at))
      this.texts = larger
    }
    const { texts } = this
    for (let n = 0; n < length; n += 1) texts[this.#at + n] = bytes[start + n] as number
    this.#at += length
    this.#ends.push(this.#at)
  }

  add({ rowId, rowNumber, bankName, amountFen }: AddedPayment): void {
    const place = this.count
    if (place === this.#amounts.length) {
      const larger = new BigInt64Array(place * 2)
      larger.set(this.#amounts)
      this.#amounts = larger
    }
    this.#rowIds.push(rowId)
    this.#rowNumbers.push(rowNumber)
    this.#banks.push(bankName)
    this.#amounts[place] = amountFen
  }

  rowIdAt(place: number): number {
    return this.#rowIds[place] as number
  }

  rowNumberAt(place: number): number {
    return this.#rowNumbers[place] as number
  }

  bankNameAt(place: number): string {
    return this.#banks[place] as string
  }

  bankNames(): readonly string[] {
    return this.#banks
  }

  amountFenAt(place: number): bigint {
    return this.#amounts[place] as bigint
  }

  referenceAt(place: number): string {
    const { before, after, given } = this.#references
    return given.get(this.rowIdAt(place)) ?? `${before}${this.rowNumberAt(place)}${after}`
  }

  /** At the beginning of these bytes; returns where it ends. */
  writeReference(bytes: Buffer, place: number): number {
    const given = this.#references.given.get(this.rowIdAt(place))
    if (given !== undefined) return bytes.write(given)
    const at = writeWhole(bytes, put(bytes, 0, this.#before), this.rowNumberAt(place))
    return put(bytes, at, this.#after)
  }

  /** Within `texts`. */
  startOf(place: number, field: LyingField): number {
    return place === 0 && field === 'name'
      ? 0
      : (this.#ends[place * 2 - (field === 'name' ? 1 : 0)] as number)
  }

  endOf(place: number, field: LyingField): number {
    return this.#ends[place * 2 + (field === 'name' ? 0 : 1)] as number
  }

  textAt(place: number, field: LyingField): string {
    return this.texts.toString('utf8', this.startOf(place, field), this.endOf(place, field))
  }

  /** As an object, for formats that are texts. */
  rowAt(place: number): PaymentRow {
    const bankName = this.bankNameAt(place)
    return {
      rowNumber: this.rowNumberAt(place),
      reference: this.referenceAt(place),
      cardNo: this.textAt(place, 'cardNo'),
      name: this.textAt(place, 'name'),
      bankName,
      cnaps: this.codeOf(bankName),
      amountFen: this.amountFenAt(place),
    }
  }
}

/** Of rows at hand; each bank has one code among them. */
export function paymentsOfRows(rows: readonly PaymentRow[]): Payments {
  const given = new Map(rows.map(({ reference }, rowId) => [rowId, reference]))
  const payments = new Payments({ before: '', after: '', given })
  const codes = new Map(rows.map(({ bankName, cnaps }) => [bankName, cnaps]))
  payments.codeOf = (bankName) => codes.get(bankName) ?? ''
  for (const [rowId, row] of rows.entries()) {
    for (const text of [row.name, row.cardNo]) {
      const bytes = Buffer.from(text)
      payments.take(bytes, 0, bytes.length)
    }
    payments.add({ ...row, rowId })
  }
  return payments
}
