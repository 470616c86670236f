// What a row, its section or a note of a sheet says against paying it in yuan: another unit or currency, or that it is not to be paid.

import { simplified } from '../bank-statements/traditional.ts'
import { capitalSums } from '../money/capital-amount.ts'
import { parseYuan } from '../money/fen.ts'
import { unitAbove } from './amount-words.ts'
import { bareHeading } from './heading-words.ts'
import { PAID, remarkAgainst } from './remark-says.ts'
import { withheld } from './withheld-mark.ts'

/** A column beside ours that may speak against a row. */
export type Speaking = 'unit' | 'state' | 'remark' | 'capitals'

const CAPITALS_HEADING = /大写/
const UNIT_HEADING = /^(?:币种|币别|货币|货币种类|金额单位|单位|currency|ccy|unit)$/i
const STATE_HEADING =
  /^(?:本[次期月批])?(?:是否|有否)(?:已|要|可以?|需)?(?:发放?|支付|付款?|打款|结算|转账|代发|提现)$|^(?:发放|支付|付款|打款|结算|转账|代发|人员|在职|员工)?(?:状态|标志|标识|与否)$|^已(?:发放?|付款?|支付|打款|结清|结算)$|^(?:审核|审批|复核|核对|核实)(?:结果|状态|意见|情况)?$|^(?:本[次期月])?(?:发放|支付|付款|打款|结算|转账|代发|财务|主管|领导|人事)?(?:确认|核对|勾选|打[勾钩])(?:结果|状态|情况|栏|列)?$|^(?:发放|支付|付款|打款|结算|转账|代发|提现|收款|领取|领款|结款)(?:情况|结果|方式|渠道|途径)$|^(?:发放|支付|付款|打款)$|^(?:是否)?有效$|^应付状态$|^验收(?:结果|状态|意见|情况)?$|^(?:流程|单据|业务|申请|处理|记录|订单)状态$|^(?:payment|pay|approval|review|employee|employment)?status$|^(?:approved|approval|approve|pay|paid|payable|hold)\??$/
/** 是否停发, 黑名单: a yes speaks against the row. */
const STOP_HEADING =
  /^(?:是否|有否)?(?:已?(?:停发|停付|缓发|不发|扣发|暂扣|扣留|挂账|暂停|暂缓)(?:发放?|支付|付款)?|暂不发放?|已?(?:冻结|作废|取消|异常)|黑名单)(?:标记|标志|标识|人员)?$/
/** 银行回单号: whatever stands there was given for a payment. */
const RECEIPT_HEADING =
  /^(?:银行|付款|打款|转账|支付|交易|电子)?(?:回单(?:号码?|编号)?)$|^(?:银行|付款|打款|转账|支付|交易)流水号?$/
/** 是否本人卡: a no does. */
const OWN_HEADING = /^(?:是否|是不是)(?:为)?(?:其)?本人(?:的)?(?:银行)?(?:卡|账户|账号|帐户|帐号|收款|收)?$/
const CARD_HEADING = /^(?:银行|收款)?(?:账户|账号|帐户|帐号|卡|卡号|银行卡|卡片)(?:状态|情况)$/
/** A column of remarks beside the one that is read: 财务备注, 特别说明, 处理意见. */
const REMARK_HEADING =
  /^(?:\p{Script=Han}{0,3}(?:备注|说明|附注|批注|标注|情况|意见|事项)[\d一二三]?|其[他它]|notes?|remarks?|comments?)$/iu

export function speakingHeading(text: string): Speaking | undefined {
  const bare = simplified(bareHeading(text))
  if (CAPITALS_HEADING.test(text.normalize('NFKC'))) return 'capitals'
  if (UNIT_HEADING.test(bare)) return 'unit'
  if (
    [STATE_HEADING, STOP_HEADING, OWN_HEADING, CARD_HEADING, RECEIPT_HEADING].some((form) => form.test(bare))
  )
    return 'state'
  return REMARK_HEADING.test(bare) ? 'remark' : undefined
}

export type SpeakingColumn = {
  readonly kind: Speaking
  /** 已发放: a yes speaks against it. */
  readonly isDone: boolean
  /** 是否发放: a no does. */
  readonly asks: boolean
  /** 打款状态: what is done there is paid. */
  readonly isOfPay: boolean
  /** 银行回单号: a number stands for a payment. */
  readonly isReceipt?: boolean
}
export type SpeakingColumns = ReadonlyMap<number, SpeakingColumn>

/** The columns of a heading row that speak, but for those that are read. */
export function speakingColumns(
  cells: ReadonlyMap<number, string>,
  isOurs: (column: number) => boolean,
): SpeakingColumns {
  const found = new Map<number, SpeakingColumn>()
  for (const [column, text] of cells) {
    const kind = isOurs(column) ? undefined : speakingHeading(text)
    const bare = simplified(bareHeading(text))
    if (kind === 'capitals' && namesOtherSums(cells, isOurs)) continue
    if (kind)
      found.set(column, {
        kind,
        isDone: /已|^(?:paid|hold)\??$/.test(bare) || STOP_HEADING.test(bare),
        asks: ASKS.test(bare) && !STOP_HEADING.test(bare),
        isOfPay: OF_PAY.test(bare),
        ...(RECEIPT_HEADING.test(bare) && { isReceipt: true }),
      })
  }
  return found
}

/** Beside 税费 or 应发 the sum in characters may be theirs. */
const OTHER_SUM = /额|应[发付]|实[发付得领]|税|费|扣|合计|总/

function namesOtherSums(cells: ReadonlyMap<number, string>, isOurs: (column: number) => boolean): boolean {
  return [...cells].some(
    ([column, text]) =>
      !isOurs(column) && speakingHeading(text) === undefined && OTHER_SUM.test(simplified(text)),
  )
}

/** None of the sums in characters is that of the figures: which of them is meant, nobody knows. */
export function capitalsAgainst(text: string, amount: string): string | undefined {
  if (text === '') return undefined
  const sums = capitalSums(text.normalize('NFKC'))
  const fen = parseYuan(amount)
  return sums.length === 0 || fen === undefined || sums.includes(fen) ? undefined : withheld('与大写金额不符')
}

/** A cross below 发放确认 is a no. */
const ASKS =
  /^(?:本[次期月批])?(?:是否|有否)|^(?:发放|支付|付款|打款|有效)$|(?:标志|标识|与否)$|(?:确认|核对|审核|审批|复核|核实|勾选|打[勾钩])(?:结果|状态|栏|列)?$|^(?:approved|approval|approve|pay|payable)\??$/
const OTHER_UNIT =
  /^(?:万元?|千元?|百元|亿元?|分|角|美元|美金|港元|港币|欧元|日元|英镑|usd|hkd|eur|jpy|gbp|\$|€|£)$/i
const NO = /^(?:否|不|不是|不要|没有|无|n|no|false|[×✗✘✖❌☒╳x])$/i
const YES = /^(?:是|有|已|y|yes|true|[√✓✔✅☑]|v|1)$/i
const UNPAID =
  /^(?:下[次月批期周]|次月|不发|停发|暂停|暂缓|暂不|暂扣|挂账|不予|不用|不需|无需|不付|停付|作废|取消|撤销|冻结)|(?:不发|停发|不予发放|不用发|暂不发放?|暂停发放|暂缓发放|无需发放|无需支付|不付款?)$/
const OF_PAY = /^(?:发放|支付|付款|打款|转账|代发|提现)|^pay(?:ment)?status$/
const DONE = /^(?:已经?)?(?:完成|成功|到账)$|^(?:paid|completed?|success(?:ful)?|done|settled)$/i

/** Somebody who had to say yes has said no. */
const REFUSED =
  /^(?:审核|审批|复核)?(?:已?被|已经?|人工|财务|领导)*(?:不通过|未通过|未过|不予通过|不合格|不批准?|驳回|拒绝|拒批|否决|打回|不同意|退回|撤[回销]|中止|终止|关闭|黑名单)|^(?:rejected|declined|denied|refused|notapproved|unapproved|cancell?ed|void(?:ed)?|withdrawn|terminated|onhold|hold|held|stopped|blocked|donotpay|notpayable|suspended|duplicate)$/i
/** Nobody has said yes yet. */
const PENDING =
  /^(?:待|未|尚未|等待)(?:我|领导|主管|经理|部门|财务|人事|老板|甲方|客户|一级|二级|提交)?(?:审批?|审核|复核|核对|核实|确认|批准|提交|通过)$|^(?:审批|审核|复核|流程|流转)中$|^(?:草稿|暂存)$|^(?:pending(?:approval|review|confirmation)?|underreview|inreview|draft|tbc|tbd)$/i
/** No card to pay to. */
const BLOCKED = /^(?:已?(?:注销|销户|挂失|冻结|失效|停用)|异常|受限|无效|不可用)$/
/** Paid, but not by a bank. */
const OTHER_WAY = /^(?:现金|微信|支付宝|支票|现结|线下|实物|抵扣)/

const RECEIPT = /^[a-z]{0,6}[\w-]*\d{6}[\w-]*$/i

/** The word that speaks against it; undefined where nothing does. */
export function saysAgainst(
  { kind, isDone, asks, isOfPay, isReceipt }: SpeakingColumn,
  text: string,
): string | undefined {
  const word = simplified(text.normalize('NFKC').replace(/\s/g, ''))
  if (kind === 'capitals') return undefined
  if (kind === 'unit') return OTHER_UNIT.test(word) ? word : undefined
  if (kind === 'remark') return remarkAgainst(word)
  if (isReceipt) return RECEIPT.test(word) ? withheld('已有回单') : undefined
  const isRefused =
    [REFUSED, PENDING, BLOCKED, OTHER_WAY].some((form) => form.test(word)) || (isOfPay && DONE.test(word))
  const isAgainst =
    isRefused || UNPAID.test(word) || PAID.test(word) || (isDone ? YES.test(word) : asks && NO.test(word))
  return isAgainst ? withheld(word) : undefined
}

const SECTION =
  /^待(?:发放?|付款?|确认|核实|补[充办]?|定|审核?)|待(?:确认|核实|核对|审核|补资料|补卡)(?:的?(?:人员|名单|明细))?[:：]?$|(?:资料|信息|卡号)(?:不全|不齐|有误|缺失)|已经?(?:发放?|付款?|支付|打款|结清)|作废|不发|停发|不予发放|暂停发|暂缓发|暂不发|无需发放|不用发|现金(?:发放|支付|领取|结算)|(?:下月|下次|次月|另行|线下)再?(?:发|付|结)/
const ADVICE = /请|勿|须|若|如有|否则/
const MAX_SECTION = 24
const MAX_TITLE = 40

/** Of a title over rows: 上月已发放明细. */
export function sectionAgainst(title: string): string | undefined {
  if (title.length > MAX_SECTION || ADVICE.test(title)) return undefined
  const [word] = SECTION.exec(simplified(title.replace(/\s/g, ''))) ?? []
  return word === undefined ? undefined : withheld(word)
}

/** A table that is a draft, or not of payouts. */
const OTHER_TABLE =
  /草稿|草表|初稿|讨论稿|征求意见|待(?:审[核批]|复核|确认|核对)|未定稿|试算|暂估|测算|作废|测试数据|测试表|(?:勿|不得|禁止)(?:使用|发放|付款|上传)|^draft|draft$|\(draft\)|donot(?:pay|use)|void(?:ed)?$|cancell?ed|alreadypaid|(?<!未)(?:已发放?|已付款?|已支付|已打款|已转账|扣款|退款|罚款|停发|不发)(?:人员|费用)?(?:的?(?:明细|清单|名单|统计|记录|表))/i

/** Of the tab of a table: 作废, 已发. */
export function tabAgainst(name: string): string | undefined {
  const bare = name.replace(/\d+年|\d+月份?|[\s\d()（）._-]/g, '')
  return titleAgainst(name) ?? (PAID.test(bare) || PUT_ASIDE.test(bare) ? withheld(bare) : undefined)
}

const PUT_ASIDE = /^(?:不发|停发|暂不发|缓发|待定|备份|旧表?)$/

/** Of the title of a whole table: 9月已发放明细, 劳务费发放表（草稿）. */
export function titleAgainst(title: string): string | undefined {
  if (title.length > MAX_TITLE) return undefined
  const [word] = OTHER_TABLE.exec(simplified(title.replace(/\s/g, ''))) ?? []
  return word === undefined ? undefined : withheld(word)
}

/** The unit that a note anywhere in the sheet names for its amounts: 以上金额单位为万元. */
export function unitInNote(texts: readonly string[]): string | undefined {
  return texts.map((text) => unitAbove(text) ?? bareUnit(text)).find((unit) => unit !== undefined)
}

/** （万元） on a line of its own below the heading. */
function bareUnit(text: string): string | undefined {
  const word = text.normalize('NFKC').replace(/[()[\]\s]/g, '')
  return OTHER_UNIT.test(word) ? word : undefined
}
