// What the content of a column says it is: ID numbers by their checksum, phones, cards, amounts, months, names, banks.

import { isMonth } from '../calendar/shanghai.ts'
import { isBankCardNo } from '../identity/bank-card.ts'
import { isIdCardNo } from '../identity/id-card.ts'
import { isPersonName } from '../identity/person-name.ts'
import { isMobile } from '../identity/phone.ts'
import { type CellValue, readCell } from './cell-text.ts'
import type { PayoutField } from './sheet-row.ts'

export type ContentKind = Exclude<PayoutField, 'remark'>

const NAME = /^(?:\p{Script=Han}{2,4}|\p{Script=Han}{1,10}(?:·\p{Script=Han}{1,10})+)$/u
const BANK =
  /银行|信用社|信用联社|农商|农信|村镇|[支分]行|营业部|储蓄所|^(?:工|农|中|建|交|招|邮储|浦发|民生|光大|平安|兴业|中信|广发|华夏)行|^(?:工商|农业|建设|交通|招商|邮政|邮储|浦发|民生|光大|平安|兴业|中信|广发|华夏|网商|微众)$|^(?:icbc|abc|boc|ccb|bocom|cmb|psbc|spdb|cmbc|ceb|pab|cib|citic|cgb|hxb)\b|bank/i
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/

const TESTS: Readonly<Record<ContentKind, (text: string) => boolean>> = {
  idCardNo: isIdCardNo,
  phone: isMobile,
  // An ID number without its X has the length of a card, and a card may look like one only by chance.
  cardNo: (text) => isBankCardNo(text) && !isIdCardNo(text),
  month: isMonth,
  amount: (text) => AMOUNT.test(text) && Number(text) > 0,
  bank: (text) => BANK.test(text),
  name: (text) => NAME.test(text) && !BANK.test(text),
}

/** Whether a text is what a column of that kind holds. */
export function isOfKind(kind: ContentKind, text: string): boolean {
  return TESTS[kind](text)
}

/** A person's name and no bank's; in Latin letters too. */
export function isNoBank(text: string): boolean {
  return isPersonName(text) && !BANK.test(text)
}

const MAX_BARE_LENGTH = 16
const MAX_BARE_TEXTS = 40
const MAY_BE_MONTH = /^\d{1,4}$|月|^\d\d[-/.]\d|^[a-z]{3}/i

const KINDS = Object.keys(TESTS) as ContentKind[]
const MAX_SAMPLES = 3
/** Of a column's cells, so many must fit before its kind is proposed. */
const MIN_SHARE = 0.8

/** Gathers what a column holds, in a few counts and the first values. */
export class ColumnContent {
  readonly samples: string[] = []
  filled = 0
  #fits: Record<ContentKind, number> = {
    idCardNo: 0,
    phone: 0,
    cardNo: 0,
    month: 0,
    amount: 0,
    bank: 0,
    name: 0,
  }
  #sumFen = 0
  /** Texts of no month that could be one without its year. */
  #bare = new Set<string>()
  #bareCells = 0
  #next = 1
  #isSequence = true
  #first: string | undefined
  #isOneText = true

  add(value: CellValue): void {
    const shown = readCell('remark', value)
    if (shown === '') return
    this.filled += 1
    if (this.samples.length < MAX_SAMPLES) this.samples.push(shown)
    this.#isSequence = this.#isSequence && Number(shown) === this.#next
    this.#first ??= shown
    this.#isOneText = this.#isOneText && shown === this.#first
    this.#next += 1
    for (const kind of KINDS) {
      const text = readCell(kind, value)
      if (!TESTS[kind](text)) {
        if (kind === 'month') this.#takeBare(text)
        continue
      }
      this.#fits[kind] += 1
      if (kind === 'amount') this.#sumFen += Math.round(Number(text) * 100)
    }
  }

  #takeBare(text: string): void {
    if (text.length > MAX_BARE_LENGTH || !MAY_BE_MONTH.test(text)) return
    this.#bareCells += 1
    if (this.#bare.size < MAX_BARE_TEXTS) this.#bare.add(text)
  }

  /** Of a column that holds months, those that leave their year open. */
  get bareMonths(): readonly string[] {
    const isOfMonths = this.#bareCells + this.#fits.month >= this.filled * MIN_SHARE
    return isOfMonths ? [...this.#bare] : []
  }

  /** 1, 2, 3 … down the column: numbers of lines. */
  get isSequence(): boolean {
    return this.#isSequence && this.filled > 0
  }

  get sumFen(): number {
    return this.#sumFen
  }

  shareOf(kind: ContentKind): number {
    return this.filled === 0 ? 0 : this.#fits[kind] / this.filled
  }

  /** The same two to four characters for everybody, such as 辛苦了, are nobody's name. */
  get #isOneWord(): boolean {
    return this.#isOneText && this.filled > 1
  }

  /** The kind that most of its cells have; the strictest test speaks first. */
  get kind(): ContentKind | undefined {
    if (this.isSequence) return undefined
    return KINDS.find((kind) => this.shareOf(kind) >= MIN_SHARE && !(kind === 'name' && this.#isOneWord))
  }
}
