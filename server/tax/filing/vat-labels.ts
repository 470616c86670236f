// The Chinese words of the VAT report: its sheets, titles and notes.

import { bearerLabels } from '@paywages/wire/tax/vat-lines.ts'

export const TO_BE_CONFIRMED = '须经税务顾问确认'

/** Every sheet bears it in its name, too. */
const marked = (name: string) => `${name}（${TO_BE_CONFIRMED}）`

export const VAT_SHEETS = {
  people: marked('增值税测算'),
  shares: marked('各供应商份额'),
  notes: marked('口径与依据'),
} as const

export const VAT_TITLES = {
  name: '姓名',
  idKind: '证件类型',
  idCardNo: '证件号码',
  gross: '当月收入合计（含税）',
  open: '其中银行未答复',
  provider: '支付单位',
  taxpayerId: '支付单位纳税人识别号',
  paid: '本单位支付（含税）',
  sales: '不含税销售额',
  rate: '征收率',
  vat: '增值税',
  'urban-maintenance': '城市维护建设税',
  education: '教育费附加',
  'local-education': '地方教育附加',
  total: '税费合计',
  withheld: '其中已代扣',
  bearer: '承担方式',
  confirm: '状态',
  item: '项目',
  content: '内容',
} as const

export const NOBODY_ABOVE = { label: '结果', value: '该月没有收入合计超过起征点的人员。' }

export const VAT_NOTES = [
  { label: '收入', value: '按发起转账的月份（上海时间）归属，计成功与处理中的发放，不计失败、退票与取消。' },
  { label: '范围', value: '同一证件号码在本人可见的全部供应商的收入合并计算。' },
  { label: '份额', value: '各供应商份额按其支付金额占合计的比例计算，逐税种四舍五入到分，合计与个人一致。' },
  {
    label: '性质',
    value: '本表为测算；除“其中已代扣”所列外，系统未据此向任何一方扣款；申报前须经税务顾问确认。',
  },
] as const

export const bearerWord = (bearer: string): string =>
  bearerLabels[bearer as keyof typeof bearerLabels] ?? bearer

export const vatReportName = (month: string) => `增值税测算表-${month}（${TO_BE_CONFIRMED}）.xlsx`
