// What the headings of a bank's template most likely stand for: proposed to people by a list of known names, never taken silently (ADR 83).

import type { Field } from './bank-format.ts'

/** The names that banks give their columns, without blanks, brackets and marks. */
const NAMES: readonly (readonly [Field, RegExp])[] = [
  ['position', /^(序号|编号|顺序号|行号序号|明细序号)$/],
  [
    'reference',
    /^(业务参考号|参考号|企业流水号|客户流水号|客户业务编号|业务编号|对账编号|附言|摘要|备注|备注信息|注释|客户备注)$/,
  ],
  [
    'cardNo',
    /^(收款(方|人)?(银行)?(账号|帐号|卡号|账户)|账号|帐号|卡号|银行卡号|银行账号|账户|员工账号|代发账号)$/,
  ],
  ['name', /^(收款(方|人)?(账户|帐户)?(户名|名称|姓名)|收款人|户名|姓名|账户名称|帐户名称|账户名|员工姓名)$/],
  ['amount', /^((转账|交易|付款|代发|发放|实发|应发)?金额)$/],
  [
    'bankName',
    /^(收款(方|人)?(银行|行|开户行|开户银行)(名称)?|开户行|开户银行|开户行名称|银行名称|所属银行)$/,
  ],
  ['cnaps', /^(联行号|收款(方|人)?(行)?(联行号|行号)|开户行行号|开户行号|行号|大额行号|CNAPS号?|人行行号)$/i],
  ['purpose', /^(用途|款项用途|资金用途|转账用途|付款用途)$/],
]

const IN_FEN = /[（(]分[）)]/

/** Units, blanks and the star of a required column say nothing of what it holds. */
export const plainHeading = (heading: string): string =>
  heading.replaceAll(/[\s*＊:：]|[（(【[][^）)】\]]*[）)】\]]/g, '')

export function fieldOfHeading(heading: string): Field | undefined {
  const field = NAMES.find(([, names]) => names.test(plainHeading(heading)))?.[0]
  return field === 'amount' && IN_FEN.test(heading) ? 'amountFen' : field
}

export type ProposedColumn = { readonly heading: string; readonly field: Field | undefined }

/** Two columns that would say the same are left to people, both of them. */
export function proposeColumns(cells: readonly string[]): ProposedColumn[] {
  const fields = cells.map(fieldOfHeading)
  const twice = (field: Field) => fields.filter((one) => one === field).length > 1
  return cells.map((cell, index) => {
    const field = fields[index]
    return { heading: cell.trim(), field: field !== undefined && twice(field) ? undefined : field }
  })
}

/** The line with the most headings that are known, the first of them; undefined where none has two. */
export function headingLine(lines: readonly (readonly string[])[]): number | undefined {
  const counts = lines.map((cells) => cells.filter((cell) => fieldOfHeading(cell) !== undefined).length)
  const most = Math.max(0, ...counts)
  return most < 2 ? undefined : counts.indexOf(most)
}
