// The headings and words that banks put into their result sheets (回盘), where the format has none of its own (ADR 82).

import type { ResultColumn, ResultStatus } from './result-mapping.ts'

type Column = ResultColumn
type Words = Readonly<Partial<Record<Column, RegExp>>>

/** The headings that banks put over them; the first that fits counts, and two that fit are no answer. */
const HEADINGS: Readonly<Record<Column, RegExp>> = {
  reference: /^(业务参考号|参考号|客户流水号)$/,
  position: /^(序号|编号)$/,
  cardNo: /^(收款(方|人)?账号|账号|卡号|收款卡号)$/,
  name: /^(收款(方|人)?(账户名称|户名|名称|姓名)|户名|姓名)$/,
  amount: /^(转账|交易|实付)?金额$/,
  status: /^((处理|交易|付款|银行)?(状态|结果))$/,
  reason: /^((失败|退回)?原因|错误信息|银行说明|处理信息)$/,
  serial: /^((银行|交易)?流水号|银行流水|回单编号)$/,
  day: /^((交易|付款|入账|记账|转账)(日期|时间))$/,
}

const PAYING = '(?:代发|代付|发放|支付|付款|打款|转账|汇款|划款|入账)'

/** Looked for where none of the above stands: 代发金额 beside 金额 may be something else. */
const FURTHER: Words = {
  position: /^(顺序号|行号|No\.?)$/i,
  cardNo: /^(收款(方|人)?(银行)?(账户|卡号|账号|卡)|收款(方|人)账户|(员工|工资)?(银行)?(卡号|账号)|账户)$/,
  name: /^(收款(方|人)?(账户名|户名)?|收款账户名称|员工(姓名|名称)|账户(名称?|户名))$/,
  amount: new RegExp(`^(${PAYING}|实发|代发工资|实发工资)(金额|额)?$`),
  status: new RegExp(`^(${PAYING}|回盘|指令|业务|执行|明细)(处理)?(状态|结果)$`),
  reason: /^((失败|错误|异常|退票|退回)(信息|描述|说明|原因|详情))$/,
}

/** A statement of the account has other people's payments, too, and is read as such. */
const OF_ACCOUNT = /余额|借方|贷方|借贷|收支|收入|支出|^对方/

/** Where our reference stands in formats that have no column of its own for it. */
const REMARKS = /^(备注信息|备注|附言|摘要|注释)$/

/** 收款账号 Payee Account: the heading once more in English; a currency or anything else behind it stays. */
const IN_ENGLISH =
  /(?<=\p{Script=Han})[(/-]?(?:(?:no|number|payee|payer|beneficiary|receiver|account|acct|card|name|amount|transaction|payment|status|state|result|remarks?|memo|note|reason|description|date|time|serial|reference|bank)\.?)+\)?$/iu

/** 收款 帐号, *金额（元）: blanks, marks of what is required and the unit that all amounts have are no part of a heading. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .replaceAll('帐', '账')
    .replace(IN_ENGLISH, '')
    .replace(/\((?:元|人民币元?|必填)\)$/, '')

export function columnsOf(texts: readonly string[]): Map<Column, number> | undefined {
  const cells = texts.map(plainHeading)
  const found = new Map<Column, number>()
  const known = cells.some((cell) => OF_ACCOUNT.test(cell)) ? [HEADINGS] : [HEADINGS, FURTHER]
  const isFound = known.every((words: Words) => findBy(words, cells, found))
  if (!isFound) return undefined
  // Of several remarks none is taken for the reference.
  const remarks = cells.flatMap((cell, index) => (REMARKS.test(cell) ? [index] : []))
  const [remark] = remarks
  if (!found.has('reference') && remarks.length === 1 && remark !== undefined) found.set('reference', remark)
  const names = found.has('reference') || (found.has('cardNo') && found.has('name'))
  return found.has('status') && found.has('amount') && names ? found : undefined
}

/** Adds the columns that are missing; false where two of one meaning stand there: which of them counts is not ours to guess. */
function findBy(words: Words, cells: readonly string[], found: Map<Column, number>): boolean {
  for (const [column, pattern] of Object.entries(words) as [Column, RegExp][]) {
    if (found.has(column)) continue
    const [first, another] = cells.flatMap((cell, index) => (pattern.test(cell) ? [index] : []))
    // A day and its time stand beside one another.
    if (another !== undefined && column !== 'day') return false
    if (first !== undefined) found.set(column, first)
  }
  return true
}

const WORK =
  '(?:银行|对方行?)?(?:代发|代付|发放|处理|交易|支付|付款|转账|打款|汇款|划款|划账|入账|到账|上账)?'
/** 0000-交易成功, 成功(00), S:成功: the code of a success beside its word. */
const GOOD_CODE = '(?:0{1,8}|S|SUCCESS|OK)'
/** E0012-失败, 失败(F): any code of a failure that is not the one of success. */
const BAD_CODE = '(?!0+(?![1-9A-Z]))[A-Z]{0,4}\\d{0,6}'
const beside = (word: string, code: string): RegExp =>
  new RegExp(`^(?:${word}|[\\[(]?${code}[\\])]?[-:_]?${word}|${word}[-:_]?[\\[(]?${code}[\\])]?)$`)

const SUCCEEDED = `(?:${WORK}成功|成功(?:入账|到账|支付|付款|转账|打款|代发)|已(?:支付|付款|到账|入账|发放|代发|代付|打款)(?:成功)?|SUCCESS(?:FUL)?|SUCCEEDED)`
const REJECTED = `(?:${WORK}失败|拒绝|已拒绝|银行拒绝|FAIL(?:ED|URE)?)`
const RETURNED = `(?:(?:银行|对方行?|${PAYING})?已?(?:退票|退汇))`

const STATES: readonly (readonly [RegExp, ResultStatus])[] = [
  [beside(SUCCEEDED, GOOD_CODE), 'succeeded'],
  [beside(REJECTED, BAD_CODE), 'rejected'],
  [new RegExp(`^${RETURNED}$`), 'returned'],
  [/^(处理中|待处理|银行处理中|已受理)$/, 'processing'],
]

/** 失败:户名不符, 失败（账号已销户）: why not, behind the word; whether that leaves anything open is judged as any reason is. */
const WITH_REASON = new RegExp(`^${REJECTED}[:(\\[,_-]+([^成功]*\\p{Script=Han}{2}[^成功]*)$`, 'u')
const REASON_DENIES = /部分|[待未]知|撤回|退[票汇]/

const plainWord = (word: string): string => word.normalize('NFKC').trim().replaceAll(' ', '').toUpperCase()

/** A word that is not listed says nothing: its row stays as it is. */
export function statusOf(word: string): ResultStatus {
  const plain = plainWord(word)
  const listed = STATES.find(([pattern]) => pattern.test(plain))?.[1]
  return listed ?? (reasonBehind(plain) === undefined ? 'unknown' : 'rejected')
}

/** The reason that stands behind the word of a failure. */
export function reasonBehind(word: string): string | undefined {
  const reason = WITH_REASON.exec(plainWord(word))?.[1]?.replace(/[)\]]$/, '')
  return reason === undefined || REASON_DENIES.test(reason) ? undefined : reason
}
