// What formats of bank files are called in Chinese: their columns, and what is wrong with one that may not be used yet.

import {
  type Container,
  type Field,
  type FormatColumn,
  type FormatDraft,
  isWorkbook,
} from '@paywages/domain/bank-files/bank-format.ts'
import type { FormatFault } from '@paywages/domain/bank-files/format-rules.ts'
import {
  type AmountUnit,
  MAPPED_STATES,
  type MappedState,
  RESULT_COLUMNS,
  type ResultColumn,
  type ResultMapping,
} from '@paywages/domain/bank-files/result-mapping.ts'
import type { ResultLayout } from '@paywages/domain/bank-files/result-places.ts'
import { figure } from '@paywages/domain/money/figure.ts'

export const FIELD_WORDS: Readonly<Record<Field, string>> = {
  position: '序号',
  reference: '业务参考号',
  cardNo: '收款账号',
  name: '收款户名',
  amount: '金额（元）',
  amountFen: '金额（分）',
  bankName: '开户银行',
  cnaps: '联行号',
  purpose: '用途',
  constant: '固定文字',
}

export const CONTAINER_WORDS: Readonly<Record<Container, string>> = {
  xlsx: 'Excel（.xlsx）',
  xls: 'Excel 97-2003（.xls）',
  csv: '分隔文本（.csv）',
  fixed: '定长文本（.txt）',
  'pain.001': 'ISO 20022（.xml）',
}

const ENDINGS: Readonly<Record<Container, string>> = {
  xlsx: '.xlsx',
  xls: '.xls',
  csv: '.csv',
  fixed: '.txt',
  'pain.001': '.xml',
}

export const SEPARATOR_WORDS: Readonly<Record<string, string>> = {
  ',': '逗号 ,',
  '|': '竖线 |',
  ';': '分号 ;',
  '\t': '制表符',
  '~': '波浪号 ~',
  '^': '尖号 ^',
}

/** .csv · GBK */
export const formatKind = ({ container, encoding }: Pick<FormatDraft, 'container' | 'encoding'>): string =>
  isWorkbook(container) ? ENDINGS[container] : `${ENDINGS[container]} · ${encoding.toUpperCase()}`

/** 账号←收款账号（32） */
export const columnWords = ({ heading, field, text, width }: FormatColumn): string => {
  const said = field === 'constant' ? `「${text ?? ''}」` : FIELD_WORDS[field]
  return `${heading}←${said}${width === undefined ? '' : `（${width}）`}`
}

export const RESULT_COLUMN_WORDS: Readonly<Record<ResultColumn, string>> = {
  reference: '业务参考号',
  position: '序号',
  cardNo: '收款账号',
  name: '收款户名',
  amount: '金额',
  status: '状态',
  reason: '原因',
  serial: '银行流水号',
  day: '付款日期',
}

export const RESULT_STATE_WORDS: Readonly<Record<MappedState, string>> = {
  succeeded: '成功',
  rejected: '失败',
  returned: '退票',
  processing: '处理中',
}

export const LAYOUT_WORDS: Readonly<Record<ResultLayout, string>> = {
  headings: '有表头，按列名',
  columns: '无表头，按列号',
  bytes: '定长文本，按字节位置',
}

export const UNIT_WORDS: Readonly<Record<AmountUnit, string>> = { yuan: '元', fen: '分' }

const PLACES: Readonly<Record<ResultLayout, (place: string) => string>> = {
  headings: (heading) => heading,
  columns: (number) => `第${number}列`,
  bytes: (bytes) => `第${bytes}字节`,
}

/** 无表头，按列号；略过 1 行；最后一行为合计：笔数第1列、金额第2列；金额单位：分 */
function layoutWords({ layout = 'headings', encoding, above = 0, totals, unit }: ResultMapping): string[] {
  const place = PLACES[layout]
  const sums = [
    ...(totals?.count === undefined ? [] : [`笔数${place(totals.count)}`]),
    ...(totals?.sum === undefined ? [] : [`金额${place(totals.sum)}`]),
  ]
  return [
    ...(layout === 'headings' ? [] : [LAYOUT_WORDS[layout]]),
    ...(layout === 'bytes' && encoding !== undefined ? [encoding.toUpperCase()] : []),
    ...(above === 0 ? [] : [`略过前 ${above} 行`]),
    ...(totals === undefined
      ? []
      : [`${totals.at === 'first' ? '第一行' : '最后一行'}为合计：${sums.join('、')}`]),
    ...(unit === 'fen' ? ['金额单位：分'] : []),
  ]
}

/** 返回码→状态；成功：0000、记账完成；“E0042”→账户不存在 */
export function mappingWords(mapping: ResultMapping): string {
  const { columns, states, reasons, layout = 'headings' } = mapping
  const headings = RESULT_COLUMNS.flatMap((one) =>
    columns[one] === undefined ? [] : [`${PLACES[layout](columns[one])}→${RESULT_COLUMN_WORDS[one]}`],
  )
  const words = MAPPED_STATES.flatMap((state) =>
    states[state].length === 0 ? [] : [`${RESULT_STATE_WORDS[state]}：${states[state].join('、')}`],
  )
  return [
    ...layoutWords(mapping),
    ...headings,
    ...words,
    ...reasons.map(({ bank, ours }) => `“${bank}”→${ours}`),
  ].join('；')
}

const WORDS: Readonly<Record<FormatFault['code'], (at: string, detail: string) => string>> = {
  container: () => '该类型的格式不能在此修改',
  name: () => '格式名称须为 1 至 40 个字符',
  'columns-none': () => '请至少设置一列',
  'columns-many': (_, most) => `最多 ${most} 列`,
  'heading-missing': (at) => `${at}：请填写列名，最多 60 个字符`,
  'heading-twice': (at) => `列名「${at}」重复`,
  'field-twice': (at) => `「${at}」与另一列的内容相同，每项内容只能对应一列`,
  'card-missing': () => '缺少收款账号列',
  'payee-missing': () => '缺少收款户名列',
  'amount-missing': () => '缺少金额列',
  'amount-twice': () => '金额只能有一列：按元或按分',
  'width-missing': (at) => `「${at}」：定长文本的每一列都须填写宽度`,
  'width-range': (at, most) => `「${at}」的宽度须为 1 至 ${most} 的整数`,
  'width-short': (at, least) => `「${at}」的宽度至少为 ${least}，否则写不下`,
  'constant-missing': (at) => `「${at}」：请填写固定文字`,
  'purpose-missing': (at) => `「${at}」：请填写用途文字`,
  'text-character': (at, sign) => `「${at}」含有该编码没有的字「${sign}」`,
  'text-too-long': (at, most) => `「${at}」的文字超过宽度 ${most} 字节`,
  'text-separator': (at, sign) => `「${at}」含有分隔符或引号「${sign}」`,
  'text-formula': (at, sign) => `「${at}」以「${sign}」开头，会被当作公式`,
  separator: () => '分隔符不正确',
  rows: (_, most) => `每个文件的行数须为 1 至 ${most} 的整数`,
  'file-name': () => '文件名含有不能使用的字符，或超过 60 个字符',
  'file-name-part': () => '文件名须含 {序号}，否则同一批次的文件会重名',
  'file-name-batch': () => '文件名须含 {批次号}，否则不同批次的文件会重名',
  'file-name-group': () => '本行、跨行分开时，文件名须含 {本跨行}',
  'own-bank': () => '请填写本行名称，每个 2 至 30 个字符，最多 10 个',
  totals: (_, most) => `合计行须有 1 至 ${most} 项`,
  'totals-widths': () =>
    '合计行的宽度须逐项填写：笔数够写每个文件的行数，合计至少 13（元）或 12（分），日期 8，文字够写',
  lead: (_, most) => `表头之上最多 ${most} 行`,
  'result-columns': () => '回盘须有状态、金额两列，以及业务参考号，或收款账号和户名',
  'result-column-twice': (at) => `回盘的“${at}”对应了两项内容，或与另一项重叠`,
  'result-states': () => '回盘须写明表示成功和失败的文字',
  'result-word-twice': (at) => `回盘的“${at}”有两个含义`,
  'result-word': () => '回盘的列名、文字须为 1 至 60 个字符，每种状态最多 20 个，原因最多 100 条',
  'result-place': (at) => `回盘的“${at}”不是位置：按列号的填 1 至 100，按字节位置的填起止，例如 7-25`,
  'result-above': (at) => `回盘略过的行数须为 0 至 ${at} 的整数`,
  'result-sums': () => '回盘的合计行须填写笔数或金额的位置，两者不能重叠',
}

export const formatFaultWords = ({ code, at, detail }: FormatFault): string => WORDS[code](at, detail)

/** A row that a format cannot hold, as people read it. */
export const rowFaultWords = (
  row: number,
  { heading, fault, detail }: { readonly heading: string; readonly fault: string; readonly detail: string },
): string =>
  `第 ${figure(row)} 行 ${heading}：${
    {
      missing: detail === '' ? '没有内容' : `“${detail}”没有唯一的联行号，请核对开户行，或由运维载入联行号表`,
      'too-long': `超过 ${detail} 字节`,
      character: `含银行编码没有的字符「${detail}」`,
      separator: `含分隔符「${detail}」`,
      formula: `以「${detail}」开头，会被当作公式`,
    }[fault] ?? fault
  }`
