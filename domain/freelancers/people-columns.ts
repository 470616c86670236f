// The columns of a sheet of people to register (D26).

import { BANK_WORDS, CARD_WORDS, ID_WORDS, NAME_WORDS, PHONE_WORDS } from '../payouts/heading-words.ts'
import { type SheetPlan, sheetPlan } from '../payouts/sheet-columns.ts'

/** In the template's order. */
export const PEOPLE_SHEET: SheetPlan = sheetPlan({
  columns: [
    { field: 'name', title: '姓名', required: true, aliases: NAME_WORDS },
    { field: 'idCardNo', title: '身份证号', required: true, aliases: ID_WORDS },
    { field: 'phone', title: '手机号', required: true, aliases: PHONE_WORDS },
    { field: 'bank', title: '开户行', required: false, aliases: BANK_WORDS },
    { field: 'cardNo', title: '银行卡号', required: false, aliases: CARD_WORDS },
  ],
  fewHeadings: 2,
  identifying: ['name', 'idCardNo', 'phone'],
})
