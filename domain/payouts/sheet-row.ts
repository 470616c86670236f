// Validates one row of a payout sheet by itself (D15); what needs other rows or records is validated in sheet.ts.

import { addMonths, type Day, isMonth } from '../calendar/shanghai.ts'
import { isBankCardNo } from '../identity/bank-card.ts'
import { birthDay, isIdCardNo } from '../identity/id-card.ts'
import { isPersonName } from '../identity/person-name.ts'
import { isMobile } from '../identity/phone.ts'
import { ageAllowed } from '../limits/age-limit.ts'
import { type Fen, parseYuan } from '../money/fen.ts'

export type PayoutField = 'name' | 'idCardNo' | 'phone' | 'bank' | 'cardNo' | 'amount' | 'month' | 'remark'

/** Of any kind of sheet; `item` is what an adjustment is about. */
export type SheetField = PayoutField | 'item'

/** What each row must have in a cell of its own. */
export type OwnField = 'name' | 'idCardNo' | 'phone' | 'cardNo' | 'amount'

/** A row as the reader gives it: texts already normalised (full-width digits, spaces, lower-case x). */
export type RawRow = {
  readonly rowNumber: number
  readonly name: string
  readonly idCardNo: string
  readonly phone: string
  readonly bank: string
  readonly cardNo: string
  readonly amount: string
  readonly month: string
  readonly remark: string
  /** Only where the kind of sheet has it. */
  readonly item?: string
  /** Numbers of more than 15 digits that Excel has already cut. */
  readonly damaged?: readonly ('idCardNo' | 'cardNo')[]
  /** Blank because the cell is merged with one above, of which nobody can tell whose it is. */
  readonly merged?: readonly OwnField[]
  readonly hidden?: boolean
}

export type IdentityReason =
  | 'name-missing'
  | 'name-malformed'
  | 'id-damaged'
  | 'id-wrong'
  | 'age-outside'
  | 'phone-wrong'

export type RowReason =
  | IdentityReason
  | 'bank-missing'
  | 'card-damaged'
  | 'card-wrong'
  | 'amount-wrong'
  | 'month-wrong'
  | 'remark-too-long'
  | 'bank-too-long'
  | 'restricted'
  | 'limit-reached'
  | 'name-differs'
  | 'unsigned-blocked'
  | 'duplicate-row'
  | 'name-merged'
  | 'id-merged'
  | 'phone-merged'
  | 'card-merged'
  | 'amount-merged'

/** Which cell of the sheet a reason points at. */
export const REASON_FIELD: Readonly<Record<RowReason, SheetField>> = {
  'name-missing': 'name',
  'name-malformed': 'name',
  'id-damaged': 'idCardNo',
  'id-wrong': 'idCardNo',
  'age-outside': 'idCardNo',
  'phone-wrong': 'phone',
  'bank-missing': 'bank',
  'bank-too-long': 'bank',
  'card-damaged': 'cardNo',
  'card-wrong': 'cardNo',
  'amount-wrong': 'amount',
  'month-wrong': 'month',
  'remark-too-long': 'remark',
  restricted: 'idCardNo',
  'limit-reached': 'amount',
  'name-differs': 'name',
  'unsigned-blocked': 'name',
  'duplicate-row': 'amount',
  'name-merged': 'name',
  'id-merged': 'idCardNo',
  'phone-merged': 'phone',
  'card-merged': 'cardNo',
  'amount-merged': 'amount',
}

/** The largest single amount: a billion yuan would be a slip, whatever the limit says. */
const MAX_FEN: Fen = 99_999_999_999n
const MAX_REMARK_LENGTH = 100
const MAX_BANK_LENGTH = 60
const MONTHS_BACK = 12

export function validateRowAlone(row: RawRow, today: Day): RowReason[] {
  const reasons: RowReason[] = validatePersonIn(row, today)
  if (row.bank === '') reasons.push('bank-missing')
  else if (bankTooLong(row.bank)) reasons.push('bank-too-long')
  if (row.damaged?.includes('cardNo')) reasons.push('card-damaged')
  else if (!isBankCardNo(row.cardNo)) reasons.push('card-wrong')
  if (amountOf(row) === undefined) reasons.push('amount-wrong')
  if (!monthAllowed(row.month, today)) reasons.push('month-wrong')
  if ([...row.remark].length > MAX_REMARK_LENGTH) reasons.push('remark-too-long')
  return row.merged === undefined ? reasons : withMerged(reasons, row.merged)
}

const MERGED_REASON: Readonly<Record<OwnField, RowReason>> = {
  name: 'name-merged',
  idCardNo: 'id-merged',
  phone: 'phone-merged',
  cardNo: 'card-merged',
  amount: 'amount-merged',
}

/** Each merged cell has its own reason, whatever was said of it as a blank one. */
function withMerged(reasons: readonly RowReason[], merged: readonly OwnField[]): RowReason[] {
  const others = reasons.filter((reason) => !merged.some((field) => field === REASON_FIELD[reason]))
  return [...merged.map((field) => MERGED_REASON[field]), ...others]
}

export type PersonInRow = Pick<RawRow, 'name' | 'idCardNo' | 'phone' | 'damaged'>

/** Who someone is: name, ID number, age and phone. */
export function validatePersonIn(row: PersonInRow, today: Day): IdentityReason[] {
  const reasons: IdentityReason[] = []
  if (row.name === '') reasons.push('name-missing')
  else if (!isPersonName(row.name)) reasons.push('name-malformed')
  validateIdCard(row, today, reasons)
  if (!isMobile(row.phone)) reasons.push('phone-wrong')
  return reasons
}

export function bankTooLong(bank: string): boolean {
  return [...bank].length > MAX_BANK_LENGTH
}

function validateIdCard(row: PersonInRow, today: Day, reasons: IdentityReason[]): void {
  if (row.damaged?.includes('idCardNo')) {
    reasons.push('id-damaged')
    return
  }
  if (!isIdCardNo(row.idCardNo)) {
    reasons.push('id-wrong')
    return
  }
  const birth = birthDay(row.idCardNo)
  if (birth === undefined || !ageAllowed(birth, today)) reasons.push('age-outside')
}

/** Plain digits, more than zero. */
export function amountOf(row: Pick<RawRow, 'amount'>): Fen | undefined {
  const fen = parseYuan(row.amount)
  return fen !== undefined && fen > 0n && fen <= MAX_FEN ? fen : undefined
}

/** Not in the future, at most twelve months back. */
function monthAllowed(month: string, today: Day): boolean {
  const thisMonth = today.slice(0, 7)
  return isMonth(month) && month <= thisMonth && month >= addMonths(thisMonth, -MONTHS_BACK)
}
