// Makes lines of payments out of the printed rows of a statement: when, how much, out or back, whose, under which numbers.

import type { Day } from '../calendar/shanghai.ts'
import { capitalSums } from '../money/capital-amount.ts'
import type { Fen } from '../money/fen.ts'
import { isYuan } from './currencies.ts'
import { isOfAccount, type PrintedDirection, type Side, sidesOf, tellsMove } from './directions.ts'
import { type ColumnKind, PLAIN_RANK, STRANGE_RANK, TIME_RANKS } from './heading-words.ts'
import { isTakenBack, type LineStatus, statusOf } from './line-status.ts'
import { spreadDays } from './merged-days.ts'
import { type DayOrder, dayOrderOf, parseDay, parseDayOfYear } from './printed-days.ts'
import type { PrintedRow } from './printed-row.ts'
import {
  codesIn,
  parseAccount,
  parseAmount,
  parseName,
  partsOfParty,
  withoutNumbers,
} from './statement-text.ts'
import { strangeDoubts } from './strange-columns.ts'

export const LINE_KINDS = ['debit', 'return'] as const
/** Money that went out, or that came back. */
export type LineKind = (typeof LINE_KINDS)[number]

export type ReadLine = {
  /** Counted through the whole document. */
  readonly lineNumber: number
  readonly page: number
  readonly day: Day | null
  readonly kind: LineKind
  /** The statement does not say which way the money went: a person decides, whatever fits. */
  readonly unclear: boolean
  readonly name: string
  /** In full, masked as the bank masks it, or empty. */
  readonly account: string
  readonly amountFen: Fen
  /** What people are shown: the payer's own reference where there is one, else the bank's number. */
  readonly reference: string
  /** Numbers of the bank and of the payer, from their columns. */
  readonly numbers: readonly string[]
  /** Numbers found inside the remark. */
  readonly remarkCodes: readonly string[]
  readonly remark: string
  /** The account's balance after it, where the statement prints it. */
  readonly balanceFen?: Fen
  /** A mark, sign, balance or both sides tell that money moved: a list of payments to be made has none of them. */
  readonly booked?: boolean
  /** It stands in a table with balances or both sides, as only an account's statement has them. */
  readonly ofAccount?: boolean
  /** Whose account it stands on, where the statement says so. */
  readonly ownAccount?: string
  /** That a column says it was paid from. */
  readonly paidFrom?: string
  /** Which receipt of its page it is, where it is one and can be cut out. */
  readonly receipt?: number
}

type Party = Pick<ReadLine, 'name' | 'account'>

type Draft = Omit<ReadLine, 'lineNumber' | 'kind' | 'unclear' | 'name' | 'account'> & {
  readonly payee: Party
  readonly payer: Party
  readonly direction: PrintedDirection
  /** Columns whose headings do not say whose name or account they hold. */
  readonly plain: ReadonlySet<ColumnKind>
}

/** Why a row of the table is no line: nothing of it is left out without a word. */
export const UNREAD_REASONS = ['amount', 'day', 'payee'] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

export type UnreadRow = {
  readonly page: number
  /** Of the row on its page. */
  readonly place: number
  readonly why: UnreadReason
  /** As printed, without card and ID numbers. */
  readonly text: string
}

export type ReadRows = { readonly lines: ReadLine[]; readonly unread: UnreadRow[] }

export function readRows(rows: readonly PrintedRow[]): ReadRows {
  const drafts: Draft[] = []
  const unread: UnreadRow[] = []
  const days = rows.flatMap(({ cells }) => cells.filter(({ kind }) => kind === 'day'))
  const order = dayOrderOf(days.map(({ text }) => text))
  const doubts = strangeDoubts(rows)
  const spread = daysOf(rows, order)
  for (const [index, row] of rows.entries()) {
    const draft = draftOf(row, spread[index] ?? null, doubts[index])
    if (typeof draft === 'object') drafts.push(draft)
    else unread.push({ page: row.page, place: row.place, why: draft, text: unreadText(row) })
  }
  return { lines: linesOf(drafts), unread }
}

export const linesFrom = (rows: readonly PrintedRow[]): ReadLine[] => readRows(rows).lines

const MAX_UNREAD = 500

function unreadText({ cells }: PrintedRow): string {
  return withoutNumbers(cells.map(({ text }) => text).join(' | ')).slice(0, MAX_UNREAD)
}

/** So many lines show that a cell which never changes is the statement's own. */
const MIN_TO_TELL = 3

/** 账号 and 户名 without a word whose they are may be the own ones: the same on every line, whoever was paid. */
function withoutOwn(drafts: readonly Draft[]): readonly Draft[] {
  const distinct = (what: 'name' | 'account') => new Set(drafts.map(({ payee }) => payee[what]))
  if (drafts.length < MIN_TO_TELL) return drafts
  const [names, accounts] = [distinct('name'), distinct('account')]
  const isPlain = (what: 'name' | 'account') => drafts.every(({ plain }) => plain.has(what))
  const isOwnAccount = isPlain('account') && accounts.size === 1 && !accounts.has('') && names.size > 1
  const isOwnName = isPlain('name') && names.size === 1 && !names.has('') && accounts.size > 1
  if (!isOwnAccount && !isOwnName) return drafts
  const own = { ...(isOwnAccount ? { account: '' } : {}), ...(isOwnName ? { name: '' } : {}) }
  return drafts.map((draft) => ({ ...draft, payee: { ...draft.payee, ...own } }))
}

/** Where both sides of payments are printed, the account that is on all lines is the own one; fees and interest have no other. */
function withSides(drafts: readonly Draft[]): readonly Draft[] {
  const whole = drafts.filter(({ payee, payer }) => payee.account !== '' && payer.account !== '')
  const [first] = whole
  if (first === undefined || whole.length < MIN_TO_TELL) return drafts
  const isOn = (account: string) => (draft: Draft) =>
    draft.payee.account === account || draft.payer.account === account
  const common = [first.payee.account, first.payer.account].filter((account) => drafts.every(isOn(account)))
  const [own] = common
  if (own === undefined || common.length > 1) return drafts
  return drafts.map((draft) => {
    const { column, mark, sign } = draft.direction
    if (column !== undefined || mark !== undefined || sign !== '') return draft
    const isReceived = draft.payee.account === own
    return { ...draft, direction: { ...draft.direction, column: isReceived ? 'in' : 'out' } }
  })
}

function linesOf(all: readonly Draft[]): ReadLine[] {
  const drafts = withSides(withoutOwn(all))
  const sides = sidesOf(drafts.map(({ direction }) => direction))
  return drafts.map(({ direction, plain: _, payee, payer, ...draft }, index) => {
    const { balance } = direction
    const side: Side = sides[index] ?? 'unclear'
    // What came back was paid by whom it had gone to.
    const isFromPayer = side === 'in' && (payer.name !== '' || payer.account !== '')
    const other = isFromPayer ? payer : payee
    return {
      ...draft,
      ...other,
      lineNumber: index + 1,
      kind: side === 'in' ? 'return' : 'debit',
      unclear: side === 'unclear',
      booked: tellsMove(direction),
      ofAccount: isOfAccount(direction),
      ...(balance === undefined ? {} : { balanceFen: balance }),
    }
  })
}

function draftOf(row: PrintedRow, day: Day | null, doubt: LineStatus | undefined): Draft | UnreadReason {
  const textOf = (kind: ColumnKind) => row.cells.find((cell) => cell.kind === kind)?.text ?? ''
  const money = otherUnitOf(row) === undefined ? moneyOf(textOf) : undefined
  if (money === undefined) return 'amount'
  const numbers = numbersOf(row)
  const payee = partyOf(textOf)
  const payer = { name: parseName(textOf('payer')), account: parseAccount(textOf('payer-account')) }
  const remark = [...textsOf(row, 'remark'), ...countsOf(row)].join(' ')
  // Totals and page furniture have amounts too, but neither a day nor anybody who was paid.
  const isNobody = numbers.length === 0 && payee.account === '' && payee.name === ''
  if (row.kinds.has('day') && day === null) return 'day'
  if (!row.kinds.has('day') && isNobody) return 'payee'
  return {
    page: row.page,
    ...(row.receipt === undefined ? {} : { receipt: row.receipt }),
    ...paidFromIn(parseAccount(textOf('own-account')) || payer.account),
    day,
    payee,
    payer,
    numbers,
    reference: numbers[0] ?? '',
    remark: withoutNumbers(remark),
    remarkCodes: codesIn(remark),
    amountFen: money.fen,
    plain: new Set(row.cells.flatMap(({ kind, rank }) => (rank >= PLAIN_RANK ? [kind] : []))),
    direction: {
      ...money,
      mark: row.kinds.has('direction') ? textOf('direction') : undefined,
      type: textOf('type'),
      remark,
      status: isOtherInCapitals(row, money.fen) ? 'undone' : toldStatus(row, doubt),
      bothSides: row.kinds.has('out') && row.kinds.has('in'),
      balance: balanceOf(textOf('balance')),
      paysOut: row.paysOut,
      outIsMinus: row.outIsMinus ?? false,
      ownBooks: row.ownBooks ?? false,
    },
  }
}

const paidFromIn = (account: string): Pick<ReadLine, 'paidFrom'> =>
  account === '' ? {} : { paidFrom: account }

const textsOf = (row: PrintedRow, wanted: ColumnKind) =>
  row.cells.flatMap(({ kind, text }) => (kind === wanted ? [text] : []))

/** How many payments it stands for, where a column says more than one: what else is kept of a line is its remark. */
function countsOf(row: PrintedRow): string[] {
  return textsOf(row, 'count').flatMap((text) =>
    /^[1-9]\d{0,5}$/.test(text) && text !== '1' ? [`笔数:${text}`] : [],
  )
}

/** What became of it, by its own words, else by those above the table; `doubt` is what columns say that nobody knows. */
function toldStatus(row: PrintedRow, doubt: LineStatus | undefined): LineStatus | undefined {
  if (isTakenBack(textsOf(row, 'taken-back'))) return 'undone'
  const told = statusOf(textsOf(row, 'status')) ?? (row.listsUndone ? 'undone' : undefined)
  return told === undefined || told === 'done' || doubt === 'undone' ? (doubt ?? told) : told
}

/** None of the sums in characters is that of the figures: which of them was paid, nobody knows. */
function isOtherInCapitals(row: PrintedRow, fen: Fen): boolean {
  const sums = textsOf(row, 'capitals').flatMap(capitalSums)
  return sums.length > 0 && !sums.includes(fen)
}

/** The unit or currency of a row that is not yuan. */
function otherUnitOf({ otherUnit, cells }: PrintedRow): string | undefined {
  const currency = cells.find(({ kind }) => kind === 'currency')?.text.replace(/\s/g, '') ?? ''
  return otherUnit ?? (isYuan(currency) ? undefined : currency)
}

/** The unit or currency that none of the rows can be read for. */
export function unitOfAll(rows: readonly PrintedRow[]): string | undefined {
  return rows.every((row) => otherUnitOf(row) !== undefined) ? rows[0] && otherUnitOf(rows[0]) : undefined
}

/** Of every row; a blank one that names somebody has the day that is merged over it. */
function daysOf(rows: readonly PrintedRow[], order: DayOrder): (Day | null)[] {
  const days = rows.map((row) => dayOf(row, order))
  const isOpen = rows.some(({ kinds }, index) => kinds.has('day') && days[index] === null)
  if (!isOpen) return days
  const isTold = rows.map(({ cells }) => cells.some(({ kind }) => PARTIES.has(kind)))
  const told = rows.flatMap((row, index) =>
    isTold[index] ? [{ index, day: days[index] ?? (isDayBlank(row) ? null : undefined) }] : [],
  )
  for (const [place, day] of spreadDays(told.map(({ day }) => day)).entries())
    days[told[place]?.index ?? -1] ??= day ?? null
  return days
}

const PARTIES: ReadonlySet<ColumnKind> = new Set(['name', 'account', 'party', 'payer', 'payer-account'])

/** A time of the day may stand there. */
const isDayBlank = ({ cells, kinds }: PrintedRow): boolean =>
  kinds.has('day') &&
  cells.every(({ kind, text }) => kind !== 'day' || /^(?:\d{1,2}:[\d:. ]+|\d{6})?$/.test(text.trim()))

/** The day wins over the time beside it, and what stands above the table over nothing. */
function dayOf({ cells, kinds, dayAbove, yearAbove }: PrintedRow, order: DayOrder): Day | null {
  const found = cells
    .filter(({ kind }) => kind === 'day')
    .toSorted((a, b) => a.rank - b.rank)
    .map(
      ({ text, rank }) =>
        parseDay(text, order) ?? (isBareTime(text, rank) ? undefined : parseDayOfYear(text, yearAbove)),
    )
  return found.find((day) => day !== undefined) ?? (kinds.has('day') ? null : dayAbove)
}

/** 1011 below 交易时间 is eleven past ten, and no day of October. */
const isBareTime = (text: string, rank: number): boolean =>
  /^\d{4}$/.test(text) && (TIME_RANKS.has(rank) || rank >= STRANGE_RANK)

const WITH_ACCOUNT = /(?=.*\p{L}).*(?:\d{12}|\d{4}(?:[ -]\d{4}){2})/u

function partyOf(textOf: (kind: ColumnKind) => string): Party {
  const both = partsOfParty(textOf('party'))
  const account = parseAccount(textOf('account'))
  // 收款人 over 张伟 6222…: nothing else says whose account it is.
  if (account === '' && WITH_ACCOUNT.test(textOf('name'))) return partsOfParty(textOf('name'))
  const own = { name: parseName(textOf('name')), account }
  return { name: own.name || both.name, account: own.account || both.account }
}

type Money = Pick<PrintedDirection, 'fen' | 'sign' | 'column'>

function moneyOf(textOf: (kind: ColumnKind) => string): Money | undefined {
  const [out, back, single] = (['out', 'in', 'amount'] as const).map((kind) => parseAmount(textOf(kind)))
  const paid = out && out.fen > 0n ? out : undefined
  const came = back && back.fen > 0n ? back : undefined
  if (paid && came) return { ...paid, column: 'unclear' }
  if (paid) return { ...paid, column: 'out' }
  // A minus in 收入 takes a receipt back, which pays nobody.
  if (came) return { ...came, column: came.sign === '-' ? 'unclear' : 'in' }
  return !single || single.fen === 0n ? undefined : { ...single, column: undefined }
}

function balanceOf(text: string): Fen | undefined {
  const balance = parseAmount(text)
  return balance === undefined || balance.sign !== '-' ? balance?.fen : -balance.fen
}

/** The payer's own references first, as their headings rank. */
function numbersOf(row: PrintedRow): string[] {
  const cells = row.cells.filter(({ kind }) => kind === 'reference').toSorted((a, b) => a.rank - b.rank)
  const texts = cells.map(({ text }) => text.replace(/\s/g, ''))
  return [...new Set(texts.filter((text) => /[A-Za-z\d]/.test(text)))]
}
