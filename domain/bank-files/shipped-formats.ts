// The formats that come with a release, dated and versioned; an entry never changes, a new one takes its place (ADR 80).

import type { BankFormat, FormatColumn } from './bank-format.ts'

/** No bank's card number is longer. */
const CARD = 32
const NAME = 60
const PURPOSE = '劳务报酬'

const card = (heading: string): FormatColumn => ({ heading, field: 'cardNo', width: CARD, required: true })
const name = (heading: string, width = NAME): FormatColumn => ({
  heading,
  field: 'name',
  width,
  required: true,
})
const amount = (heading: string): FormatColumn => ({ heading, field: 'amount', required: true })
const reference = (heading: string, width?: number): FormatColumn => ({
  heading,
  field: 'reference',
  required: true,
  ...(width === undefined ? {} : { width }),
})

const GENERAL: BankFormat = {
  key: 'general-xlsx',
  version: 1,
  effectiveFrom: '2026-11-17',
  name: '通用代发（Excel）',
  container: 'xlsx',
  encoding: 'utf-8',
  columns: [
    { heading: '序号', field: 'position' },
    reference('业务参考号'),
    name('收款人户名'),
    card('收款账号'),
    { heading: '开户银行', field: 'bankName' },
    amount('金额（元）'),
    { heading: '用途', field: 'purpose' },
  ],
  hasHeading: true,
  rowsPerFile: 5_000,
  purpose: PURPOSE,
}

const PAIN: BankFormat = {
  key: 'pain.001.001.09',
  version: 1,
  effectiveFrom: '2026-11-17',
  name: 'ISO 20022 pain.001.001.09',
  container: 'pain.001',
  encoding: 'utf-8',
  // What the message says of a payment, with the lengths of the standard (Max35Text, Max34Text, Max140Text).
  columns: [
    reference('EndToEndId', 35),
    { heading: 'Cdtr/Nm', field: 'name', width: 420, required: true },
    { heading: 'CdtrAcct/Id/Othr/Id', field: 'cardNo', width: 34, required: true },
    { heading: 'InstdAmt', field: 'amount', required: true },
    { heading: 'CdtrAgt/FinInstnId/Nm', field: 'bankName' },
    { heading: 'RmtInf/Ustrd', field: 'purpose' },
  ],
  hasHeading: false,
  rowsPerFile: 5_000,
  purpose: PURPOSE,
}

/** In the style of the banks' own payroll files, from what they publish: to be held against the template of one's own branch. */
const styled = (
  format: Pick<BankFormat, 'key' | 'name' | 'container' | 'columns' | 'rowsPerFile'> & Partial<BankFormat>,
): BankFormat => ({
  version: 1,
  effectiveFrom: '2026-11-17',
  encoding: 'gbk',
  hasHeading: true,
  purpose: PURPOSE,
  unproven: true,
  ...format,
})

const BOC: BankFormat = styled({
  key: 'boc-payroll',
  name: '中国银行 代发',
  container: 'fixed',
  hasHeading: false,
  rowsPerFile: 1_000,
  totals: ['count', 'sumFen'],
  columns: [
    { heading: '序号', field: 'position', width: 6, pad: 'left-zero' },
    { heading: '账号', field: 'cardNo', width: CARD, required: true },
    { heading: '户名', field: 'name', width: NAME, required: true },
    { heading: '金额（分）', field: 'amountFen', width: 15, pad: 'left-zero', required: true },
    { heading: '附言', field: 'reference', width: 40, required: true },
  ],
})

const BANKS: readonly BankFormat[] = [
  styled({
    key: 'icbc-payroll',
    name: '工商银行 代发',
    container: 'csv',
    separator: ',',
    rowsPerFile: 1_000,
    columns: [
      { heading: '币种', field: 'constant', text: 'RMB' },
      { heading: '序号', field: 'position' },
      card('收款账号'),
      name('收款账户名称'),
      amount('金额'),
      { heading: '用途', field: 'purpose', width: 20 },
      reference('备注信息', 40),
    ],
  }),
  styled({
    key: 'cmb-payroll',
    name: '招商银行 代发',
    container: 'xlsx',
    rowsPerFile: 300,
    ownBank: ['招商银行'],
    columns: [
      card('账号'),
      name('户名', 62),
      amount('金额'),
      { heading: '开户行', field: 'bankName' },
      reference('注释', 42),
    ],
  }),
  styled({
    key: 'ccb-payroll',
    name: '建设银行 代发',
    container: 'csv',
    separator: '|',
    hasHeading: false,
    rowsPerFile: 2_000,
    columns: [
      { heading: '序号', field: 'position' },
      card('账号'),
      name('户名'),
      amount('金额'),
      reference('摘要', 40),
    ],
  }),
  styled({
    key: 'abc-payroll',
    name: '农业银行 代发',
    container: 'csv',
    separator: ',',
    rowsPerFile: 1_000,
    columns: [
      { heading: '编号', field: 'position' },
      card('收款方账号'),
      name('收款方户名'),
      amount('金额'),
      reference('备注', 40),
    ],
  }),
  BOC,
  {
    ...BOC,
    version: 2,
    effectiveFrom: '2026-11-18',
    // The first version parted them by a bar, which no file of fixed widths has.
    totalsWidths: [6, 15],
  },
  styled({
    key: 'pingan-payroll',
    name: '平安银行 代发',
    container: 'xlsx',
    rowsPerFile: 500,
    ownBank: ['平安银行'],
    columns: [
      { heading: '序号', field: 'position' },
      name('收款户名'),
      card('收款账号'),
      { heading: '收款银行', field: 'bankName' },
      { heading: '联行号', field: 'cnaps' },
      amount('转账金额'),
      reference('备注', 40),
    ],
  }),
]

export const SHIPPED_FORMATS: readonly BankFormat[] = [GENERAL, PAIN, ...BANKS]

/** The newest of a key, or the version that a batch was started on. */
export function formatOf(key: string, version?: number): BankFormat | undefined {
  return SHIPPED_FORMATS.filter(
    (one) => one.key === key && (version === undefined || one.version === version),
  )
    .toSorted((a, b) => b.version - a.version)
    .at(0)
}
