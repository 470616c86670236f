// Statements of the corpus as online banks export them today: bilingual cells, marks with signs, day subtotals, times with fractions.

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

const day = () => DAY
const compact = () => '20260316'
const none = () => ''
const time = ({ time: at }: Entry) => at
const balance = ({ balance: after }: Entry) => after
const place = ({ index }: Entry) => String(index + 1)
const paid = only('out', grouped)
const received = only('in', grouped)
const always = (text: string) => () => text
const mark = (out: string, back: string) => (entry: Entry) => either(entry, out, back)

/** Columns as pairs are long to read: headings in their order, with what stands below each. */
type Columns = Readonly<Record<string, (entry: Entry) => string>>
type Foot = Bank['foot']
const bank = (title: string, above: Bank['above'], columns: Columns, foot?: Foot): Bank => ({
  name: title,
  above,
  columns: Object.entries(columns),
  ...(foot ? { foot } : {}),
})

const BANKS: readonly Bank[] = [
  bank(
    'icbc-deposit',
    [
      ['中国工商银行客户存款对账单'],
      ['网点号：1202', '币种：人民币', '单位：元', '2026年', '页号：1'],
      [`账号：${OWN}`, `户名：${HOLDER}`, '上页余额：5,000,000.00'],
    ],
    {
      ...{ 日期: day, 交易类型: always('转账'), 凭证种类: always('其他'), 凭证号: serial, 对方户名: name },
      ...{ 对方账号: card, 摘要: remark, 借方发生额: paid, 贷方发生额: received, 余额: balance },
    },
    ({ out, in: back }) => [
      [
        '截止：2026年03月31日',
        '账户余额：4,990,000.00',
        '保留余额：0.00',
        '冻结余额：0.00',
        '透支余额：0.00',
      ],
      [`借方合计：${out}`, `贷方合计：${back}`],
    ],
  ),
  bank('ccb-current', [['活期账户交易明细'], ['账户名称', HOLDER], ['起止日期', '20260316-20260316']], {
    ...{ 序号: place, 交易日期: compact, 交易时间: time, 摘要: remark, 凭证种类: none, 凭证号码: none },
    ...{ '借方发生额（元）': paid, '贷方发生额（元）': received, '余额（元）': balance, 对方户名: name },
    ...{ 对方账号: card, 对方行名: always('工商银行'), 附言: always('劳务') },
  }),
  bank('abc-stamp', [['账户明细查询'], ['查询时间：2026-03-17 09:10:11']], {
    ...{ 交易时间戳: (entry) => `2026-03-16-${time(entry).replaceAll(':', '.')}.123456`, 收入金额: received },
    ...{ 支出金额: paid, 本次余额: balance, 手续费总额: always('0.00'), 交易方式: always('网上银行') },
    ...{
      交易行名: always('杭州城东支行'),
      交易类别: always('转账'),
      对方省市: always('浙江'),
      对方账号: card,
    },
    ...{ 对方户名: name, 交易说明: none, 交易摘要: remark, 交易附言: none },
  }),
  bank('boc-two-lines', [['中国银行 BANK OF CHINA'], ['国内支付结算业务对账单 Statement']], {
    ...{ '交易日期\nDate': () => '2026/03/16', '业务类型\nBusiness Type': always('普通汇兑') },
    ...{ '凭证号码\nVoucher No.': serial, '用途/摘要\nPurpose': remark, '借方发生额\nDebit Amount': paid },
    ...{ '贷方发生额\nCredit Amount': received, '余额\nBalance': balance, '机构/柜员/流水\nRef': none },
    ...{ '对方户名\nCounterparty Name': name, '对方账号\nCounterparty A/C': card },
  }),
  bank('bocom-bilingual', [['交通银行交易明细', 'Bank of Communications Transaction Details']], {
    ...{ '序号 Serial Num': place, '交易日期 Trans Date': day, '交易时间 Trans Time': time },
    ...{ '交易类型 Trading Type': always('网银转账'), '借贷 Dc Flg': mark('借 Dr', '贷 Cr') },
    ...{ '交易金额 Trans Amt': grouped, '余额 Balance': balance, '对方账号 Payment Receipt Account': card },
    ...{ '对方户名 Payment Receipt Account Name': name, '摘要 Abstract': remark },
  }),
  bank('ceb-names', [['中国光大银行'], ['对公账户交易明细（2026年03月16日至2026年03月16日）']], {
    ...{ 交易日期: day, 交易时间: time, 借方发生额: only('out', grouped, '0.00') },
    ...{ 贷方发生额: only('in', grouped, '0.00'), 账户余额: balance, 对方账号: card, 对方名称: name },
    ...{ 摘要: remark, 流水号: serial, 凭证号: none },
  }),
  bank('citic-marks', [['中信银行 账户交易明细查询结果']], {
    ...{ 交易日期: day, 交易时间: time, 借贷标识: mark('借记', '贷记'), 币种: always('人民币') },
    ...{
      交易金额: plain,
      账户余额: balance,
      对方账户名称: name,
      对方账号: card,
      对方开户行名: always('工行'),
    },
    ...{ 摘要: remark, 受理渠道: always('企业网银') },
  }),
  bank('cmbc-client', [['中国民生银行'], ['客户账户交易明细清单'], ['账号', OWN]], {
    ...{ 交易日期: () => '2026/3/16', 凭证类型: none, 凭证号: none, 借方发生额: paid, 贷方发生额: received },
    ...{ 账户余额: balance, 摘要: remark, 对方账号: card, 对方名称: name, 对方行: always('建设银行') },
    ...{ 交易流水号: serial, 客户附言: none },
  }),
  bank('spdb-opponent', [['上海浦东发展银行账户明细'], ['账号', OWN, '户名', HOLDER]], {
    ...{ 交易日期: compact, 交易时间: (entry) => time(entry).replaceAll(':', ''), 业务摘要: remark },
    ...{ 借方金额: only('out', plain, '0'), 贷方金额: only('in', plain, '0'), 余额: balance },
    ...{ 对手账号: card, 对手名称: name, 对手行名: always('工商银行'), 交易流水: serial },
  }),
  bank('pab-purpose', [['平安银行企业网银'], ['交易明细', '', '单位：元']], {
    ...{ 交易时间: (entry) => `2026/03/16 ${time(entry)}`, 收入: received, 支出: paid, 账户余额: balance },
    ...{ 交易对方户名: name, 交易对方账号: card, 交易对方行名: always('农业银行'), 摘要: remark },
    ...{ 交易用途: always('劳务费'), 回单号: none },
  }),
  bank(
    'psbc-daily',
    [['中国邮政储蓄银行对公账户对账单']],
    {
      ...{ 交易日期: day, 业务类型: always('转账'), 摘要: remark, '支出金额(元)': paid },
      ...{ '存入金额(元)': received, '余额(元)': balance, 对方户名: name, 对方账号: card },
    },
    ({ out, in: back, outCount, inCount }) => [
      ['本日合计', '', '', out, back, '', '', ''],
      ['本月累计', '', '', '9,999,999.00', '8,888,888.00', '', '', ''],
      [`支出笔数：${outCount}`, '', `收入笔数：${inCount}`],
    ],
  ),
  bank('rural-numbers', [['农村信用合作联社 分户账']], {
    ...{ 交易日期: compact, 借贷标识: mark('1-借', '2-贷'), 交易金额: plain, 账户余额: balance },
    ...{ 对方客户账号: card, 对方客户名称: name, 摘要描述: remark, 柜员号: always('A0012') },
  }),
  bank('webank-tabs', [['微众银行企业账户流水']], {
    ...{ 交易时间: (entry) => `\t2026-03-16 ${time(entry)}`, 收支类型: mark('\t支出', '\t收入') },
    ...{ '金额（元）': (entry) => `\t${plain(entry)}`, 账户余额: (entry) => `\t${balance(entry)}` },
    ...{ 对手方户名: (entry) => `\t${name(entry)}`, 对手方账号: (entry) => `\t${card(entry)}` },
    ...{ 附言: (entry) => `\t${remark(entry)}` },
  }),
  bank('gdb-twice-told', [['广发银行账户明细']], {
    ...{ 交易时间: (entry) => `${DAY} ${time(entry)}`, 收支方向: mark('支出', '收入') },
    ...{ 交易金额: (entry) => either(entry, `-${grouped(entry)}`, `+${grouped(entry)}`), 余额: balance },
    ...{ 收付款方名称: name, 收付款方账号: card, 摘要: remark },
  }),
  bank('huishang-letters', [['徽商银行']], {
    ...{ 记账日: compact, 'D/C标志': mark('D', 'C'), 发生金额: grouped, 账户余额: balance, 对方户名: name },
    ...{ 对方账户: card, 附言: remark },
  }),
  bank('rcb-words-in-amounts', [['农村商业银行流水账'], [`客户名称：${HOLDER}`]], {
    ...{
      日期: () => '2026-3-16',
      交易金额: (entry) => either(entry, `借 ${grouped(entry)}`, `贷 ${grouped(entry)}`),
    },
    ...{ 对方户名: name, 对方账号: card, 备注: remark },
  }),
  bank('shengjing-fractions', [['盛京银行单位账户交易明细']], {
    ...{ 记账时间: (entry) => `2026-03-16 ${time(entry)}.0`, 借方: only('out', grouped, '0.00') },
    ...{ 贷方: only('in', grouped, '0.00'), 余额: balance, 对方账号: card, 对方户名: name, 摘要: remark },
  }),
  bank('hsbc-china', [['汇丰银行（中国）有限公司 HSBC Bank (China)'], ['Account statement 账户结单', OWN]], {
    ...{ 'Value date 起息日': () => '16/03/2026', 'TRN type 交易类型': always('TRANSFER') },
    ...{ 'Bank reference 银行参考号': serial, 'Customer reference 客户参考号': none },
    ...{ 'Debit amount 支出金额': paid, 'Credit amount 收入金额': received, 'Balance 余额': balance },
    ...{ 'Counterparty name 对方名称': name, 'Counterparty account 对方账号': card },
    ...{ 'Additional narrative 附加信息': remark },
  }),
  bank('nanjing-suffix', [['南京银行对公流水']], {
    ...{ 交易日: day, 金额: (entry) => either(entry, `${grouped(entry)} DR`, `${grouped(entry)} CR`) },
    ...{ 结余: balance, 对方户名: name, 对方账号: card, 交易附言: remark },
  }),
  bank('hangzhou-kinds', [['杭州银行企业账户交易明细']], {
    ...{ 交易日期: day, 交易类型: mark('转账转出', '转账转入'), 金额: grouped, 账户余额: balance },
    ...{ 对方账户名称: name, 对方账户账号: card, 摘要: remark },
  }),
  bank('ccb-spaced', [['中国建设银行'], ['单位活期存款明细账']], {
    ...{ '交 易 日 期': () => '2026 - 03 - 16', '借 方': paid, '贷 方': received, '余 额': balance },
    ...{ '对 方 户 名': name, '对 方 账 号': (entry) => card(entry).replace(/(.{4})(?=.)/g, '$1 ') },
    ...{ '摘 要': remark },
  }),
]

/** The day stands above each day's lines, and is repeated nowhere: sums of the day follow. */
const CMB_BY_DAYS: CorpusStatement = (() => {
  const { grid, truth } = bankStatement(
    bank('cmb-by-days', [['招商银行账务明细清单']], {
      ...{ 交易日: day, 交易时间: time, 摘要: remark, 借方金额: paid, 贷方金额: received, 余额: balance },
      ...{ '收(付)方名称': name, '收(付)方账号': card },
    }),
    12,
  )
  const [title = [], head = [], ...lines] = grid
  const [early, late] = [lines.slice(0, 6), lines.slice(6)]
  const sum = ['当日小计', '', '', '1.00', '2.00', '', '', '']
  return { name: 'cmb-by-days', truth, grid: [title, head, ...early, sum, head, ...late, sum] }
})()

export const ONLINE_BANKS: readonly CorpusStatement[] = [
  ...BANKS.map((one, index) => bankStatement(one, 3 + index * 7)),
  CMB_BY_DAYS,
]
