// Statements of Alipay and WeChat Pay: money out with a minus that its heading announces, states beside amounts, names without cards.

import {
  type Bank,
  bankStatement,
  type CorpusStatement,
  card,
  DAY,
  either,
  name,
  only,
  plain,
  remark,
  serial,
} from './corpus-statement.ts'

const alipay: Bank = {
  name: 'alipay',
  above: [
    ['#支付宝账务明细查询'],
    ['#账号：[20880000000001230156]'],
    ['#起始日期：[2026年03月16日 00:00:00]   终止日期：[2026年03月17日 00:00:00]'],
    ['#-----------------------------------------账务明细列表----------------------------------------'],
  ],
  columns: [
    ['账务流水号', serial],
    ['业务流水号', serial],
    ['商户订单号', () => ''],
    ['商品名称', remark],
    ['发生时间', ({ time }) => `${DAY} ${time}`],
    ['对方账号', card],
    ['对方名称', name],
    ['收入金额（+元）', only('in', plain)],
    ['支出金额（-元）', only('out', (entry) => `-${plain(entry)}`)],
    ['账户余额（元）', ({ balance }) => balance],
    ['交易渠道', () => '支付宝'],
    ['业务类型', () => '转账'],
    ['备注', () => ''],
  ],
}

const wechat: Bank = {
  name: 'wechat-pay',
  above: [
    ['微信支付账单明细'],
    ['微信昵称：[星河科技]'],
    ['起始时间：[2026-03-16 00:00:00] 终止时间：[2026-03-17 00:00:00]'],
    ['导出类型：[全部]'],
    ['导出时间：[2026-03-18 09:12:30]'],
    [''],
    ['共12笔记录'],
    ['注：'],
    ['1. 充值/提现/理财通购买/零钱通存取/信用卡还款等交易，将计入中性交易'],
    ['2. 本明细仅供个人对账使用'],
    ['----------------------微信支付账单明细列表--------------------'],
  ],
  columns: [
    ['交易时间', ({ time }) => `${DAY} ${time}`],
    ['交易类型', () => '转账'],
    ['交易对方', name],
    ['商品', (entry) => `转账备注:${remark(entry)}`],
    ['收/支', (entry) => either(entry, '支出', '收入')],
    ['金额(元)', (entry) => `¥${plain(entry)}`],
    ['支付方式', (entry) => either(entry, '零钱', '/')],
    ['当前状态', (entry) => either(entry, '对方已收钱', '已存入零钱')],
    ['交易单号', ({ index }) => `1000050001260316${String(index).padStart(12, '0')}`],
    ['商户单号', ({ index }) => `10000500012603${String(index).padStart(12, '0')}`],
    ['备注', () => '/'],
  ],
}

const of = (bank: Bank, first: number) => bankStatement(bank, first)

/** One payment and nothing beside it: only the heading tells what its minus means. */
const lone = (): CorpusStatement => {
  const { grid, truth } = of(alipay, 30)
  const above = alipay.above.length + 1
  return {
    name: 'alipay-lone',
    grid: [...grid.slice(0, above), ...grid.slice(above + 1, above + 2)],
    truth: truth.slice(1, 2),
  }
}

/** A name without a card is for a person: nothing may be linked. */
const wechatPay = (): CorpusStatement => {
  const statement = of(wechat, 40)
  return { ...statement, truth: statement.truth.map(() => null) }
}

export const WALLETS: readonly CorpusStatement[] = [of(alipay, 20), lone(), wechatPay()]
