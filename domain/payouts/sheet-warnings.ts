// What does not block a row but deserves a look: approvers see, count and filter these.

import { passesLuhn } from '../identity/bank-card.ts'
import type { Fen } from '../money/fen.ts'
import type { PersonFacts } from './person-facts.ts'
import type { RawRow } from './sheet-row.ts'

export const WARNING_KINDS = [
  'likely-duplicate',
  'card-changed',
  'card-shared',
  'amount-unusual',
  'first-payment',
  'bank-differs',
  'card-luhn',
  'unsigned',
  'hidden-row',
  'ids-consecutive',
  'card-failed',
] as const
export type WarningKind = (typeof WARNING_KINDS)[number]

/** Kept beside the others, as it is looked at again at each step: other companies of the platform pay meanwhile. */
export const VAT_WARNING = 'vat-threshold'
export const SHOWN_WARNINGS = [...WARNING_KINDS, VAT_WARNING] as const
export type ShownWarning = (typeof SHOWN_WARNINGS)[number]

/** `about` is the other batch's number, the card's bank, the usual amount in fen, or the first row of those with consecutive IDs, by kind. */
export type RowWarning = { readonly kind: WarningKind; readonly about?: string }

export type WarnedRow = {
  readonly row: RawRow
  readonly amountFen: Fen | undefined
  readonly cardKey: () => string
  readonly person: PersonFacts | undefined
  readonly isCardShared: boolean
  readonly bankOfCard: (cardNo: string) => string | undefined
}

/** Three payments make a habit; five times or a fifth of it is far from usual. */
const HABIT = 3
const FAR = 5n

export function warningsFor({
  row,
  amountFen = 0n,
  cardKey,
  person,
  isCardShared,
  bankOfCard,
}: WarnedRow): RowWarning[] {
  const warnings: RowWarning[] = []
  const duplicate = person?.sameElsewhere.find(
    (other) => other.amountFen === amountFen && other.month === row.month,
  )
  if (duplicate) warnings.push({ kind: 'likely-duplicate', about: duplicate.batchNo })
  if (person?.lastPaidCardKey !== undefined && person.lastPaidCardKey !== cardKey())
    warnings.push({ kind: 'card-changed' })
  if (isCardShared) warnings.push({ kind: 'card-shared' })
  if (person?.usualFen !== undefined && person.paidCount >= HABIT && isFar(amountFen, person.usualFen)) {
    warnings.push({ kind: 'amount-unusual', about: String(person.usualFen) })
  }
  if (!person || person.paidCount === 0) warnings.push({ kind: 'first-payment' })
  const bank = bankOfCard(row.cardNo)
  if (bank !== undefined && !sameBank(row.bank, bank)) warnings.push({ kind: 'bank-differs', about: bank })
  if (!passesLuhn(row.cardNo)) warnings.push({ kind: 'card-luhn' })
  if (!person?.signed) warnings.push({ kind: 'unsigned' })
  if (row.hidden) warnings.push({ kind: 'hidden-row' })
  if (person?.failedCardKeys.includes(cardKey())) warnings.push({ kind: 'card-failed' })
  return warnings
}

function isFar(amountFen: Fen, usualFen: Fen): boolean {
  return amountFen > usualFen * FAR || amountFen * FAR < usualFen
}

/** 招商银行杭州分行 is 招商银行; 工行 is 中国工商银行. */
function sameBank(typed: string, bank: string): boolean {
  const core = bankCore(bank)
  const typedCore = bankCore(typed)
  return typedCore.includes(core) || core.includes(typedCore) || shortName(bank) === shortName(typed)
}

function bankCore(bank: string): string {
  return bank
    .replace(/^中国/, '')
    .replace(/(股份)?有限公司/, '')
    .replace(/银行.*$/, '银行')
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  工商银行: '工行',
  农业银行: '农行',
  建设银行: '建行',
  交通银行: '交行',
  招商银行: '招行',
  中国银行: '中行',
  银行: '中行',
  邮政储蓄银行: '邮储',
}

function shortName(bank: string): string {
  const core = bankCore(bank)
  return SHORT_NAMES[core] ?? core.slice(0, 2)
}
