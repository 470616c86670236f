// Four invented people as a payout sheet holds them; all sample sheets pay these.

import { idCardCheckCharacter } from '@paywages/domain/identity/id-card.ts'
import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'

export const SHEET_TITLES: readonly string[] = SHEET_COLUMNS.map(({ title }) => title)

type Person = Omit<RawRow, 'rowNumber'>

const withCheckCharacter = (first17: string): string => first17 + idCardCheckCharacter(first17)

export const SHEET_PEOPLE: readonly Person[] = [
  {
    name: '王小明',
    idCardNo: withCheckCharacter('33010219900307121'),
    phone: '13912342001',
    bank: '中国工商银行',
    cardNo: '6222020001111222233',
    amount: '1234.5',
    month: '2026-11',
    remark: '第一周',
  },
  {
    name: '李芳',
    idCardNo: '11010519891231001X',
    phone: '13800006172',
    bank: '招商银行',
    cardNo: '6225880123456789',
    amount: '800',
    month: '2026-11',
    remark: '',
  },
  {
    name: '阿卜杜拉·买买提',
    idCardNo: withCheckCharacter('65010119850101456'),
    phone: '15900001111',
    bank: '中国建设银行',
    cardNo: '621700001234567890',
    amount: '0.01',
    month: '2026-10',
    remark: '补发 & <上月>',
  },
  {
    name: '欧阳𠮷',
    idCardNo: withCheckCharacter('44030619991130789'),
    phone: '18600002222',
    bank: '中国农业银行（深圳分行）',
    cardNo: '622848000123456',
    amount: '91999.99',
    month: '2026-11',
    remark: '',
  },
]

/** The eight texts of a person in the template's order. */
export function textsOf(person: Person): string[] {
  const { name, idCardNo, phone, bank, cardNo, amount, month, remark } = person
  return [name, idCardNo, phone, bank, cardNo, amount, month, remark]
}

/** The rows that reading should give, the first on `firstRow`. */
export function rowsOf(people: readonly Person[] = SHEET_PEOPLE, firstRow = 2): RawRow[] {
  return people.map((person, index) => ({ rowNumber: firstRow + index, ...person }))
}
