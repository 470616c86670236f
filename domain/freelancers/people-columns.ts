// The columns of a sheet of people to register (D26).

import { type SheetPlan, sheetPlan } from '../payouts/sheet-columns.ts'

/** In the template's order. */
export const PEOPLE_SHEET: SheetPlan = sheetPlan({
  columns: [
    { field: 'name', title: '姓名', required: true, aliases: ['真实姓名', '人员姓名'] },
    {
      field: 'idCardNo',
      title: '身份证号',
      required: true,
      aliases: ['身份证', '身份证号码', '证件号', '证件号码'],
    },
    {
      field: 'phone',
      title: '手机号',
      required: true,
      aliases: ['手机', '手机号码', '电话', '联系电话', '联系方式'],
    },
    { field: 'bank', title: '开户行', required: false, aliases: ['开户银行'] },
    { field: 'cardNo', title: '银行卡号', required: false, aliases: ['银行卡', '银行账号'] },
  ],
  fewHeadings: 2,
  identifying: ['name', 'idCardNo', 'phone'],
})
