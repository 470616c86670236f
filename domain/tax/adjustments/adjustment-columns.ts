// The columns of a sheet of adjustments.

import { type SheetPlan, sheetPlan } from '../../payouts/sheet-columns.ts'

/** In the template's order. */
export const ADJUSTMENT_SHEET: SheetPlan = sheetPlan({
  columns: [
    { field: 'name', title: '姓名', required: true, aliases: ['真实姓名', '人员姓名'] },
    {
      field: 'idCardNo',
      title: '证件号码',
      required: true,
      aliases: ['身份证号', '身份证', '身份证号码', '证件号'],
    },
    { field: 'month', title: '月份', required: true, aliases: ['所属月份', '税款所属期', '所属期'] },
    { field: 'item', title: '项目', required: true, aliases: ['调整项目'] },
    { field: 'amount', title: '金额', required: true },
    { field: 'remark', title: '原因', required: true, aliases: ['调整原因'] },
  ],
  fewHeadings: 3,
  identifying: ['name', 'idCardNo', 'item', 'amount'],
})
