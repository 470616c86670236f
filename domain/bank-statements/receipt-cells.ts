// Reads the labels of an electronic receipt (电子回单) with the values beside them, as cells of a table.

import {
  bareHeading,
  type ColumnKind,
  isEnglishHeading,
  type KnownHeading,
  knownHeading,
} from './headings.ts'
import type { Cell } from './printed-row.ts'
import { parseAmount } from './statement-text.ts'
import type { Fragment, TextLine } from './text-lines.ts'

type Label = KnownHeading & {
  readonly word: string
  readonly left: number
  readonly y: number
  readonly height: number
}
type Pair = { readonly label: Label; readonly value: string }
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
  const isAmount = kind === 'amount' || kind === 'out' || kind === 'in'
  const text = isAmount ? value.replace(/^[( ]*(?:小写|人民币)[) ]*/, '') : value
  if (
    kind === 'other' ||
    kind === 'strange' ||
    kind === 'balance' ||
    (isAmount && parseAmount(text) === undefined)
  )
    return
  cells.push({ kind: isAmount ? 'amount' : kind, rank, column: cells.length, text })
}

function sideOf(word: string): Side | undefined {
  if (/^(?:收款人|收款方|收款|收款单位|收方)$/.test(word)) return 'payee'
  return /^(?:付款人|付款方|付款|付款单位|付方)$/.test(word) ? 'payer' : undefined
}

/** The mark to the left in the same block, else the last one above. */
function markedSide(markers: readonly Marker[], { left, y, height }: Label): Side | undefined {
  const before = markers.filter((marker) => marker.left <= left + height)
  const [best] = before.toSorted(
    (a, b) =>
      Math.round(Math.abs(a.y - y) / (4 * height)) - Math.round(Math.abs(b.y - y) / (4 * height)) ||
      b.left - a.left,
  )
  return best?.side
}

/** Labels with what stands beside them, or below where a whole line is labels and the next one holds none. */
function pairsOn(lines: readonly TextLine[]): Pair[] {
  return lines.flatMap((line, index) => {
    const pairs = pairsOf(line)
    const next = lines[index + 1]
    return (next && withValuesBelow(line, pairs, next)) ?? pairs
  })
}

/** So far a value may stand from its label's edge or middle, and from its line, in heights of the text. */
const ASIDE = 2
const BELOW = 4

/** Undefined unless each value belongs to one label, and no label has two. */
function withValuesBelow(line: TextLine, pairs: readonly Pair[], next: TextLine): Pair[] | undefined {
  const isAllLabels = pairs.length === line.fragments.length && pairs.every(({ value }) => value === '')
  const isNear = next.y - line.y <= BELOW * line.height
  const isLabel = (one: Fragment) => labelOf(one) !== undefined || strangeLabel(one) !== undefined
  if (pairs.length < 2 || !isAllLabels || !isNear || next.fragments.some(isLabel)) return undefined
  const values = pairs.map(() => '')
  for (const { left, right, text } of next.fragments) {
    const places = line.fragments.flatMap((label, at) => {
      const middles = Math.abs(left + right - label.left - label.right) / 2
      return Math.min(Math.abs(left - label.left), middles) <= ASIDE * line.height ? [at] : []
    })
    const [place, another] = places
    if (place === undefined || another !== undefined || values[place] !== '') return undefined
    values[place] = text
  }
  return pairs.map(({ label }, at) => ({ label, value: values[at] ?? '' }))
}

/** Labels of a line with what stands to their right, up to the next label. */
export function pairsOf({ fragments }: TextLine): Pair[] {
  const pairs: { label: Label; value: string }[] = []
  for (const fragment of fragments) {
    const found = labelOf(fragment) ?? strangeLabel(fragment)
    if (found) pairs.push(found)
    else {
      const last = pairs.at(-1)
      if (last) last.value = last.value === '' ? fragment.text : `${last.value} ${fragment.text}`
    }
  }
  return pairs
}

function labelOf({ text, left, y, height }: Fragment): { label: Label; value: string } | undefined {
  const [before = '', ...after] = text.split(':')
  const value = after.join(':').trim()
  const word = bareHeading(before)
  const known = knownHeading(word) ?? (PLAIN_NAMES.has(word) ? PLAIN_NAME : undefined)
  const marker = sideOf(word)
  // A remark may be one English word; a label has its colon.
  if (isEnglishHeading(word) && after.length === 0) return undefined
  if ((known === undefined && marker === undefined) || before.length > MAX_LABEL || /\d/.test(before))
    return undefined
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
