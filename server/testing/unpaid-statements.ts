// Statements of the corpus with lines that pay nobody: failed, returned, reversed, still under way, masked beyond telling, in another unit.

import { formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { type CorpusStatement, DAY, OWN, type Truth } from './corpus-statement.ts'
import { SAMPLE_PAYMENTS, type SamplePayment } from './statement-samples.ts'

type Row = (payment: SamplePayment, index: number) => readonly string[]
type Told = { readonly isPaid?: (index: number) => boolean; readonly count?: number }

/** Payments one below another; every one of `isPaid` must be linked and none of the others. */
function list(
  title: string,
  above: readonly (readonly string[])[],
  head: readonly string[],
  row: Row,
  { isPaid = () => true, count = 12 }: Told = {},
  foot: readonly (readonly string[])[] = [],
): CorpusStatement {
  const some = SAMPLE_PAYMENTS.slice(0, count)
  const truth: Truth = some.map((_, index) => (isPaid(index) ? index : null))
  return { name: title, truth, grid: [...above, head, ...some.map(row), ...foot] }
}

const isOdd = (index: number) => index % 4 === 2
const isPaid = (index: number) => !isOdd(index)
const nothing = () => false
const yuan = ({ netFen }: SamplePayment) => formatYuan(netFen)
const grouped = ({ netFen }: SamplePayment) => formatYuanGrouped(netFen)
const initial = (who: string) => `${who.slice(0, 1)}**`

const LISTS: readonly CorpusStatement[] = [
  list(
    'cmb-payroll-results',
    [['代发业务明细'], ['业务日期', DAY]],
    ['序号', '收方户名', '收方账号', '金额', '收方开户行', '业务摘要', '交易状态', '失败原因'],
    (p, i) => [
      ...[String(i + 1), p.name, p.cardNo, grouped(p), '工商银行', '劳务费'],
      ...(isOdd(i) ? ['付款失败', '户名不符'] : ['银行处理成功', '']),
    ],
    { isPaid },
  ),
  list(
    'ccb-payroll-codes',
    [['单位代发代扣明细'], [`代发日期：${DAY}`, '', '', '']],
    ['账号', '户名', '金额', '处理结果码', '处理结果说明'],
    (p, i) => [p.cardNo, p.name, yuan(p), isOdd(i) ? 'E0012' : '0000', isOdd(i) ? '账户已销户' : '交易成功'],
    { isPaid },
  ),
  list(
    'abc-batch-progress',
    [['批量转账明细']],
    ['转账日期', '收款人名称', '收款人账号', '转账金额', '指令状态'],
    (p, i) => [DAY, p.name, p.cardNo, grouped(p), isOdd(i) ? '待授权' : '交易成功'],
    { isPaid },
  ),
  list(
    'spdb-reversed-flag',
    [],
    ['交易日期', '借方金额', '贷方金额', '对方户名', '对方账号', '摘要', '冲正标志'],
    (p, i) => [DAY, grouped(p), '', p.name, p.cardNo, '劳务费', isOdd(i) ? '已冲正' : '正常'],
    { isPaid },
  ),
  list(
    'cib-returned-again',
    [['兴业银行账户明细']],
    ['交易日期', '借贷标志', '交易金额', '对方户名', '对方账号', '附言'],
    (p, i) => [
      DAY,
      isOdd(i) ? '贷' : '借',
      grouped(p),
      p.name,
      p.cardNo,
      isOdd(i) ? '退汇 账号户名不符' : '',
    ],
    { isPaid },
  ),
  list(
    'hxb-refused-list',
    [['退票退汇明细表']],
    ['日期', '收款人', '收款账号', '金额'],
    (p) => [DAY, p.name, p.cardNo, grouped(p)],
    { isPaid: nothing },
  ),
  list(
    'planned-payments',
    [['付款计划'], ['预计付款日期', DAY]],
    ['收款人', '收款账号', '金额', '付款日期'],
    (p) => [p.name, p.cardNo, grouped(p), DAY],
    { isPaid: nothing },
  ),
  list('initials-and-tails', [], ['交易日期', '支出金额', '收入金额', '对方户名', '对方账号'], (p) => [
    DAY,
    grouped(p),
    '',
    initial(p.name),
    `****${p.cardNo.slice(-4)}`,
  ]),
  list(
    'marks-of-the-company',
    [['银行存款日记账'], ['科目：1002 银行存款']],
    ['日期', '凭证字号', '摘要', '借方', '贷方', '方向', '余额', '对方户名', '对方账号'],
    (p, i) => {
      const after = 900_000_000n - SAMPLE_PAYMENTS.slice(0, i + 1).reduce((sum, one) => sum + one.netFen, 0n)
      return [DAY, `记-${i + 1}`, '劳务费', '', grouped(p), '借', formatYuanGrouped(after), p.name, p.cardNo]
    },
  ),
  list(
    'own-account-beside',
    [['网上银行 付款明细']],
    ['付款账号', '付款户名', '收款账号', '收款户名', '付款金额', '付款时间', '处理结果'],
    (p, i) => [
      OWN,
      '星河科技',
      p.cardNo,
      p.name,
      `￥${grouped(p)}`,
      `2026年03月16日 10时${10 + i}分`,
      '成功',
    ],
  ),
]

/** A payment that failed is printed as a debit and, some lines below, as a credit with the same number. */
const BOUNCED: CorpusStatement = {
  name: 'bounced-below',
  grid: [
    ['交易日期', '流水号', '支出', '收入', '对方户名', '对方账号', '摘要'],
    ...SAMPLE_PAYMENTS.slice(20, 26).map((p) => [DAY, p.serial, grouped(p), '', p.name, p.cardNo, '劳务费']),
    ...SAMPLE_PAYMENTS.slice(22, 23).map((p) => [
      DAY,
      `T${p.serial}`,
      '',
      grouped(p),
      p.name,
      p.cardNo,
      '退回',
    ]),
  ],
  truth: [20, 21, 22, 23, 24, 25, null],
}

export const UNPAID_STATEMENTS: readonly CorpusStatement[] = [...LISTS, BOUNCED]
