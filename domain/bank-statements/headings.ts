// Knows the column headings of bank statements by the words that banks use for them.

export type ColumnKind =
  | 'day'
  | 'reference'
  | 'name'
  | 'account'
  | 'amount'
  | 'out'
  | 'in'
  | 'direction'
  | 'remark'
  | 'other'

export type KnownHeading = {
  readonly kind: ColumnKind
  /** Of several columns of a kind the first word here wins: 对方户名 says more than 户名. */
  readonly rank: number
}

const WORDS: Readonly<Record<Exclude<ColumnKind, 'other'>, string>> = {
  day: '交易日期 交易时间 交易日期时间 记账日期 记账时间 入账日期 入账时间 付款日期 转账日期 发生日期 处理时间 完成时间 日期 记账日 交易日',
  reference:
    '客户参考号 客户流水号 企业流水号 客户业务编号 企业参考号 商户订单号 参考号 流水号 交易流水号 银行流水号 流水号码 交易号 交易编号 交易序号 业务编号 业务流水号 业务参考号 凭证号 凭证号码 凭证编号 回单编号 回单号 指令编号 指令序号 订单号 附言里的编号',
  name: '收款人 收款人户名 收款人名称 收款人姓名 收款户名 收款方户名 收款方名称 收款方 收款账户名称 对方户名 对方名称 对方姓名 对方账户名称 对方账户名 对方单位 交易对手 交易对手名称 交易对方 户名 姓名 账户名称',
  account:
    '收款账号 收款人账号 收款方账号 收款账户 收款卡号 收款人卡号 收款账号卡号 对方账号 对方账户 对方卡号 对方账号卡号 交易对手账号 交易对方账号 账号 卡号 账户 账号卡号 银行卡号',
  amount: '交易金额 发生额 交易发生额 发生金额 转账金额 付款金额 汇款金额 实发金额 金额',
  out: '借方发生额 借方金额 借方 支出 支出金额 付出金额 转出金额 转出',
  in: '贷方发生额 贷方金额 贷方 收入 收入金额 存入金额 转入金额 转入',
  direction: '借贷 借贷标志 借贷标识 借贷方向 收支 收支标志 收支方向 收支类型 交易方向 方向',
  remark: '附言 摘要 用途 备注 交易附言 交易摘要 摘要说明 附言用途 用途附言 附言备注 备注附言 交易说明 说明',
}

/** Known, and of no use here: their place keeps their cells out of the other columns. */
const OTHERS =
  '余额 账户余额 当前余额 本次余额 序号 编号 行号 币种 币别 货币 开户行 对方开户行 对方行名 对方银行 收款行 收款银行 收款开户行 收款人开户行 付款人 付款户名 付款账号 付款人账号 付款人户名 渠道 交易渠道 交易类型 交易种类 业务类型 状态 交易状态 时间 柜员 柜员号 网点 交易网点 交易机构 手续费 凭证种类'

const KNOWN = new Map<string, KnownHeading>()
for (const [kind, words] of Object.entries(WORDS))
  for (const [rank, word] of words.split(' ').entries()) KNOWN.set(word, { kind: kind as ColumnKind, rank })
for (const word of OTHERS.split(' ')) KNOWN.set(word, { kind: 'other', rank: 0 })

const STARTS = new Set<string>()
for (const word of KNOWN.keys())
  for (let length = 1; length <= word.length; length += 1) STARTS.add(word.slice(0, length))

/** Only its Chinese characters: 金额(元), *交易 日期, Amount 金额, 借/贷 all lose their trimmings. */
export function bareHeading(text: string): string {
  return text.replace(/\([^)]*\)?/g, '').replace(/[^\p{Script=Han}]/gu, '')
}

export function knownHeading(bare: string): KnownHeading | undefined {
  return KNOWN.get(bare)
}

/** Whether a heading that is wrapped over several lines may begin like this. */
export function startsHeading(bare: string): boolean {
  return STARTS.has(bare)
}

/** What a table must have to be a statement: an amount, and something that tells whose it is (D32). */
export function isStatementTable(kinds: ReadonlySet<ColumnKind>): boolean {
  const hasAmount = kinds.has('amount') || kinds.has('out')
  return hasAmount && (kinds.has('reference') || kinds.has('account'))
}
