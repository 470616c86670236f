// Tells which way the money of a line went, and says so where it cannot be told: that never becomes a payment.

import type { Fen } from '../money/fen.ts'
import type { LineStatus } from './line-status.ts'
import type { PrintedAmount } from './statement-text.ts'
import { simplified } from './traditional.ts'

export type Side = 'out' | 'in' | 'unclear'

/** What a row prints of the way its money went. */
export type PrintedDirection = {
  readonly fen: Fen
  readonly sign: PrintedAmount['sign']
  /** Told by the column that the amount stands in. */
  readonly column: Side | undefined
  /** The mark of the column 借贷; undefined where the table has no such column, empty where the cell is. */
  readonly mark: string | undefined
  /** 交易类型, which says it in some banks' statements. */
  readonly type: string
  readonly remark: string
  /** What it says became of the payment; undefined where it says nothing. */
  readonly status: LineStatus | undefined
  /** The account's balance after it. */
  readonly balance: Fen | undefined
  /** The table has a column for money out and one for money in: it is of an account. */
  readonly bothSides: boolean
  /** Headings or title say that everything listed was paid. */
  readonly paysOut: boolean
  /** The heading of money out says that its amounts bear a minus. */
  readonly outIsMinus: boolean
  /** It stands in a company's own books: 借 is money that came in there. */
  readonly ownBooks: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const OUT_MARKS = words(
  '借 借方 借记 支 支出 支取 支付 付 付款 付出 付方 出 出账 转出 汇出 往 往账 取 取款 取出 代付 代发 扣款 出金 转账支出 转账转出 转账汇出 网银转出 行内转出 跨行转出 D DR DEBIT OUT PAYMENT WITHDRAWAL',
)
const IN_MARKS = words(
  '贷 贷方 贷记 收 收入 收款 收方 入 入账 转入 汇入 来 来账 存 存入 存款 进 进账 入金 转账收入 转账转入 转账汇入 网银转入 行内转入 跨行转入 C CR CREDIT IN RECEIPT DEPOSIT 退汇 退回 退票 冲正',
)

/** 借, 付(借), D-借方 and the like; undefined for any other word. */
export function sideOfMark(mark: string): Side | undefined {
  const words = simplified(mark)
    .toUpperCase()
    .split(/[\s/|()[\]:;,.-]+/)
    .filter((part) => part !== '')
  // 1-付: the number is the bank's own.
  const parts = words.length > 1 ? words.filter((part) => !/^\d+$/.test(part)) : words
  const sides = new Set(parts.map((part) => (OUT_MARKS.has(part) ? 'out' : IN_MARKS.has(part) ? 'in' : part)))
  const [only] = sides
  return sides.size === 1 && (only === 'out' || only === 'in') ? only : undefined
}

/** Said of money that came back; 退款 is not, as shops pay people with that word. */
export function mentionsReturn(text: string): boolean {
  return RETURNED.test(text) || BARE_RETURN.test(text) || (FOREIGN.test(text) && isReturn(simplified(text)))
}

const isReturn = (text: string): boolean => RETURNED.test(text) || BARE_RETURN.test(text)

// 帐 and 消 are written for 账 and 销 as often.
const RETURNED =
  /退[票汇回单]|冲正|[冲抹][账帐]|冲销|[红反]冲|撤[销消]|原路(?:返|退)|\b(?:reversal|reversed?|returned|return of|payment return|rejected|chargeback|bounced)\b/i
/** A remark or a column of it that says nothing else; 返还垫付款 names what is paid. */
const BARE_RETURN =
  /(?:^|\s)(?:已|款项|资金|付款|转账|汇款|交易|原款|[错误多][付划转汇发](?:款项?)?)?(?:返还|退还|返款|归还)(?:款项?|资金)?(?=$|\s|[,，。;；(（])/
/** Traditional characters, of which most remarks have none. */
const FOREIGN = /[匯沖銷撤賬單還項資]/

/** It did not go, or did not stay; 已退押金 names what is paid. */
const FAILED =
  /[已被]退(?=$|[\s,，。;；)）])|失败|未成功|不成功|撤单|反交易|冲回|被拒|拒付|拒收|未入账|未到账|错[账帐]/

/** A remark or type of business that says nothing else: the money was held, is to go, or did not go. */
const NOT_GONE =
  /^(?:已?作废|已?拒绝|已?取消(?:代发|付款|支付|转账|汇款)?|处理中|待(?:复核|授权|审[批核]|处理|确认|发送|入账)|预约(?:付款|转账|代发)?|(?:资金|款项|预授权)?(?:圈存|冻结|止付|挂账)|预授权|(?:汇款|付款|转账|款项)?被退)$/

/** 代发60笔，失败0笔: nothing of it failed. */
const NONE_FAILED = /(?:失败|退[票汇]|未成功)(?:笔数|人数|金额)?[:： ]*0+(?:\.0+)?(?![\d.])/g

/** 退票重发 is a payment again. */
const PAID_AGAIN = /重发|重付|重汇|重新|再次|补发|补付|重划|重转/

/** All rows together, as signs mean what the statement makes them mean. */
export function sidesOf(rows: readonly PrintedDirection[]): Side[] {
  const told = againstBalances(rows, rows.map(toldSide))
  const isBare = (row: PrintedDirection, index: number) =>
    told[index] === undefined && !mentionsReturn(row.remark + row.type)
  // Where money out is negative, what has no minus came in.
  const minusIsOut = rows.some((row, index) => isBare(row, index) && row.sign === '-')
  const moved = sidesByBalance(rows)
  const byBalance = minusIsOut ? [] : moved
  const isTurned = minusIsOut && areSignsTurned(rows, told, moved)
  const isRed = redFigures(rows, told)
  return rows.map((row, index): Side => {
    const side = isStrangeMark(row) ? (byBalance[index] ?? 'unclear') : told[index]
    if (side === 'out' && row.outIsMinus)
      return withoutReturns(isOddPlus(rows, told, row) ? 'unclear' : side, row)
    if (side === 'out' && row.sign === '-' && isRed.out === 'back') return 'in'
    // One alone may be taken back, or be the way in which this statement prints all payments.
    if (side === 'out' && row.sign === '-' && isRed.out === 'alone')
      return mentionsReturn(row.remark + row.type) ? 'in' : 'unclear'
    if (side === 'in' && row.sign === '-' && isRed.in !== 'usual') return 'unclear'
    if (side === undefined && isTurned) return withoutReturns(moved[index] ?? 'unclear', row)
    if (side === undefined && minusIsOut && isSignAgainst(row, moved[index])) return 'unclear'
    return withoutReturns(side ?? bareSide(row, minusIsOut, byBalance[index]), row)
  })
}

/** A minus is money out, but the balance says that it came in; or the other way round. */
function isSignAgainst({ sign }: PrintedDirection, moved: Side | undefined): boolean {
  return moved !== undefined && moved !== (sign === '-' ? 'out' : 'in')
}

/** Whether every balance moves against the signs, as where payments are printed as what was spent. */
function areSignsTurned(
  rows: readonly PrintedDirection[],
  told: readonly (Side | undefined)[],
  moved: readonly (Side | undefined)[],
): boolean {
  const compared = rows.flatMap((row, index) =>
    told[index] === undefined && moved[index] !== undefined ? [isSignAgainst(row, moved[index])] : [],
  )
  return compared.length >= MIN_COMPARED && compared.every((isAgainst) => isAgainst)
}

type Red = 'back' | 'alone' | 'usual'

/** What a minus means on either side: in 支出 it takes a payment back, unless all of them have one. */
function redFigures(
  rows: readonly PrintedDirection[],
  told: readonly (Side | undefined)[],
): Readonly<Record<'out' | 'in', Red>> {
  const meaning = (side: Side): Red => {
    const alike = rows.filter((_, index) => told[index] === side)
    if (alike.some(({ sign }) => sign !== '-')) return 'back'
    return alike.length === 1 && alike[0]?.column !== undefined ? 'alone' : 'usual'
  }
  return { out: meaning('out'), in: meaning('in') }
}

/** Below 支出(-元) with a minus before the others, one without it is no such payment. */
function isOddPlus(
  rows: readonly PrintedDirection[],
  told: readonly (Side | undefined)[],
  { sign }: PrintedDirection,
): boolean {
  return sign !== '-' && rows.some((row, index) => told[index] === 'out' && row.sign === '-')
}

/**
 * 借 and 贷 are the bank's words, or the company's, which mean the opposite: where every balance moves against them, they
 * are turned around if most money went out then, and left to a person otherwise.
 */
function againstBalances(
  rows: readonly PrintedDirection[],
  told: readonly (Side | undefined)[],
): readonly (Side | undefined)[] {
  const moved = sidesByBalance(rows)
  const compared = told.flatMap((side, index) => {
    const by = moved[index]
    // Red figures move the other way.
    const isPlain = side !== undefined && side !== 'unclear' && rows[index]?.sign !== '-'
    return by === undefined || !isPlain ? [] : [{ side, by }]
  })
  const isCompared = compared.length >= MIN_COMPARED
  // Own books whose balances do not tell otherwise say nothing that could be relied on.
  if (rows.some(({ ownBooks }) => ownBooks) && !(isCompared && compared.every(({ side, by }) => side !== by)))
    return told.map((side) => (side === undefined ? side : 'unclear'))
  if (!isCompared || compared.some(({ side, by }) => side === by)) return told
  const isMostlyOut = compared.filter(({ by }) => by === 'out').length > compared.length / 2
  return told.map((side) => {
    if (side === undefined || side === 'unclear' || !isMostlyOut) return side === undefined ? side : 'unclear'
    return side === 'out' ? 'in' : 'out'
  })
}

const MIN_COMPARED = 3

/** By a column or a mark; undefined where the statement has neither. */
function toldSide({ column, mark, sign, type }: PrintedDirection): Side | undefined {
  if (column !== undefined) return column
  if (mark === undefined) return sideOfMark(type)
  if (mark !== '') return sideOfMark(mark) ?? 'unclear'
  return sign === '' ? 'unclear' : sign === '-' ? 'out' : 'in'
}

/** 0 and 1 in 借贷标志 say nothing to us; how the balance moved does. */
function isStrangeMark({ column, mark }: PrintedDirection): boolean {
  return column === undefined && mark !== undefined && mark !== '' && sideOfMark(mark) === undefined
}

/** An account's own line: lists of orders print neither the balance after each nor both sides. */
export const isOfAccount = ({ balance, bothSides }: PrintedDirection): boolean =>
  balance !== undefined || bothSides

/** Said by the line itself. 转出金额 alone and 业务类型 代发 are said of payments to be made, and of those that failed, too. */
export function tellsMove(row: PrintedDirection): boolean {
  return isOfAccount(row) || row.sign !== '' || (row.mark ?? '') !== ''
}

function bareSide(row: PrintedDirection, minusIsOut: boolean, byBalance: Side | undefined): Side {
  if (minusIsOut) return row.sign === '-' ? 'out' : 'in'
  if (row.sign !== '' || mentionsReturn(row.remark + row.type)) return 'in'
  return byBalance ?? (row.paysOut ? 'out' : 'unclear')
}

/** A line that says it went out and came back, or says anything of itself but that it went, is for a person. */
function withoutReturns(side: Side, row: PrintedDirection): Side {
  if (side !== 'out') return side
  const told = (row.remark + row.type).replace(NONE_FAILED, '')
  const isReturn = mentionsReturn(told) && !PAID_AGAIN.test(row.remark)
  const isFailed = FAILED.test(told) && !PAID_AGAIN.test(row.remark)
  const isHeld = [row.remark, row.type].some((text) => NOT_GONE.test(text.trim()))
  const isDoubted = row.status !== undefined && row.status !== 'done'
  return isReturn || isFailed || isHeld || isDoubted ? 'unclear' : side
}

/** How much of a statement its balances must explain before they are believed. */
const EXPLAINED = 0.8

/** From one balance to the next, whichever end of the statement is the older one. */
function sidesByBalance(rows: readonly PrintedDirection[]): (Side | undefined)[] {
  const step = (index: number, older: number): Side | undefined => {
    const [now, before] = [rows[index], rows[older]]
    if (now?.balance === undefined || before?.balance === undefined) return undefined
    const moved = now.balance - before.balance
    if (moved === -now.fen) return 'out'
    return moved === now.fen ? 'in' : undefined
  }
  const down = rows.map((_, index) => step(index, index - 1))
  const up = rows.map((_, index) => step(index, index + 1))
  const known = (sides: readonly (Side | undefined)[]) => sides.filter((side) => side !== undefined).length
  const [best, other] = known(down) >= known(up) ? [down, up] : [up, down]
  const isBelieved = known(best) > known(other) && known(best) >= EXPLAINED * (rows.length - 1)
  return isBelieved ? best : []
}
