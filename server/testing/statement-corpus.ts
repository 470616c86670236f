// The statements of the corpus as grids of texts: twelve banks' exports, lists, a debit of a whole batch, each with its truth.

import { formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { ADVERSARIAL } from './adversarial-statements.ts'
import {
  type Bank,
  bankStatement,
  type CorpusStatement,
  card,
  DAY,
  either,
  grouped,
  HOLDER,
  masked,
  maskedName,
  name,
  OWN,
  only,
  plain,
  remark,
  serial,
} from './corpus-statement.ts'
import { EXPORTED_STATEMENTS } from './exported-statements.ts'
import { ONLINE_BANKS } from './online-bank-statements.ts'
import { PRINTED_STATEMENTS } from './printed-statements.ts'
import { SAMPLE_PAYMENTS } from './statement-samples.ts'
import { UNPAID_STATEMENTS } from './unpaid-statements.ts'
import { WALLETS } from './wallet-statements.ts'

const BANKS: readonly Bank[] = [
  {
    name: 'icbc',
    above: [['[HISTORYDETAIL]']],
    columns: [
      ['凭证号', serial],
      ['本方账号', () => OWN],
      ['对方账号', card],
      ['交易时间', ({ time }) => `${DAY} ${time}`],
      ['借/贷', (entry) => either(entry, '借', '贷')],
      ['借方发生额', only('out', grouped, '0.00')],
      ['贷方发生额', only('in', grouped, '0.00')],
      ['对方行号', () => '102331000018'],
      ['摘要', remark],
      ['用途', () => '劳务报酬'],
      ['对方单位名称', name],
      ['余额', ({ balance }) => balance],
      ['个性化信息', () => ''],
    ],
  },
  {
    name: 'cmb',
    above: [
      ['招商银行企业银行交易明细'],
      ['账号', OWN, '账户名称', HOLDER],
      ['交易日期', '20260316', '至', '20260316'],
    ],
    columns: [
      ['交易日', () => '20260316'],
      ['交易时间', ({ time }) => time],
      ['起息日', () => '20260316'],
      ['交易类型', () => '网银转账'],
      ['借方金额', only('out', plain)],
      ['贷方金额', only('in', plain)],
      ['余额', ({ balance }) => balance],
      ['摘要', remark],
      ['流水号', serial],
      ['业务参考号', () => ''],
      ['收(付)方名称', name],
      ['收(付)方账号', card],
    ],
    foot: ({ out, in: back, outCount, inCount }) => [
      ['借方笔数', String(outCount), '借方合计', out, '贷方笔数', String(inCount), '贷方合计', back],
    ],
  },
  {
    name: 'ccb',
    above: [['中国建设银行账户明细信息'], [`账号：${OWN}`, '', `户名：${HOLDER}`]],
    columns: [
      ['交易时间', ({ time }) => `20260316 ${time}`],
      ['借方发生额/元(支取)', only('out', grouped)],
      ['贷方发生额/元(收入)', only('in', grouped)],
      ['余额', ({ balance }) => balance],
      ['币种', () => '人民币元'],
      ['对方户名', name],
      ['对方账号', card],
      ['对方开户机构', () => '中国工商银行杭州分行'],
      ['记账日期', () => '20260316'],
      ['摘要', remark],
      ['备注', () => '劳务'],
      ['账户明细编号-交易流水号', serial],
      ['企业流水号', () => ''],
    ],
  },
  {
    name: 'abc',
    above: [['中国农业银行账户明细'], ['账号', OWN, '户名', HOLDER]],
    columns: [
      ['交易时间', ({ time }) => `${DAY} ${time}`],
      ['收入金额', only('in', grouped)],
      ['支出金额', only('out', grouped)],
      ['账户余额', ({ balance }) => balance],
      ['交易行名', () => '杭州分行'],
      ['对方省市', () => '浙江'],
      ['对方帐号', card],
      ['对方户名', name],
      ['交易用途', remark],
    ],
    foot: ({ out, in: back }) => [['合计', back, out]],
  },
  {
    name: 'boc',
    above: [['查询账号[ Inquirer account number ]', OWN]],
    columns: [
      ['交易类型[ Transaction Type ]', (entry) => either(entry, '往账', '来账')],
      ['付款人账号[ Debit Account No. ]', (entry) => either(entry, OWN, card(entry))],
      ['付款人名称[ Payer’s Name ]', (entry) => either(entry, HOLDER, name(entry))],
      ['收款人账号[ Payee’s Account Number ]', (entry) => either(entry, card(entry), OWN)],
      ['收款人名称[ Payee’s Name ]', (entry) => either(entry, name(entry), HOLDER)],
      ['交易日期[ Transaction Date ]', () => '20260316'],
      ['交易时间[ Transaction time ]', ({ time }) => time],
      ['交易货币[ Trade Currency ]', () => 'CNY'],
      ['交易金额[ Trade Amount ]', (entry) => either(entry, `-${plain(entry)}`, plain(entry))],
      ['交易后余额[ After-transaction balance ]', ({ balance }) => balance],
      ['交易流水号[ Transaction reference number ]', serial],
      ['摘要[ Reference ]', remark],
    ],
  },
  {
    name: 'bocom',
    above: [['交通银行对公账户交易明细']],
    columns: [
      ['交易时间', ({ time }) => `${DAY} ${time}`],
      ['摘要', remark],
      ['凭证种类', () => '其他'],
      ['凭证号码', () => ''],
      ['借贷标志', (entry) => either(entry, '借', '贷')],
      ['发生额', grouped],
      ['余额', ({ balance }) => balance],
      ['对方账号', card],
      ['对方户名', name],
    ],
  },
  {
    name: 'pingan',
    above: [['平安银行交易明细']],
    columns: [
      ['交易日期', () => '2026/03/16'],
      ['账号', () => OWN],
      ['借', only('out', grouped)],
      ['贷', only('in', grouped)],
      ['账户余额', ({ balance }) => balance],
      ['对方账户', card],
      ['对方账户名称', name],
      ['交易流水号', serial],
      ['摘要/用途', remark],
    ],
  },
  {
    name: 'citic',
    above: [['中信银行账户明细'], ['账户名称：', HOLDER]],
    columns: [
      ['交易日期', () => DAY],
      ['柜员交易号', serial],
      ['借方发生额', only('out', grouped)],
      ['贷方发生额', only('in', grouped)],
      ['账户余额', ({ balance }) => balance],
      ['对方账号', card],
      ['对方账户名称', () => ''],
      ['对方开户行', () => '工行'],
      ['摘要', remark],
      ['总线流水号', () => ''],
    ],
  },
  {
    name: 'spdb',
    above: [['浦发银行账户交易明细']],
    columns: [
      ['交易日期', () => '20260316'],
      ['交易流水号', serial],
      ['收付', (entry) => either(entry, '付', '收')],
      ['交易金额', plain],
      ['账户余额', ({ balance }) => balance],
      ['对方账号', masked],
      ['对方户名', maskedName],
      ['摘要代码', () => 'TR'],
      ['备注', remark],
    ],
  },
  {
    name: 'cib',
    above: [['兴业银行对账单']],
    columns: [
      ['银行流水号', serial],
      ['账号', () => OWN],
      ['账户名称', () => HOLDER],
      ['凭证代号', () => ''],
      ['借方金额', only('out', grouped)],
      ['贷方金额', only('in', grouped)],
      ['账户余额', ({ balance }) => balance],
      ['摘要', remark],
      ['对方账号', card],
      ['对方户名', name],
      ['对方银行', () => '工商银行'],
      ['交易时间', ({ time }) => `${DAY} ${time}`],
    ],
  },
  {
    name: 'cmbc',
    above: [['民生银行交易明细']],
    columns: [
      ['交易日期', () => DAY],
      ['主机交易流水号', serial],
      ['借/贷方', (entry) => either(entry, '借方', '贷方')],
      ['发生额(元)', grouped],
      ['账户余额(元)', ({ balance }) => balance],
      ['凭证号', () => ''],
      ['摘要', remark],
      ['对方账号', card],
      ['对方账号名称', name],
      ['对方开户行', () => '工商银行'],
    ],
  },
  {
    name: 'psbc',
    above: [['中国邮政储蓄银行交易明细'], ['起始日期', '2026-03-16', '截止日期', '2026-03-16']],
    columns: [
      ['序号', ({ index }) => String(index + 1)],
      ['交易日期', () => DAY],
      ['交易金额', grouped],
      ['余额', ({ balance }) => balance],
      ['收(付)方名称/账号', (entry) => `${name(entry)}/${card(entry)}`],
      ['交易流水号', serial],
      ['附言', remark],
    ],
  },
]

const all = SAMPLE_PAYMENTS.map((_, index) => index)
const total = () => formatYuanGrouped(SAMPLE_PAYMENTS.reduce((sum, { netFen }) => sum + netFen, 0n))

const LISTS: readonly CorpusStatement[] = [
  {
    name: 'payout-list',
    truth: all,
    grid: [
      ['代发清单', '', '代发日期', DAY],
      ['序号', '户名', '卡号', '金额'],
      ...SAMPLE_PAYMENTS.map(({ name: who, cardNo, netFen }, index) => [
        String(index + 1),
        who,
        cardNo,
        formatYuanGrouped(netFen),
      ]),
      ['合计', `${SAMPLE_PAYMENTS.length}笔`, '', total()],
    ],
  },
  {
    name: 'payout-list-undated',
    truth: all,
    grid: [
      ['批量代付结果'],
      ['收款人姓名', '收款账号', '代付金额', '处理结果'],
      ...SAMPLE_PAYMENTS.map(({ name: who, cardNo, netFen }) => [
        `${who.slice(0, 1)}*${who.slice(2)}`,
        `${cardNo.slice(0, 4)}****${cardNo.slice(-4)}`,
        formatYuan(netFen),
        '成功',
      ]),
      ['总笔数：60', `总金额：${total()}`],
    ],
  },
  {
    name: 'whole-batch',
    truth: ['batch', null],
    grid: [
      ['交易日期', '交易流水号', '借方发生额', '贷方发生额', '对方户名', '对方账号', '摘要'],
      [DAY, 'T0001', total(), '', '代发过渡户', '', `代发劳务费 共${SAMPLE_PAYMENTS.length}笔`],
      [DAY, 'T0002', '12.50', '', '', '', '手续费'],
    ],
  },
]

export const CORPUS: readonly CorpusStatement[] = [
  ...BANKS.map((bank, index) => bankStatement(bank, index * 4)),
  ...LISTS,
  ...ADVERSARIAL,
  ...WALLETS,
  ...ONLINE_BANKS,
  ...UNPAID_STATEMENTS,
  ...EXPORTED_STATEMENTS.filter((_, index) => index % 2 === 0),
  ...PRINTED_STATEMENTS,
]
