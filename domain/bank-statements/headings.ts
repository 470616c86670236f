// Knows the column headings of bank statements by the words that banks use for them.

import { otherUnit } from '../payouts/amount-words.ts'
import { sideOfMark } from './directions.ts'
import { ENGLISH_HEADINGS } from './english-headings.ts'
import { type ColumnKind, KNOWN_HEADINGS, type KnownHeading, MINUS, STRANGE_RANK } from './heading-words.ts'
import { simplified } from './traditional.ts'

export type { ColumnKind, KnownHeading } from './heading-words.ts'

const STARTS = new Set<string>()
for (const word of [...KNOWN_HEADINGS.keys(), ...ENGLISH_HEADINGS.keys()])
  for (let length = 1; length <= word.length; length += 1) STARTS.add(word.slice(0, length))

const EITHER_SIDE = /收[(/]?付\)?|付[(/]?收\)?/g
const HAN = /\p{Script=Han}/u
const BRACKETED = /\([^)]*\)?|\[[^\]]*\]?|【[^】]*】?|〔[^〕]*〕?|<[^>]*>?/g

/**
 * Only its Chinese characters: 金额(元), *交易 日期, Amount 金额, 借/贷 all lose their trimmings, 帐 is 账.
 * A heading in English alone keeps its letters: Account No. is accountno.
 */
export function bareHeading(text: string): string {
  if (!HAN.test(text)) return englishHeading(text)
  const bare = withoutTrimmings(text)
  // Chinese characters alone have nothing beside or in brackets.
  if (bare === text) return bare
  const side = sideBeside(text) ?? sameTwice(text, bare)
  if (side !== undefined) return side
  // 支出(-元): what its brackets say matters.
  return /\(\s*-/.test(text) && KNOWN_HEADINGS.has(bare + MINUS) ? bare + MINUS : bare
}

const BESIDE = /^(.+?)\s*(?:[([【]([^)\]】]+)[)\]】]|[-_:]\s*(\p{Script=Han}+))$/u
const SIDES = { out: '借方发生额', in: '贷方发生额' } as const

/** 交易金额(支出), 发生额(借), 金额-收入: one side of the account each, as 借方发生额 says it. */
function sideBeside(text: string): string | undefined {
  const [, what = '', bracketed, behind] = BESIDE.exec(simplified(text.normalize('NFKC').trim())) ?? []
  const known = KNOWN_HEADINGS.get(withoutTrimmings(what))
  if (known?.kind !== 'amount' || known.paysOut) return undefined
  const side = sideOfMark(bracketed ?? behind ?? '')
  return side === 'out' || side === 'in' ? SIDES[side] : undefined
}

/** 借方金额/支出, 对方账号/卡号: two words for one column. */
function sameTwice(text: string, bare: string): string | undefined {
  if (KNOWN_HEADINGS.has(bare) || !/[/、|]/.test(text)) return undefined
  const words = text.split(/[/、|]/).map(withoutTrimmings)
  const kinds = new Set(words.map((word) => KNOWN_HEADINGS.get(word)?.kind))
  return words.length === 2 && kinds.size === 1 && !kinds.has(undefined) ? words[0] : undefined
}

function withoutTrimmings(text: string): string {
  const whole = simplified(text).replace(EITHER_SIDE, '收付')
  const outside = whole.replace(BRACKETED, '')
  // Payee's Name[ 收款人名称 ]: what its brackets hold is the heading.
  return (HAN.test(outside) ? outside : whole)
    .replace(/[^\p{Script=Han}]/gu, '')
    .replace(/(?<=.)(?:人民币|元)$/, '')
}

function englishHeading(text: string): string {
  return text
    .replace(BRACKETED, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(?<=.)(?:cny|rmb)$/, '')
}

export function isEnglishHeading(bare: string): boolean {
  return /^[a-z]+$/.test(bare)
}

export function knownHeading(bare: string): KnownHeading | undefined {
  return KNOWN_HEADINGS.get(bare) ?? ENGLISH_HEADINGS.get(bare)
}

const MONEY: ReadonlySet<ColumnKind> = new Set(['amount', 'out', 'in'])

/** With the unit that its whole text names: 金额(万元) and 金额(美元) hold no amounts that can be compared. */
export function inUnit<H extends KnownHeading | undefined>(heading: H, text: string): H {
  const unit = heading && MONEY.has(heading.kind) ? otherUnit(text) : undefined
  return unit === undefined ? heading : { ...heading, unit }
}

/** The unit of the columns of money that are read, where it is not yuan. */
export function unitOf(headings: readonly (KnownHeading | undefined)[]): string | undefined {
  return headings.find((heading) => heading && MONEY.has(heading.kind) && heading.unit !== undefined)?.unit
}

const STRANGE: KnownHeading = { kind: 'strange', rank: 0, paysOut: false }
const STRANGE_STATUS: KnownHeading = { kind: 'status', rank: STRANGE_RANK, paysOut: false }

/** 执行结果, 回盘标志, 返回码, 失败描述: whatever a bank calls what became of a payment. */
const STATUS_LIKE =
  /状态|结果|原因|失败|成功|错误|异常|退票|退汇|回盘|应答|响应|返回|反馈|(?:处理|执行|交易|入账|支付|付款|扣款|转账|代发|代付|发放|记账|清算|受理|银行)(?:标志|标识|码|代码|情况|信息|意见|说明|描述|回执)/
const ENGLISH_STATUS_LIKE =
  /status|state$|result|reason|outcome|response|fail|error|reject|(?:ret|return|resp)(?:urn)?(?:code|msg|message)/
/** What became of papers, and of the account. */
const NO_STATUS = /打印|对账|回单|核对|归档|开票|发票|账户状态|账号状态|借贷|冻结/

/** 被冲标志, 是否已退款, 退款金额: that a payment was taken back, in whatever words. */
const TAKEN_BACK_LIKE =
  /^(?:被|是否已?|已|有无|累计)?(?:挂账|落地|冲正|冲账|冲销|冲|红冲|反冲|抹账|撤销|退票|退汇|退回|退款)(?:标志|标识|标记|状态|与否|否|金额|额)?$/
const STRANGE_TAKEN_BACK: KnownHeading = { kind: 'taken-back', rank: STRANGE_RANK, paysOut: false }

/** 打款时间, 放款成功时间: when the money went, in whatever words; a better word comes first. */
const DAY_LIKE = /[付款账交易支转汇发扣结划清成功处理执行业务].*(?:日期|时间|日)$/
const NO_PAYMENT_DAY =
  /打印|导出|生成|制[单表]|下载|申请|创建|查询|开户|出生|到期|失效|有效|截止|起始|开始|审[批核]|复核|授权|修改|更新|预约|预计|计划|约定|合同|开票|录入|经办|退/
const STRANGE_DAY: KnownHeading = { kind: 'day', rank: STRANGE_RANK, paysOut: false }

/** What stands below a heading that is in no list: what became of a payment is never passed over. */
export function strangeHeading(text: string): KnownHeading {
  const bare = bareHeading(text)
  if (/^[年月日]$/.test(bare)) return { ...STRANGE, dayPart: bare }
  if (DAY_LIKE.test(bare) && !NO_PAYMENT_DAY.test(bare)) return STRANGE_DAY
  if (TAKEN_BACK_LIKE.test(bare)) return STRANGE_TAKEN_BACK
  const isStatus = isEnglishHeading(bare)
    ? ENGLISH_STATUS_LIKE.test(bare)
    : STATUS_LIKE.test(bare) && !NO_STATUS.test(bare)
  return isStatus ? STRANGE_STATUS : STRANGE
}

/** Whether a heading that is wrapped over several lines may begin like this. */
export function startsHeading(bare: string): boolean {
  return STARTS.has(bare)
}

/** What a table must have to be a statement: an amount, and something that tells whose it is (D32). */
export function isStatementTable(kinds: ReadonlySet<ColumnKind>): boolean {
  const hasAmount = kinds.has('amount') || kinds.has('out')
  return hasAmount && (kinds.has('reference') || kinds.has('account') || kinds.has('party'))
}

const ONE_OF_A_KIND: ReadonlySet<ColumnKind> = new Set([
  'name',
  'account',
  'party',
  'payer',
  'payer-account',
  'amount',
  'out',
  'in',
  'direction',
  'balance',
  'count',
])

/** A statement names the own account and the other one: only the best word of a kind counts. */
export function onlyBest<H extends KnownHeading>(all: readonly H[]): H[] {
  const headings = withPairs(inYuan(all))
  const hasTwoSides = headings.some(({ kind }) => kind === 'out')
  return headings.map((heading, index) => {
    const { kind, rank } = heading
    const isBetter = (other: KnownHeading, at: number) =>
      other.kind === kind && (other.rank < rank || (other.rank === rank && at < index))
    const isSecond = ONE_OF_A_KIND.has(kind) && headings.some(isBetter)
    const isIdle = kind === 'amount' && hasTwoSides
    return isSecond || isIdle ? { ...heading, kind: 'other' as const } : heading
  })
}

/** 金额(万元) beside 金额(元) is of no use. */
function inYuan<H extends KnownHeading>(headings: readonly H[]): readonly H[] {
  const isTold = headings.some(
    ({ kind, unit }) => (kind === 'amount' || kind === 'out') && unit === undefined,
  )
  if (!isTold) return headings
  return headings.map((heading) =>
    heading.unit === undefined ? heading : { ...heading, kind: 'other' as const },
  )
}

/** 付款金额 beside 收款金额: two sides of the account, and neither says that all of it was paid. */
function withPairs<H extends KnownHeading>(headings: readonly H[]): readonly H[] {
  const sides = new Set(headings.flatMap(({ pairs }) => pairs ?? []))
  if (sides.size < 2 || headings.some(({ kind }) => kind === 'out' || kind === 'in')) return headings
  return headings.map((heading) =>
    heading.pairs === undefined ? heading : { ...heading, kind: heading.pairs, paysOut: false },
  )
}
