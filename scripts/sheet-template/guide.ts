// What the templates say to people about each column, and the rules that their cells check (D13, D15).

import { limitMegabytes } from '@paywages/domain/files/file-kind.ts'
import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import type { PayoutField, SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { ADJUSTMENT_SHEET } from '@paywages/domain/tax/adjustments/adjustment-columns.ts'
import { ADJUSTMENT_ITEMS } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'

export type ColumnGuide = {
  readonly width: number
  /** Words, or what Excel works them out from: the file is the same for years, and a month in it would grow too old. */
  readonly example: string | { readonly formula: string }
  readonly rule: string
  /** The cell's check as Excel knows it; the prompt stands beside the chosen cell. */
  readonly check: { readonly attributes: string; readonly formulas: readonly string[] }
  readonly prompt: string
  readonly error: string
}

export type Template = {
  readonly sheetName: string
  readonly columns: readonly {
    readonly field: SheetField
    readonly title: string
    readonly required: boolean
    readonly guide: ColumnGuide
  }[]
  readonly guideTitle: string
  readonly notes: readonly string[]
}

const length = (operator: string): string => `type="textLength" operator="${operator}"`

const COLUMN_GUIDES: Readonly<Record<PayoutField, ColumnGuide>> = {
  name: {
    width: 14,
    example: '张三',
    rule: '2 至 30 个字，须与身份证和银行卡户名一致',
    check: { attributes: length('between'), formulas: ['2', '30'] },
    prompt: '2 至 30 个字，与身份证一致',
    error: '姓名须为 2 至 30 个字',
  },
  idCardNo: {
    width: 24,
    example: '11010520000101018X',
    rule: '18 位，末位可为 X；单元格须为文本格式，否则 Excel 会丢失末尾数字；年龄须在 18 至 60 周岁之间',
    check: { attributes: length('equal'), formulas: ['18'] },
    prompt: '18 位，文本格式',
    error: '身份证号须为 18 位',
  },
  phone: {
    width: 16,
    example: '13800000000',
    rule: '11 位手机号',
    check: { attributes: length('equal'), formulas: ['11'] },
    prompt: '11 位手机号',
    error: '手机号须为 11 位',
  },
  bank: {
    width: 24,
    example: '中国工商银行',
    rule: '银行卡的开户银行，最多 60 个字',
    check: { attributes: length('between'), formulas: ['1', '60'] },
    prompt: '银行卡的开户银行',
    error: '开户行最多 60 个字',
  },
  cardNo: {
    width: 26,
    example: '6222020000000000000',
    rule: '12 至 19 位数字；单元格须为文本格式，否则 Excel 会丢失末尾数字',
    check: { attributes: length('between'), formulas: ['12', '19'] },
    prompt: '12 至 19 位数字，文本格式',
    error: '银行卡号须为 12 至 19 位',
  },
  amount: {
    width: 14,
    example: '1234.50',
    rule: '税前金额（元），大于 0，最多两位小数，不带千分位逗号和货币符号',
    check: { attributes: 'type="decimal" operator="greaterThan"', formulas: ['0'] },
    prompt: '大于 0，最多两位小数',
    error: '金额须为大于 0 的数字',
  },
  month: {
    width: 14,
    example: { formula: 'YEAR(TODAY())&"-"&RIGHT("0"&MONTH(TODAY()),2)' },
    rule: '费用所属月份，四位年份、短横线、两位月份；不晚于当月，最早可为 12 个月前',
    check: {
      attributes: 'type="custom"',
      formulas: ['AND(LEN(G2)=7,MID(G2,5,1)="-",ISNUMBER(VALUE(LEFT(G2,4))),ISNUMBER(VALUE(RIGHT(G2,2))))'],
    },
    prompt: '年-月，如「填写说明」中的示例',
    error: '所属月份请按「年-月」填写：四位年份、短横线、两位月份',
  },
  remark: {
    width: 28,
    example: '第一周',
    rule: '选填，最多 100 个字',
    check: { attributes: length('lessThanOrEqual'), formulas: ['100'] },
    prompt: '选填，最多 100 个字',
    error: '备注最多 100 个字',
  },
}

export const GUIDE_SHEET = '填写说明'
export const GUIDE_HEADINGS = ['列名', '是否必填', '填写要求', '示例'] as const
export const REQUIRED_WORDS = { yes: '必填', no: '选填' } as const

const COPYING = '从其他表格复制时，请使用「选择性粘贴 - 数值」，以保留单元格的文本格式。'

export const PAYOUT_TEMPLATE: Template = {
  sheetName: '发放表',
  columns: SHEET_COLUMNS.map((column) => ({ ...column, guide: COLUMN_GUIDES[column.field] })),
  guideTitle: '发放表填写说明',
  notes: [
    '1. 只读取第一张工作表「发放表」；请勿在其他工作表中填写发放数据。',
    '2. 表头名称请勿修改，各列顺序不限；一人一行，请勿合并单元格，请勿填写合计行。',
    '3. 隐藏行和筛选掉的行同样会被读取和发放，上传前请检查。',
    `4. ${COPYING}`,
    `5. 支持 .xlsx 和 .xls，不超过 ${limitMegabytes('payout-sheet')} MB、100,000 行；请勿设置密码，请勿包含宏。`,
    '6. 任意一行有误则整份表不入库，系统会逐行说明原因，改好后整份重新上传。',
  ],
}

const PEOPLE_FIELDS: ReadonlySet<SheetField> = new Set(['name', 'idCardNo', 'phone'])

/** People to register and invite: whom they are, and where they are reached (D26). */
export const PEOPLE_TEMPLATE: Template = {
  sheetName: '人员表',
  columns: SHEET_COLUMNS.filter(({ field }) => PEOPLE_FIELDS.has(field)).map((column) => ({
    ...column,
    guide:
      column.field === 'name'
        ? { ...COLUMN_GUIDES.name, rule: '2 至 30 个字，须与身份证一致' }
        : COLUMN_GUIDES[column.field],
  })),
  guideTitle: '人员表填写说明',
  notes: [
    '1. 只读取第一张工作表「人员表」；请勿在其他工作表中填写人员。',
    '2. 表头名称请勿修改，各列顺序不限；一人一行，请勿合并单元格。',
    '3. 隐藏行和筛选掉的行同样会被读取和登记，上传前请检查。',
    `4. ${COPYING}`,
    `5. 支持 .xlsx 和 .xls，不超过 ${limitMegabytes('payout-sheet')} MB；请勿设置密码，请勿包含宏。`,
    '6. 任意一行有误则不登记任何人，系统会逐行说明原因，改好后整份重新导入。',
  ],
}

const ITEMS = ADJUSTMENT_ITEMS.map((item) => ITEM_WORDS[item])

const ADJUSTMENT_GUIDES: Readonly<Partial<Record<SheetField, ColumnGuide>>> = {
  name: { ...COLUMN_GUIDES.name, rule: '2 至 30 个字，须与人员名单一致' },
  idCardNo: {
    ...COLUMN_GUIDES.idCardNo,
    rule: '18 位居民身份证号，末位可为 X；单元格须为文本格式，否则 Excel 会丢失末尾数字',
    error: '证件号码须为 18 位',
  },
  month: {
    ...COLUMN_GUIDES.month,
    rule: '调整所属月份，四位年份、短横线、两位月份；不晚于当月。已生成申报的月份，确认时计入下一个未生成的月份',
    check: {
      attributes: 'type="custom"',
      formulas: ['AND(LEN(C2)=7,MID(C2,5,1)="-",ISNUMBER(VALUE(LEFT(C2,4))),ISNUMBER(VALUE(RIGHT(C2,2))))'],
    },
    error: '月份请按「年-月」填写：四位年份、短横线、两位月份',
  },
  item: {
    width: 20,
    example: ITEM_WORDS.donation,
    rule: `填写其中之一：${ITEMS.join('、')}`,
    check: { attributes: 'type="list"', formulas: [`"${ITEMS.join(',')}"`] },
    prompt: '请从列表中选择',
    error: '请从列表中选择项目',
  },
  amount: {
    ...COLUMN_GUIDES.amount,
    example: '2000.00',
    rule: '金额（元），不为 0，最多两位小数；冲减以前的调整时填写负数',
    check: { attributes: 'type="decimal" operator="notEqual"', formulas: ['0'] },
    prompt: '不为 0，最多两位小数',
    error: '金额须为不等于 0 的数字',
  },
  remark: {
    ...COLUMN_GUIDES.remark,
    example: '公益捐赠票据 0001',
    rule: '2 至 100 个字，写明依据',
    check: { attributes: length('between'), formulas: ['2', '100'] },
    prompt: '2 至 100 个字',
    error: '原因须为 2 至 100 个字',
  },
}

/** Exempt income, other deductions and relief of people's months. */
export const ADJUSTMENT_TEMPLATE: Template = {
  sheetName: '税前调整',
  columns: ADJUSTMENT_SHEET.columns.flatMap((column) => {
    const guide = ADJUSTMENT_GUIDES[column.field]
    return guide ? [{ ...column, guide }] : []
  }),
  guideTitle: '税前调整填写说明',
  notes: [
    '1. 只读取第一张工作表「税前调整」；请勿在其他工作表中填写数据。',
    '2. 表头名称请勿修改，各列顺序不限；一笔一行，请勿合并单元格，请勿填写合计行。',
    '3. 隐藏行和筛选掉的行同样会被读取，上传前请检查。',
    `4. ${COPYING}`,
    `5. 支持 .xlsx 和 .xls，不超过 ${limitMegabytes('payout-sheet')} MB、5,000 行；请勿设置密码，请勿包含宏。`,
    '6. 任意一行有误则整份表不录入，系统会逐行说明原因；录入后须由另一人确认才会计入计税。',
  ],
}
