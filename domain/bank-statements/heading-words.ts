// The words that banks print above the columns of their statements and lists, as data: what each column holds.

export type ColumnKind =
  | 'day'
  | 'reference'
  | 'name'
  | 'account'
  /** Name and account in one cell. */
  | 'party'
  /** The side that pays, where a bank prints both: who sent back what came back. */
  | 'payer'
  | 'payer-account'
  | 'own-account'
  | 'amount'
  | 'out'
  | 'in'
  | 'direction'
  /** 交易类型: may say that money went out or came back. */
  | 'type'
  | 'balance'
  /** How many payments one line stands for. */
  | 'count'
  /** What became of it, and why not: 支付成功, 已全额退款, 账号户名不符. */
  | 'status'
  /** 冲正标志: whether it was taken back. */
  | 'taken-back'
  | 'currency'
  /** The sum once more, in characters: 壹佰元整. */
  | 'capitals'
  | 'remark'
  /** Known, and of no use here. */
  | 'other'
  /** A heading that nobody knows: what stands below it may still say that a payment failed. */
  | 'strange'

export type KnownHeading = {
  readonly kind: ColumnKind
  /** Of several columns of a kind the first word here wins: 对方户名 says more than 户名. */
  readonly rank: number
  /** It says by itself that money goes to whom it names: 收款人, 实发金额. */
  readonly paysOut: boolean
  /** 付款金额 is one side of the account where 收款金额 stands beside it. */
  readonly pairs?: 'out' | 'in'
  /** 支出(-元): its amounts bear a minus, which takes nothing back. */
  readonly minus?: true
  /** 年, 月 or 日: a part of the day that needs the others. */
  readonly dayPart?: string
  /** 金额(万元): another unit than yuan that it names over its amounts. */
  readonly unit?: string
}

/** Stands for the minus that a heading of money out has in its brackets. */
export const MINUS = '负'

/** From this rank on a word does not say whose name or account it means. */
export const PLAIN_RANK = 3_000

/** Of a word that is in no list and read by what it seems to mean. */
export const STRANGE_RANK = 9_000

/** Whom money goes to; a column of theirs needs no mark of the direction. */
const PAYEE = ['收款人', '收款方', '收款', '收方', '受款人', '收款单位', '收款户', '入账', '转入', '汇入']
/** Whoever is on the other side, payee or payer. */
const OTHER_SIDE = [
  '收付方',
  '收付款人',
  '收付款方',
  '收付款',
  '对方',
  '对方收付款',
  '对方客户',
  '对端',
  '交易方',
  '交易对方',
  '交易对手',
  '交易对手方',
  '对手',
  '对手方',
  '往来',
  '往来单位',
  '相对方',
  '交易对象',
]
const PAYER = ['付款人', '付款方', '付款', '付方', '付款单位', '汇款人', '转出', '汇出', '借方']
const OWN = ['本方', '我方', '本账户', '本单位']

const NAMES = [
  '户名',
  '户名称',
  '名称',
  '姓名',
  '名',
  '账户名称',
  '账户名',
  '账户户名',
  '账号名称',
  '账号户名',
  '单位名称',
  '客户名称',
  '公司名称',
  '客户名',
  '全称',
  '单位',
]
const ACCOUNTS = [
  '账号',
  '账户',
  '卡号',
  '账户号',
  '账户号码',
  '账号卡号',
  '卡号账号',
  '账号或卡号',
  '账卡号',
  '卡账号',
  '户号',
  '银行账号',
  '银行卡号',
  '账户账号',
  '银行账户',
  '结算账号',
  '客户账号',
  '尾号',
  '卡尾号',
  '账号尾号',
  '卡号后四位',
  '账号后四位',
]
const PARTIES = [
  '信息',
  '账户信息',
  '账号户名',
  '账号名称',
  '名称卡号',
  '姓名卡号',
  '户名账号',
  '名称账号',
  '姓名账号',
  '户名及账号',
  '账号及户名',
  '账号与户名',
  '户名与账号',
  '名称及账号',
  '账户户名账号',
  '户名卡号',
]
const NAMED = ['户名', '名称', '姓名', '账户名称', '单位名称']
const BANKS = [
  '行名',
  '行号',
  '银行',
  '开户行',
  '开户行名',
  '开户行名称',
  '开户行号',
  '开户行行号',
  '开户机构',
  '开户银行',
  '银行名称',
  '省市',
  '地区',
  '行',
  '联行号',
]

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** The day itself comes first: 交易时间 beside 交易日 may hold the time alone. */
const DAYS =
  words(`交易日期 交易日 交易日期时间 记账日期 记账日 入账日期 入账日 付款日期 转账日期 发生日期 代发日期 发放日期 支付日期 业务日期 会计日期 日期
  交易时间 交易时间戳 交易日期及时间 记账时间 入账时间 付款时间 转账时间 支付时间 发生时间 处理时间 处理日期 完成时间 完成日期 提交时间 时间戳 时间
  汇款日期 汇出日期 打款日期 划款日期 出账日期 转出日期 扣款日期 清算日期 交割日期 登记日期 发生日 交易发生日期 账务日期 核算日期 过账日期 实际交易日期 到账日期 回单日期 出账时间
  扣款时间 交易完成时间 付款成功时间 支付完成时间 成交时间 到账时间
  月日 起息日 起息日期`)

const REFERENCES =
  words(`客户参考号 客户流水号 企业流水号 客户业务编号 客户业务号 企业参考号 商户订单号 商户单号 商户流水号 企业自制凭证号 业务参考号 参考号 流水号 交易流水号 交易流水 交易单号 银行流水号
  银行流水 流水号码 流水 交易号 交易编号 交易序号 交易参考号 业务编号 业务流水号 业务流水 业务序号 账户明细编号交易流水号 账户明细编号 明细编号 明细序号 柜员交易号 总线流水号
  主机交易流水号 主机流水号 核心流水号 前置流水号 网银流水号 渠道流水号 平台流水号 平台订单号 系统流水号 记账流水号 记账流水 全局流水号 日志号 交易日志号 流程实例号 业务名称编号
  客户申请号 申请号 记录标识号 凭证号 凭证号码 凭证编号 凭证代号 传票号 回单编号 回单号 回单号码 电子回单号码 电子回单号 指令编号 指令序号 指令号 订单号 订单编号 批次号 批次编号 代发批次号 附言里的编号 资金流水单号 微信支付业务单号 业务凭证号`)

/** What arrived comes before what was asked for: 0 below 成功金额 is a payment that failed. */
const PAID_AMOUNTS = words(
  '成功金额 实际到账金额 实际入账金额 实际支付金额 实际付款金额 付款金额 转账金额 汇款金额 实发金额 代发金额 代付金额 发放金额 支付金额 转出总额 实付金额 应付金额 拨付金额 打款金额 付款总额 代发总金额 发放额 实发 实发工资',
)
const AMOUNTS = words(
  '交易金额 发生额 借贷方发生额 借贷方金额 交易发生额 发生金额 交易额 本次发生额 金额 收付金额 收支金额 金额小写 小写金额 小写 收入支出金额 支出收入金额 收入支出 收支额 出入账金额 借贷金额 借贷发生额 交易额 成交金额 总金额 合计金额 收款金额 转账额 本次交易金额 实际金额 清算金额 记账金额 人民币金额 汇划金额 变动金额 动账金额 结算金额',
)
const OUTS =
  words(`借方发生额 借方金额 借方 借 借方发生金额 借方交易金额 支出 支出金额 支出额 付出金额 付出 减少金额 减少额 转出金额 转出 转出额 支取 支取金额 借方支取 支取借方 借方支出 支出借方
  出账金额 出账 取出 取款金额 取款 付方发生额 支出交易金额 借记金额 汇出金额
  付方金额 付方发生 付款额 付款发生额 去账金额 往账金额 转账支出 划出金额 支付额 流出金额 交易支出 借方发生 本期借方 支出发生额 取出金额 支取额`)
const INS =
  words(`贷方发生额 增加金额 增加额 收进 收进金额 贷方金额 贷方 贷 贷方发生金额 贷方交易金额 收入 收入金额 收入额 存入金额 存入 转入金额 转入 转入额 贷方收入 收入贷方 贷方存入 存入贷方
  入账金额 入账 存款金额 存款 收方发生额 收入交易金额 贷记金额 汇入金额
  收方金额 收方发生 来账金额 转账收入 划入金额 流入金额 贷方发生 本期贷方 收入发生额 存入额`)
const DIRECTIONS =
  words(`借贷 借或贷 借贷标志 借贷标识 借贷标记 借贷方向 借贷方 借贷别 借贷类型 借贷状态 借贷记 收支 收支标志 收支标识 收支方向 收支类型 收付 收付标志 收付标识 收付方向 收付类型
  收入支出 支出收入 出入账 出入账标志 进出 进出账 交易方向 资金流向 资金方向 记账方向 往来账 往来账标志 方向
  借贷方标识 借贷方标志 借贷标识符 借贷区分 收支标记 收支类别 往来标志 账务方向 资金收付 交易收支 动账方向 发生方向 收支类型 收付类型 出入方向`)
const REMARKS =
  words(`附言 摘要 用途 备注 交易附言 交易摘要 交易用途 交易备注 摘要说明 摘要描述 附言用途 用途附言 附言备注 备注附言 用途摘要 摘要用途 摘要备注 交易说明 说明 个性化信息 附加信息 转账用途
  客户附言 转账附言 汇款用途 汇款附言 付款用途 业务摘要 业务说明 附言说明 交易名称 备用信息 客户摘要 补充信息 商品 商品名称 商品说明
  摘要内容 交易事由 款项用途 资金用途 转账备注 汇款备注 付款说明 交易描述 留言 交易留言 用途说明 业务备注 其它摘要 其他摘要`)
const TYPES = words('交易类型 业务类型 交易种类 业务种类 交易类别 业务类别 类型 交易方式 来往账')
const BALANCES = words(
  '余额 账户余额 当前余额 本次余额 交易后余额 联机余额 账面余额 结余 结存 结存金额 余额元 交易余额 活期余额 账户当前余额 交易后账户余额 实时余额 存款余额 变动后余额',
)
const COUNTS = words(
  '笔数 总笔数 交易笔数 代发笔数 成功笔数 代发总笔数 付款笔数 付款总笔数 成功总笔数 代发成功笔数 明细笔数 人数 代发人数 明细条数',
)

const STATUSES =
  words(`状态 交易状态 处理状态 处理结果 结果 交易结果 转账状态 转账结果 支付状态 支付结果 付款状态 付款结果 汇款状态 代发状态 代发结果 代付状态 代付结果 发放状态 发放结果 入账状态 入账结果
  银行状态 银行处理结果 银行处理状态 银行返回 银行返回信息 返回信息 返回结果 明细状态 指令状态 订单状态 结果说明 结果描述 处理说明 失败原因 失败信息 错误信息 错误原因 拒绝原因 退票原因 退回原因 当前状态
  成功标志 是否成功 是否到账 处理标志 回盘标志 回盘结果 回盘状态 返回码 返回码说明 响应码 响应信息 错误码 错误描述 失败描述 状态描述 状态说明 交易状态描述 交易结果描述 支付结果描述 处理状态描述
  结果信息 扣款状态 扣款结果 到账状态 出款状态 打款状态 打款结果 执行状态 执行结果 批次状态 记账状态 记账结果 核对结果`)
const TAKEN_BACK = words(
  '冲正标志 冲账标志 抹账标志 撤销标志 退票标志 退汇标志 退回标志 红蓝字标志 是否冲正 是否冲账 是否退汇 是否退票 是否退回 是否撤销',
)
const CURRENCIES = words('币种 币别 货币 货币类型 交易货币 交易币种 账户币种 币种名称')

/** Known, and of no use here: their place keeps their cells out of the other columns. */
const OTHERS =
  words(`序号 编号 行号 顺序号 开户行 开户银行 开户网点 渠道 交易渠道 柜员 柜员号 经办 复核 网点 交易网点 网点号
  交易机构 交易机构名称 机构 交易行 交易行名 交易行号 交易地点 交易场所 手续费 服务费 费用 凭证种类 凭证类型 凭证类别 摘要代码 摘要码 汇率 可用余额 余额方向 身份证号 证件号码
  手机号 关联账户 公司卡号 公司卡 现转标志 现转 钞汇标志 钞汇 交易代码 交易码 冻结金额 对方类型 业务名称 产品名称 伙伴行 省市 备用金`)
/** The sum once more, in characters. */
const CAPITALS = words('大写金额 金额大写 大写 大写金额合计 人民币大写 合计大写 交易金额大写')

const KNOWN = new Map<string, KnownHeading>()

function learn(kind: ColumnKind, list: readonly string[], from = 0, paysOut = false): void {
  for (const [index, word] of list.entries())
    if (!KNOWN.has(word)) KNOWN.set(word, { kind, rank: from + index, paysOut })
}

function learnMinus(list: readonly string[]): void {
  for (const [rank, word] of list.entries())
    KNOWN.set(word + MINUS, { kind: 'out', rank, paysOut: false, minus: true })
}

const joined = (who: readonly string[], what: readonly string[]) =>
  who.flatMap((one) => what.map((other) => one + other))

learn('day', DAYS)
/** Below these words may stand the time alone. */
export const TIME_RANKS: ReadonlySet<number> = new Set(
  DAYS.flatMap((word, rank) => (word.includes('时间') ? [rank] : [])),
)
learn('reference', REFERENCES)
learn('amount', PAID_AMOUNTS, 0, true)
learn('amount', AMOUNTS, 20)
learn('out', OUTS)
learnMinus(OUTS)
learn('in', INS)
learn('direction', DIRECTIONS)
learn('remark', REMARKS)
learn('type', TYPES)
learn('balance', BALANCES)
learn('count', COUNTS)
learn('status', STATUSES)
learn('taken-back', TAKEN_BACK)
learn('currency', CURRENCIES)
learn('party', joined(PAYEE, PARTIES), 0, true)
learn('party', joined(OTHER_SIDE, PARTIES), 1_000)
// 对方账号 above 对方户名: both stand in one cell.
const bothOf = (who: readonly string[]) =>
  who.flatMap((one) =>
    joined(NAMED, ['账号', '卡号', '账户']).flatMap((both) => {
      const [name, account] = [both.slice(0, -2), both.slice(-2)]
      return [one + name + one + account, one + account + one + name]
    }),
  )
learn('party', bothOf(PAYEE), 0, true)
learn('party', bothOf(OTHER_SIDE), 1_000)
learn('name', joined(PAYEE, NAMES), 0, true)
learn('name', ['收款人', '收款方', '收款单位', '受款人', '领款人'], 500, true)
learn('name', joined(OTHER_SIDE, NAMES), 1_000)
learn('name', ['收付方', '收付款人', '对方', '交易对方', '交易对手', '交易对象', '对手方', '往来单位'], 1_500)
learn('name', joined(['贷方'], NAMES), 1_400)
learn('account', joined(PAYEE, ACCOUNTS), 0, true)
learn('account', joined(['贷方'], ACCOUNTS), 1_400)
learn('account', joined(OTHER_SIDE, ACCOUNTS), 1_000)
learn('payer', joined(PAYER, NAMES))
learn('payer', ['付款人', '付款方', '付款单位', '汇款人'], 500)
learn('payer-account', joined(PAYER, ACCOUNTS))
learn('own-account', joined(OWN, ACCOUNTS))
learn('other', joined(OWN, NAMES))
learn('other', joined([...PAYEE, ...OTHER_SIDE, ...PAYER, ...OWN], BANKS))
// In a list of payouts these are the person's; in a statement they are the own ones, and a better word stands beside them.
learn(
  'name',
  [
    '户名',
    '姓名',
    '员工姓名',
    '人员姓名',
    '员工名称',
    '持卡人姓名',
    '持卡人',
    '账户名称',
    '账户名',
    '客户名称',
    '名称',
  ],
  PLAIN_RANK,
)
learn(
  'account',
  [
    '账号',
    '卡号',
    '银行卡号',
    '银行账号',
    '账户',
    '账号卡号',
    '卡号账号',
    '账卡号',
    '卡账号',
    '储蓄卡号',
    '卡折号',
  ],
  PLAIN_RANK,
)
learn('other', OTHERS)
learn('capitals', CAPITALS)

for (const [word, pairs] of [
  ['付款金额', 'out'],
  ['支付金额', 'out'],
  ['收款金额', 'in'],
] as const) {
  const known = KNOWN.get(word)
  if (known) KNOWN.set(word, { ...known, pairs })
}

export const KNOWN_HEADINGS: ReadonlyMap<string, KnownHeading> = KNOWN
