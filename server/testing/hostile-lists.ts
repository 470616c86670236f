// Tables that the reader of statements takes up, and that are no proof of a payment: lists of failures, changed statements, those of the payee.

import { type AtBank, type Hostile, type HostileResult, named, type Victim } from './hostile-result.ts'
import { type BuiltCell, buildBook, buildSheet, rowsXml, sheetXml } from './xlsx-builder.ts'

const NO_STATEMENT = 'result-headings'
/** Read as a statement, of which no line says that one of our payments was made. */
const NOTHING_NEW = 'result-nothing-new'

const utf8 = (...lines: readonly (readonly string[])[]) =>
  new TextEncoder().encode(`\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`)

type Line = (row: AtBank, day: string) => readonly string[]
/** Of the first row, below these headings and lines. */
const list =
  (headings: string, line: Line, ...above: readonly string[]) =>
  ({ rows: [one], day }: Victim) =>
    utf8(...above.map((text) => [text]), headings.split(' '), line(one, day))

const OUT = '交易日期 转出金额 收款账号 收款人姓名'
const out =
  (...more: readonly string[]): Line =>
  ({ cardNo, name }, day) => [day, '100.00', cardNo, name, ...more]
const MARKED = '交易日期 借贷标志 交易金额 对方户名 对方账号 摘要'
const marked =
  (...more: readonly string[]): Line =>
  ({ cardNo, name, reference }, day) => [day, '借', '100.00', name, cardNo, reference, ...more]
const BOTH = '交易日期 支出 收入 余额 对方户名 对方账号 摘要'
const both =
  (over: Partial<AtBank> & { readonly isIn?: boolean } = {}): Line =>
  (row, day) => {
    const { cardNo, name, reference } = { ...row, ...over }
    const amounts = over.isIn ? ['', '100.00'] : ['100.00', '']
    return [day, ...amounts, '900.00', name, cardNo, reference]
  }

const FAILURES: readonly Hostile[] = [
  ...['账号不存在', '余额不足', '已销户', '已受理', '提交成功', 'F', 'E0013'].flatMap((word): Hostile[] => [
    [`money out with the reason ${word}`, list(`${OUT} 失败原因`, out(word)), NO_STATEMENT],
    [`a mark of debits with the state ${word}`, list(`${MARKED} 指令状态`, marked(word)), NOTHING_NEW],
  ]),
  ...['处理标志', '返回码', '执行结果', '回盘标志', '银行应答', 'RESP_CODE', '失败描述'].map(
    (heading): Hostile => [`a code below ${heading}`, list(`${MARKED} ${heading}`, marked('F')), NOTHING_NEW],
  ),
  ['a failure below any heading', list(`${MARKED} 栏位甲`, marked('账号不存在')), NOTHING_NEW],
  ['a type of business for its direction', list(`${OUT} 业务类型`, out('代发')), NO_STATEMENT],
  ['a title of failures', list(BOTH, both(), '代发失败明细'), NOTHING_NEW],
  ['a title of returns', list(BOTH, both(), '退票清单'), NOTHING_NEW],
]

const CHANGED: readonly Hostile[] = [
  [
    'a statement to another name under our reference',
    list(BOTH, both({ name: '王五五' })),
    'result-other-payee',
  ],
  [
    'a statement to another card under our reference',
    list(BOTH, both({ cardNo: '6222020000000009999' })),
    'result-other-payee',
  ],
  ['the payee’s own statement', list(BOTH, both({ isIn: true })), NOTHING_NEW],
  [
    'a statement of the year before',
    list(BOTH, (row, day) => both()(row, `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`)),
    NOTHING_NEW,
  ],
  [
    'a statement whose sum is wrong',
    (victim) =>
      utf8(BOTH.split(' '), both()(victim.rows[0], victim.day), ['合计', '200.00', '', '', '', '', '']),
    'result-totals',
  ],
]

const bookOf = (...sheets: readonly (readonly [name: string, rows: readonly (readonly BuiltCell[])[]])[]) =>
  buildBook(sheets.map(([name, rows]) => ({ name, xml: sheetXml(rowsXml(rows)) })))

const BOOKS: readonly Hostile[] = [
  [
    'a workbook of what was paid and what failed',
    ({ rows: [one, two], day }) =>
      bookOf(
        ['成功明细', [MARKED.split(' '), [...marked()(one, day)]]],
        ['失败明细', [MARKED.split(' '), [...marked()(two, day)]]],
      ),
    NO_STATEMENT,
  ],
  [
    'a workbook of an account with a sheet of failures',
    ({ rows: [one], day }) => bookOf(['失败明细', [BOTH.split(' '), [...both()(one, day)]]]),
    NOTHING_NEW,
  ],
  [
    'a statement with a formula for its amount',
    ({ rows: [one], day }) => {
      const [first = '', , ...rest] = both()(one, day)
      return buildSheet([BOTH.split(' '), [first, { xml: '<f>99+1</f><v>100</v>' }, ...rest]])
    },
    'result-formula',
  ],
]

export const HOSTILE_LISTS: readonly HostileResult[] = [
  ...named([...FAILURES, ...CHANGED], 'result.csv'),
  ...named(BOOKS, 'result.xlsx'),
]
