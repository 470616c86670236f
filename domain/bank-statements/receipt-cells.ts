// Reads the labels of an electronic receipt (电子回单) with the values beside them, as cells of a table.

import { namesForeign } from './currencies.ts'
import { sideOfMark } from './directions.ts'
import {
  bareHeading,
  type ColumnKind,
  isEnglishHeading,
  type KnownHeading,
  knownHeading,
} from './headings.ts'
import { isAmount } from './page-furniture.ts'
import { parseDay } from './printed-days.ts'
import type { Cell } from './printed-row.ts'
import { parseAmount } from './statement-text.ts'
import type { Fragment, TextLine } from './text-lines.ts'

export type Label = KnownHeading & {
  readonly word: string
  readonly left: number
  readonly y: number
  readonly height: number
}
export type Pair = { readonly label: Label; readonly value: string }
type Side = 'payee' | 'payer'
type Marker = { readonly side: Side; readonly left: number; readonly y: number }

const TITLE = /回单|回执|凭证|凭条|通知书|通知单/
/** What a receipt says of itself at its foot is no title of the next. */
const NOTE = /^[本此该]|仅供|参考|真伪|验证|重复|无效|[请勿如]/
/** 户名 and 账号 of either side, told by what stands beside or above them. */
const PLAIN_NAMES = new Set(['户名', '名称', '姓名', '账户名称', '账户名', '单位名称', '客户名称', '全称'])
const PLAIN_ACCOUNTS = new Set(['账号', '卡号', '账户', '账号卡号', '银行卡号', '银行账号'])
const MAX_LABEL = 16

export function isTitle({ fragments }: TextLine): boolean {
  return (
    fragments.length <= 3 &&
    fragments.some(({ text }) => isTitleText(text)) &&
    fragments.every((fragment) => labelOf(fragment) === undefined)
  )
}

export const isTitleText = (text: string) =>
  TITLE.test(text) && !NOTE.test(text) && !text.includes(':') && !/\d{4}/.test(text)

/** The first that can be read of each kind counts: 大写 and 小写 are both amounts. */
export function cellsOf(lines: readonly TextLine[]): Cell[] {
  const kept: Cell[] = []
  for (const cell of everyCell(lines)) {
    const isRepeated = cell.kind !== 'reference' && cell.kind !== 'remark' && cell.kind !== 'day'
    if (isRepeated && kept.some(({ kind }) => kind === cell.kind)) continue
    kept.push({ ...cell, column: kept.length })
  }
  return kept
}

export const isPlainLabel = ({ word }: Label): boolean => PLAIN_NAMES.has(word) || PLAIN_ACCOUNTS.has(word)

export function everyCell(lines: readonly TextLine[]): Cell[] {
  const pairs = pairsOn(lines)
  const markers = pairs.flatMap(({ label, value }): Marker[] => {
    const side = value === '' ? sideOf(label.word) : undefined
    return side ? [{ side, left: label.left, y: label.y }] : []
  })
  const cells: Cell[] = []
  const seen = { name: 0, account: 0 }
  for (const { label, value } of pairs) {
    if (value === '') continue
    const what = PLAIN_NAMES.has(label.word) ? 'name' : PLAIN_ACCOUNTS.has(label.word) ? 'account' : undefined
    if (what === undefined) {
      put(cells, label.kind, label.rank, value)
      continue
    }
    // Receipts name the payer first.
    const side = markedSide(markers, label) ?? (seen[what] === 0 ? 'payer' : 'payee')
    seen[what] += 1
    const kind = side === 'payee' ? what : what === 'name' ? 'payer' : 'payer-account'
    put(cells, kind, label.rank, value)
  }
  return cells
}

function put(cells: Cell[], kind: ColumnKind, rank: number, value: string): void {
  if (kind === 'other' || kind === 'strange' || kind === 'balance') return
  const isMoney = kind === 'amount' || kind === 'out' || kind === 'in'
  const text = isMoney ? amountIn(value) : kind === 'day' ? dayIn(value) : value
  if (text !== undefined) cells.push({ kind: isMoney ? 'amount' : kind, rank, column: cells.length, text })
}

/** 人民币壹佰元整 ¥100.00: the only figures of it, where it is not all figures. */
export function amountIn(value: string): string | undefined {
  if (namesForeign(value)) return undefined
  const text = value.replace(/^[( ]*(?:小写|人民币)[) ]*/, '')
  if (parseAmount(text) !== undefined) return text
  const [only, another] = value.split(' ').filter(isAmount)
  return another === undefined ? only : undefined
}

/** 2026-03-16 转账用途 劳务费: without the label beside it that nobody knows. */
function dayIn(value: string): string {
  const words = value.split(' ')
  const lengths = words.map((_, at) => words.length - at)
  const long = lengths.find((length) => parseDay(words.slice(0, length).join(' ')) !== undefined)
  return long === undefined ? value : words.slice(0, long).join(' ')
}

function sideOf(word: string): Side | undefined {
  if (/^(?:收款人|收款方|收款|收款单位|收方)$/.test(word)) return 'payee'
  return /^(?:付款人|付款方|付款|付款单位|付方)$/.test(word) ? 'payer' : undefined
}

/** The nearer of two marks over the blocks, the mark to the left in the same block, else the last one above. */
function markedSide(markers: readonly Marker[], { left, y, height }: Label): Side | undefined {
  const last = markers.findLast((marker) => marker.y < y - height / 2)
  const over = markers.filter((marker) => last && Math.abs(marker.y - last.y) < height / 2)
  const [one, other] = over.toSorted((a, b) => Math.abs(a.left - left) - Math.abs(b.left - left))
  if (one && other && one.side !== other.side && over.length === 2) return one.side
  const before = markers.filter((marker) => marker.left <= left + height)
  const [best] = before.toSorted(
    (a, b) =>
      Math.round(Math.abs(a.y - y) / (4 * height)) - Math.round(Math.abs(b.y - y) / (4 * height)) ||
      b.left - a.left,
  )
  return best?.side
}

/** Labels with what stands beside them, or below where a whole line is labels and the next one holds none. */
export function pairsOn(lines: readonly TextLine[]): Pair[] {
  return lines.flatMap((line, index) => {
    const pairs = pairsOf(line)
    const next = lines[index + 1]
    return (next && withValuesBelow(line, pairs, next, lines[index + 2])) ?? pairs
  })
}

/** So far a value may stand from its label's edge or middle, and from its line, in heights of the text. */
const ASIDE = 2
const BELOW = 4

/** Undefined unless each value belongs to one label, and no label has two; a further line of values makes it a table. */
function withValuesBelow(
  line: TextLine,
  pairs: readonly Pair[],
  next: TextLine,
  after: TextLine | undefined,
): Pair[] | undefined {
  const isAllLabels = pairs.length === line.fragments.length && pairs.every(({ value }) => value === '')
  const isNear = next.y - line.y <= BELOW * line.height
  const isLabel = (one: Fragment) => labelOf(one) !== undefined || strangeLabel(one) !== undefined
  if (pairs.length < 2 || !isAllLabels || !isNear || next.fragments.some(isLabel)) return undefined
  const values = valuesAt(line, next)
  const isTable =
    after !== undefined &&
    after.y - next.y <= BELOW * line.height &&
    after.fragments.length >= MIN_VALUES &&
    !after.fragments.some(isLabel) &&
    valuesAt(line, after) !== undefined
  if (values === undefined || isTable) return undefined
  return pairs.map(({ label }, at) => ({ label, value: values[at] ?? '' }))
}

const MIN_VALUES = 2

/** By the places of the labels; undefined where one belongs to none, to two, or to one that has another. */
function valuesAt(labels: TextLine, values: TextLine): string[] | undefined {
  const found = labels.fragments.map(() => '')
  for (const { left, right, text } of values.fragments) {
    const places = labels.fragments.flatMap((label, at) => {
      const middles = Math.abs(left + right - label.left - label.right) / 2
      return Math.min(Math.abs(left - label.left), middles) <= ASIDE * labels.height ? [at] : []
    })
    const [place, another] = places
    if (place === undefined || another !== undefined || found[place] !== '') return undefined
    found[place] = text
  }
  return found
}

/** Labels of a line with what stands to their right, up to the next label. */
export function pairsOf({ fragments }: TextLine): Pair[] {
  const pairs: { label: Label; value: string }[] = []
  let before = ''
  for (const fragment of withSpreadLabels(fragments)) {
    const last = pairs.at(-1)
    // 借 and 贷 are headings of tables, too.
    const isMark = last?.label.kind === 'direction' && last.value === '' && sideOfMark(fragment.text)
    const found = isMark ? undefined : (labelOf(fragment) ?? strangeLabel(fragment))
    if (found) pairs.push(FEE.test(before) ? { ...found, label: { ...found.label, kind: 'strange' } } : found)
    else if (last) last.value = last.value === '' ? fragment.text : `${last.value} ${fragment.text}`
    before = fragment.text
  }
  return pairs
}

/** 手续费 金额 5.00: the amount of something else. */
const FEE = /(?:手续|工本|邮电|汇划|服务)费用?:?$/

/** 户　　名: the letters of a label, spread over the width of the others. */
function withSpreadLabels(fragments: readonly Fragment[]): Fragment[] {
  const joined: Fragment[] = []
  for (const next of fragments) {
    const last = joined.at(-1)
    const whole = last && { ...last, text: last.text + next.text, right: next.right }
    const isSpread =
      last !== undefined &&
      /^\p{Script=Han}{1,2}$/u.test(last.text) &&
      /^\p{Script=Han}{1,2}(?::|$)/u.test(next.text)
    if (whole && isSpread && labelOf(last) === undefined && labelOf(whole)) joined[joined.length - 1] = whole
    else joined.push(next)
  }
  return joined
}

function labelOf({ text, left, y, height }: Fragment): { label: Label; value: string } | undefined {
  // Days, amounts and accounts: most of what stands on a page.
  if (/^[^:\s]*\d/.test(text)) return undefined
  // 户名 王小明 in one piece: a label without its colon.
  const [, spaced] = /^((?:户名|账号|户 名|账 号|全称|金额|名称|开户行|用途|摘要)) (?=\S)/.exec(text) ?? []
  const [before = '', ...after] = (spaced ? text.replace(`${spaced} `, `${spaced}:`) : text).split(':')
  if (before.length > MAX_LABEL || /\d/.test(before)) return undefined
  const value = after.join(':').trim()
  const word = bareHeading(before)
  const known = knownHeading(word) ?? (PLAIN_NAMES.has(word) ? PLAIN_NAME : undefined)
  const marker = sideOf(word)
  // A remark may be one English word; a label has its colon.
  if (isEnglishHeading(word) && after.length === 0) return undefined
  if (known === undefined && marker === undefined) return undefined
  return { label: { ...(known ?? MARKER), word, left, y, height }, value }
}

/** 金额大写:壹仟 to the right of another pair is no part of its value. */
function strangeLabel({ text, left, y, height }: Fragment): { label: Label; value: string } | undefined {
  const [, word, value = ''] = /^([\p{Script=Han}()/ ]{2,12}):(.*)$/u.exec(text) ?? []
  return word === undefined
    ? undefined
    : { label: { ...STRANGE, word, left, y, height }, value: value.trim() }
}

const PLAIN_NAME: KnownHeading = { kind: 'name', rank: 0, paysOut: false }
const STRANGE: KnownHeading = { kind: 'strange', rank: 0, paysOut: false }
const MARKER: KnownHeading = { kind: 'other', rank: 0, paysOut: false }
