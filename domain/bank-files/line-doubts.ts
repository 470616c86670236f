// What else a line of a result says of itself beside its state: where that contradicts it, or may, the line settles nothing (ADR 108, ADR 157).

import { isOtherCurrency } from '../bank-statements/currencies.ts'
import { sideOfMark } from '../bank-statements/directions.ts'
import { bareHeading, type ColumnKind, knownHeading, strangeHeading } from '../bank-statements/headings.ts'
import { isTakenBack, statusOf, tellsUndone } from '../bank-statements/line-status.ts'
import { capitalSums } from '../money/capital-amount.ts'
import { payeeDifference } from '../transfers/payee.ts'
import { amountIn } from './result-amount.ts'
import type { AmountUnit, ResultStatus } from './result-mapping.ts'
import { sameCard } from './row-fit.ts'
import { isDayOfOrder } from './told-batch.ts'

/** Where a sheet says more of what became of its payments. */
export type DoubtColumns = {
  /** Headed as a state, a result or a reason. */
  readonly states: readonly number[]
  /** Headed by words that nobody knows, by 备注, or by a type of business: only plain words of failure count. */
  readonly strange: readonly number[]
  /** 冲正标志, 退款金额. */
  readonly takenBack?: readonly number[]
  /** 退回金额 alone. */
  readonly backAmounts?: readonly number[]
  /** 借贷标志. */
  readonly directions?: readonly number[]
  /** 币种. */
  readonly currencies?: readonly number[]
  /** 到账金额, 实付金额: what was paid, beside what was to be. */
  readonly paid?: readonly { readonly at: number; readonly arrived: boolean }[]
  /** 金额大写. */
  readonly capitals?: readonly number[]
  /** 付款账号. */
  readonly payer?: number | undefined
  /** 户名校验, 户名是否一致. */
  readonly verdicts?: readonly number[]
  /** 实际户名: whose card the bank found it to be. */
  readonly actualNames?: readonly number[]
  /** 处理日期, 提交时间. */
  readonly days?: readonly number[]
  /** 到账时间: a payment that failed has none. */
  readonly arrivals?: readonly number[]
  /** 交易类型: a payment is no refund. */
  readonly types?: readonly number[]
  /** 是否到账. */
  readonly arrived?: readonly number[]
  /** 实际收款账号: to which card the bank paid it. */
  readonly actualCards?: readonly number[]
}

const PAID_AMOUNT =
  /(?:实际|成功|到账|入账|实付|实发|已付|支付|付款|转账|打款|扣款|清算|记账)(?:支付|付款|转账)?金额$|^(?:实际|成功)(?:到账|入账|支付|付款|发放|代发)(?:数额?|额)?$/
const VERDICT = /(?:户名|姓名|名称|账户|账号|卡号).*(?:校验|核对|核验|比对|验证|一致|相符|匹配)/
const AGREED =
  /^(?:-*|\/|无|一致|相符|相同|匹配|通过|正确|正常|成功|是|Y|YES|TRUE|0{4}|(?:校验|核对|核验|比对|验证|户名)(?:通过|成功|一致|相符|正确))$/
const ACTUAL_NAME =
  /^(?:实际|银行登记|银行预留|登记|开户|入账|到账|核心|系统|行内)(?:收款)?(?:[人方])?(?:账户)?(?:户名|姓名|账户名称|收款人名称)$/
const ARRIVED = /实际|成功|到账|入账|已付/
const ARRIVAL = /^(?:实际)?(?:到账|成功)(?:日期|时间)$/
/** 挂账标志, 是否落地, 退款时间: whatever stands there, but a no, speaks against a success. */
const SET_ASIDE = '(?:落地|挂账|可疑|异常|冻结|止付|失败|拒绝|重复|人工|退[款回票汇]|冲[正账]|撤销|抹账|红字)'
const ASIDE = new RegExp(
  `${SET_ASIDE}(?:标志|标识|标记)$|^是否(?:已|被)?${SET_ASIDE}|^(?:退[款回票汇]|冲[正账]|撤销|抹账)(?:交易)?(?:日期|时间|流水号?|编号)$`,
)
const LEFT_OVER = /^(?:差额|[未欠](?:付|支付|发|发放|入账|到账|处理)(?:金额|款|额)?)$/
const HAS_ARRIVED = /^是否(?:已|成功)?(?:入账|到账|成功|支付|付款|发放|代发|收款)/
const NOT_SO = /^(?:N|NO|F|FALSE|0|[否未不].*)$/i
const ACTUAL_CARD = /^(?:实际|银行登记|入账|到账|核心|系统)(?:收款)?(?:[人方])?(?:账号|卡号|账户)$/
const REFUND = /退款|退回|退票|退汇|冲[正账]|撤销|抹账|红字/
/** Of remarks and types of business, plain words alone count: they are ours or the bank's own. */
const PLAIN_WORDS: ReadonlySet<ColumnKind> = new Set(['remark', 'type', 'strange'])

/** Of the columns that are not read as something else; those of plain words are looked through all the same. */
export function doubtColumns(
  cells: readonly string[],
  read: Iterable<number>,
  plain: readonly number[],
): DoubtColumns {
  const taken = new Set(read)
  const others = cells.flatMap((cell, at) => {
    if (taken.has(at) || plain.includes(at)) return []
    const heading = bareHeading(cell)
    // Nobody knows what a column without a heading is for.
    if (cell.trim() === '') return [{ at, heading, kind: 'strange' as const }]
    return [{ at, heading, kind: (knownHeading(heading) ?? strangeHeading(cell)).kind }]
  })
  const of = (kind: ColumnKind) => others.flatMap((one) => (one.kind === kind ? [one.at] : []))
  const paid = others.filter(({ heading }) => PAID_AMOUNT.test(heading))
  return {
    states: of('status').filter((at) => !paid.some((one) => one.at === at)),
    strange: [...plain, ...others.flatMap(({ at, kind }) => (PLAIN_WORDS.has(kind) ? [at] : []))],
    takenBack: [
      ...new Set([
        ...of('taken-back'),
        ...others.flatMap(({ at, heading }) => (ASIDE.test(heading) || LEFT_OVER.test(heading) ? [at] : [])),
      ]),
    ],
    backAmounts: of('taken-back').filter((at) => /额$/.test(bareHeading(cells[at] ?? ''))),
    directions: of('direction'),
    currencies: of('currency'),
    capitals: of('capitals'),
    paid: paid.map(({ at, heading }) => ({ at, arrived: ARRIVED.test(heading) })),
    payer: of('payer-account')[0],
    verdicts: others.flatMap(({ at, heading }) => (VERDICT.test(heading) ? [at] : [])),
    actualNames: others.flatMap(({ at, heading }) => (ACTUAL_NAME.test(heading) ? [at] : [])),
    days: others.flatMap(({ at }) => (isDayOfOrder(cells[at] ?? '') ? [at] : [])),
    arrivals: others.flatMap(({ at, heading }) => (ARRIVAL.test(heading) ? [at] : [])),
    types: of('type'),
    arrived: others.flatMap(({ at, heading }) => (HAS_ARRIVED.test(heading) ? [at] : [])),
    actualCards: others.flatMap(({ at, heading }) => (ACTUAL_CARD.test(heading) ? [at] : [])),
  }
}

type Told = {
  readonly cells: readonly string[]
  readonly amountFen: bigint
  readonly unit: AmountUnit | undefined
  readonly name: string
  readonly cardNo: string
}

/** Success with a reason why not, or a failure that was one with no fault, is neither. */
export function undoubted(status: ResultStatus, line: Told, doubts: DoubtColumns): ResultStatus {
  const textsAt = (columns: readonly number[] = []) => columns.map((at) => line.cells[at] ?? '')
  if (textsAt(doubts.currencies).some(isOtherCurrency)) return 'unknown'
  const told = statusOf(textsAt(doubts.states))
  if (status === 'succeeded') {
    const isDenied =
      (told !== undefined && told !== 'done') ||
      textsAt(doubts.strange).some((text) => tellsUndone(text) || tellsUnsettled(text)) ||
      textsAt(doubts.arrived).some((text) => NOT_SO.test(text.trim())) ||
      textsAt(doubts.types).some((text) => REFUND.test(text)) ||
      isTakenBack(textsAt(doubts.takenBack)) ||
      textsAt(doubts.directions).some((mark) => sideOfMark(mark) === 'in') ||
      paidAmounts(line, doubts).some(({ fen }) => fen !== line.amountFen) ||
      isOtherSum(textsAt(doubts.capitals), line.amountFen) ||
      isOther(line, doubts)
    return isDenied ? 'unknown' : status
  }
  if (status !== 'returned' && status !== 'rejected') return status
  if (textsAt([...doubts.states, ...doubts.strange]).some(leavesOpen)) return 'unknown'
  if (status === 'returned') return told === 'done' || isInPart(line, doubts) ? 'unknown' : status
  const isPaid =
    told === 'done' ||
    textsAt(doubts.arrivals).some((text) => !NEVER.test(text.trim())) ||
    paidAmounts(line, doubts).some(({ fen, arrived }) => arrived && fen !== 0n)
  return isPaid ? 'unknown' : status
}

/** The sum once more, in characters: another one is not what these figures say. */
function isOtherSum(texts: readonly string[], fen: bigint): boolean {
  const sums = texts.flatMap(capitalSums)
  return sums.length > 0 && !sums.includes(fen)
}

/** The bank says itself that the card is somebody else's. */
function isOther(
  { cells, name, cardNo }: Told,
  { verdicts = [], actualNames = [], actualCards = [] }: DoubtColumns,
): boolean {
  const texts = (columns: readonly number[]) => columns.map((at) => (cells[at] ?? '').replace(/\s/g, ''))
  return (
    texts(verdicts).some((text) => !AGREED.test(text.toUpperCase())) ||
    texts(actualCards).some((text) => cardNo !== '' && /\d{4}/.test(text) && !isSameCard(cardNo, text)) ||
    texts(actualNames).some(
      (text) => !BLANK.test(text) && payeeDifference({ name, cardNo: '' }, { name: text }) !== undefined,
    )
  )
}

/** Either of them may be masked. */
const isSameCard = (one: string, other: string): boolean => sameCard(one, other) || sameCard(other, one)

const BLANK = /^[-/]*$/
/** A day that there is none of. */
const NEVER = /^[-/0:. ]*$/

/** In a cell that says nothing else: it has not arrived, or not for good. */
const UNSETTLED =
  /^(?:[尚暂]?未(?:入账|到账|处理|支付|付款|成功|发放|清算|记账|扣款|上账)|已退[回款还]|(?:转|银行|已)?挂账|转?落地|待(?:处理|入账|到账|清算|发放?|支付|付款|授权|复核|审[核批]|确认)|(?:受理|提交|发送|预约)成功|已(?:受理|提交|发送|接收)$|等待)(?!.*已(?:入账|到账|支付|付款|发放|记账)).{0,8}$/
const tellsUnsettled = (text: string): boolean => UNSETTLED.test(text.replace(/\s/g, ''))

/** 退回金额: money of which a part came back is settled by nobody here. */
function isInPart({ cells, unit, amountFen }: Told, { backAmounts = [] }: DoubtColumns): boolean {
  return backAmounts.some((at) => {
    const fen = amountIn(cells[at] ?? '', unit)
    return fen !== undefined && fen !== 0n && fen !== amountFen
  })
}

/** What cannot be read is no amount that we know of. */
function paidAmounts({ cells, unit }: Told, { paid = [] }: DoubtColumns) {
  return paid.flatMap(({ at, arrived }) => {
    const text = (cells[at] ?? '').trim()
    return text === '' || /^[-/]+$/.test(text) ? [] : [{ arrived, fen: amountIn(text, unit) }]
  })
}

const REPEATED = /(?<![A-Z0-9])(?:DU0\d|AM05|DUPL)(?![A-Z0-9])|DUPLICATE|重复|重覆/i
const TAKEN_ALREADY = /已(?:经)?(?:存在|提交|上传|发送|受理|处理|导入|支付|付款|成功)/

/** Said in so many words, wherever it stands. */
export const isRepeated = (text: string): boolean => REPEATED.test(text)

/** The bank refuses what it has had before: that says nothing of what became of it then, and paying again would pay twice. */
export const isDuplicate = (reason: string): boolean => isRepeated(reason) || TAKEN_ALREADY.test(reason)

const OPEN =
  /超时(?!间)|(?:结果|状态|成功与否)(?:未[知明定决]|不明|不详|不确定|待定)|未知(?:错误|异常|原因)|可疑|(?:处理|受理|执行|清算)中|待(?:银行|人工|进一步)?(?:查|核|处理|确认|清算)|(?:查询|查证|核实|确认)(?:交易|付款|支付|处理|该笔)*(?:结果|状态|是否)|未(?:收到|返回)|无(?:应答|响应|返回|回执)|(?:[尚暂]?未|等待)(?:应答|回执|响应)|(?:通讯|通信|网络)(?:异常|错误|失败|中断|故障)|(?:返回|应答|响应|前置|主机)(?:结果|报文)?异常|已(?:经)?(?:扣款|扣账|出账|入账|到账|上账)|(?:扣款|扣账|部分|预约|受理)已?成功|部分(?:金额|款项?)?已?(?:入账|到账|支付|付款|发放)|稍[后候]再?(?:查|核实)|落地|[待转]人工|人工(?:处理|审核|干预|清算)|(?:次|隔|下一?个?工作?)日(?:再|自动)?(?:处理|入账|清算|支付|付款|发送|转出)|顺延|延[时迟](?:到账|入账|处理|转账|支付)|排队|已(?:经)?(?:重新|再次|重)(?:汇|发|支付|付款|转|入账|处理|提交)|在途|挂账|暂挂|(?:转|待)柜[面台]|柜[面台]处理|查证|待解冻|(?:资金|款项)已(?:冻结|[转划汇]出)|已汇出|(?:冲[正账]|撤销|抹账|退[回款汇])失败|(?<![未不非没])成功|(?:[重补][汇发付]|[二再]次(?:发送|发起|提交|汇出|支付|付款|转账|处理|入账)?)[已后]?成功|(?<!更正后|修改后|核实后)已补[发付汇]|(?:退[票汇回]|失败)后补[发付汇]|TIME-?\s?OUT|TIMED OUT|(?<![A-Z0-9])(?:AB0[5-9]|AB10|NOAS)(?![A-Z0-9])/i

/** A failure that nobody is sure of: the bank was not heard, is at it still, or has the money out of the account. */
export const isOpen = (reason: string): boolean => OPEN.test(reason)

/** Beside a failure, below whatever heading; 已提交 and 已受理 are states of any order there. */
const leavesOpen = (text: string): boolean => isRepeated(text) || isOpen(text)

/** Why a bank refuses for good. Of other words nobody knows whether the money went. */
const GROUND =
  /户名|姓名|名称|[账帐][号户]|卡|余额|头寸|不足|限额|额度|超[过限出]|[销开]户|注销|挂失|冻结|止付|久悬|睡眠|不动户|不(?:存在|符|匹配|一致|正确|正常|合法|支持|允许|受理|能|可|在|予)|无[效权此法]|未(?:找到|查到|签约|开通|激活|实名|授权|通过|登记)|没有|有误|错误?|过期|失效|证件|身份|行[号名别]|开户行|联行|权限|拒|黑名单|洗钱|风控|风险|涉案|管控|限制|签约|协议|关闭|币种|格式|必输|为空|非法|日切|非(?:工作|业务|营业|受理)|撤销|取消|退[回票汇]|密码|驳回|停[用止]|维护|暂停|异常|失败|已冲正|收款人|要素|信息|类户|上限|死亡|身故|重名|未(?:参加|加入|绑定)|字段|长度|字符|校验/
const isGrounded = (reason: string): boolean => !/\p{Script=Han}/u.test(reason) || GROUND.test(reason)

/** As a sheet tells it: a failure for a reason that is none stays open. */
export const foundedEnd = (status: ResultStatus, reason: string): ResultStatus =>
  status === 'rejected' && !isGrounded(reason) ? 'unknown' : definiteEnd(status, reason)

/** A refusal of the second copy is no refusal of the first, and what may still be paid did not fail. */
export const definiteEnd = (status: ResultStatus, reason: string): ResultStatus => {
  if (status === 'rejected' && (isDuplicate(reason) || isOpen(reason))) return 'unknown'
  return status === 'returned' && isOpen(reason) ? 'unknown' : status
}
