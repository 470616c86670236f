// Statements in the columns that online banks export today, and lists of what was not paid after all; each line's truth is known.

import {
  type Bank,
  bankStatement,
  type CorpusStatement,
  card,
  DAY,
  type Entry,
  either,
  grouped,
  HOLDER,
  name,
  OWN,
  only,
  plain,
  remark,
  serial,
} from './corpus-statement.ts'

/** Headings in their order; those with nothing below them are many in what banks export. */
type Columns = Readonly<Record<string, ((entry: Entry) => string) | ''>>

const JOINED = DAY.replaceAll('-', '')
const at = (entry: Entry) => `${DAY} ${entry.time}`
const balance = (entry: Entry) => entry.balance
const paid = only('out', grouped)
const received = only('in', grouped)
const day = () => DAY
const joinedDay = () => JOINED
const mark = (out: string, back: string) => (entry: Entry) => either(entry, out, back)

const EXPORTS: Readonly<Record<string, readonly [above: readonly (readonly string[])[], columns: Columns]>> =
  {
    'icbc-with-stamps': [
      [[`账号：${OWN}`, `户名：${HOLDER}`, '开始日期：2026-03-01', '结束日期：2026-03-31']],
      {
        ...{ 交易时间: at, 凭证号: '', '借/贷': mark('借', '贷'), 对方账号: card, 对方户名: name },
        ...{
          借方发生额: paid,
          贷方发生额: received,
          余额: balance,
          摘要: remark,
          附言: '',
          用途: () => '劳务',
        },
        ...{ 时间戳: ({ index }) => `2026-03-16-10.00.00.${index}`, 回单个性化信息: '' },
      },
    ],
    'icbc-signed': [
      [],
      {
        ...{
          交易日期: day,
          账号: () => OWN,
          储种: () => '活期',
          币种: () => '人民币',
          钞汇: () => '钞',
          摘要: remark,
        },
        ...{ '收入/支出金额': (entry) => either(entry, '-', '+') + grouped(entry), 余额: balance },
        ...{ 对方户名: name, 对方账号: card, 渠道: () => '网上银行' },
      },
    ],
    'cmb-of-forty-columns': [
      [['# 招商银行交易记录'], ['# 导出时间: [ 2026-04-01 10:00:00 ]'], [`# 账    号: [ ${OWN} ]`]],
      {
        ...{
          账号: () => OWN,
          账号名称: () => HOLDER,
          币种: () => '人民币',
          开户行: () => '杭州分行',
          交易日: joinedDay,
        },
        ...{
          交易时间: ({ time }) => time,
          起息日: joinedDay,
          交易类型: () => 'CPTR',
          借方金额: only('out', plain),
        },
        ...{
          贷方金额: only('in', plain),
          余额: balance,
          摘要: remark,
          流水号: serial,
          流程实例号: '',
          业务名称: '',
        },
        ...{ 用途: '', 业务参考号: '', 业务摘要: '', 其它摘要: '', '收/付方分行名': '', '收/付方名称': name },
        ...{ '收/付方帐号': card, '收/付方开户行行号': '', '收/付方开户行名': '', '母/子公司帐号': '' },
        ...{
          '母/子公司名称': '',
          信息标志: () => '1',
          有否附件信息: () => 'N',
          冲帐标志: '',
          扩展摘要: '',
          票据号: '',
        },
      },
    ],
    'ccb-with-zeros': [
      [['交易明细查询']],
      {
        ...{ 账号: () => OWN, 账户名称: () => HOLDER, 交易时间: ({ time }) => `${JOINED} ${time}` },
        ...{
          '借方发生额（支取）': only('out', plain, '0.00'),
          '贷方发生额（收入）': only('in', plain, '0.00'),
        },
        ...{
          余额: balance,
          币种: () => '人民币元',
          对方户名: name,
          对方账号: card,
          对方开户机构: '',
          记账日期: joinedDay,
        },
        ...{
          摘要: remark,
          备注: '',
          '账户明细编号-交易流水号': serial,
          企业流水号: '',
          凭证种类: '',
          关联账户: '',
        },
      },
    ],
    'boc-bilingual': [
      [['查询账号[ Inquirer account number ]', OWN]],
      {
        ...{
          '交易类型[ Transaction Type ]': mark('往账', '来账'),
          '业务类型[ Business type ]': () => '网银跨行',
        },
        ...{ '付款人账号[ Debit Account No. ]': (entry) => either(entry, OWN, card(entry)) },
        ...{ "付款人名称[ Payer's Name ]": (entry) => either(entry, HOLDER, name(entry)) },
        ...{ "收款人账号[ Payee's Account Number ]": (entry) => either(entry, card(entry), OWN) },
        ...{ "收款人名称[ Payee's Name ]": (entry) => either(entry, name(entry), HOLDER) },
        ...{ '交易日期[ Transaction Date ]': joinedDay, '交易货币[ Trade Currency ]': () => 'CNY' },
        ...{ '交易金额[ Trade Amount ]': (entry) => either(entry, '-', '') + plain(entry) },
        ...{ '交易后余额[ After-transaction balance ]': balance, '汇率[ Exchange rate ]': '' },
        ...{ '交易流水号[ Transaction reference number ]': serial, '摘要[ Reference ]': remark },
      },
    ],
    'bocom-marks-and-sides': [
      [['交易明细'], ['查询账号', OWN, '查询户名', HOLDER]],
      {
        ...{ 交易时间: at, 摘要: remark, 凭证种类: '', 借方发生额: only('out', grouped, '--') },
        ...{ 贷方发生额: only('in', grouped, '--'), 余额: balance, 对方账号: card, 对方户名: name },
        ...{ 对方行名: '', 借贷标志: mark('借', '贷') },
      },
    ],
    'citic-not-reversed': [
      [['账户交易明细']],
      {
        ...{ 交易日期: joinedDay, 借方发生额: paid, 贷方发生额: received, 账户余额: balance, 对方账号: card },
        ...{ 对方账户名称: name, 摘要: remark, 柜员交易号: serial, 被冲标志: () => '0', 对账编号: '' },
      },
    ],
    'psbc-marks': [
      [],
      {
        ...{
          交易日期: day,
          交易时间: ({ time }) => time,
          '交易金额(元)': grouped,
          收支标志: mark('支出', '收入'),
        },
        ...{ '余额(元)': balance, 对方户名: name, '对方账号/卡号': card, 对方银行: '', 摘要: remark },
      },
    ],
    'mybank-signs': [
      [],
      {
        ...{ 入账时间: at, 业务流水号: serial, '收入（+元）': only('in', plain) },
        ...{
          '支出（-元）': only('out', (entry) => `-${plain(entry)}`),
          '余额（元）': balance,
          对方户名: name,
        },
        ...{ 对方账号: card, 业务类型: () => '转账', 备注: remark },
      },
    ],
    'minus-behind': [
      [],
      {
        ...{ 交易日期: day, 交易金额: (entry) => grouped(entry) + either(entry, '-', '+'), 余额: balance },
        ...{ 对方户名: name, 对方账号: card },
      },
    ],
  }

const bankOf = (
  title: string,
  [above, columns]: readonly [readonly (readonly string[])[], Columns],
): Bank => ({
  name: title,
  above,
  columns: Object.entries(columns).map(
    ([heading, cell]) => [heading, cell === '' ? () => '' : cell] as const,
  ),
})

export const EXPORTED_STATEMENTS: readonly CorpusStatement[] = Object.entries(EXPORTS).map(
  ([title, layout], index) => bankStatement(bankOf(title, layout), index * 4 + 1),
)
