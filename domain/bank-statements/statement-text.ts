// Reads what stands in the cells of a bank statement: texts, amounts, days, account numbers.

import { type Fen, parseYuan } from '../money/fen.ts'
import { readCell } from '../payouts/cell-text.ts'
import { withoutRadicals } from './radicals.ts'

const PLAIN = /^[ -~\u4e00-\u9fff]*$/
const INVISIBLE = /[\p{Cf}\p{Cc}\uFFFE\uFFFF]+/gu

/** Half-width, whole characters instead of radicals, white space as single spaces. */
export function plainText(text: string): string {
  if (PLAIN.test(text)) return text.trim()
  return withoutRadicals(text)
    .normalize('NFKC')
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[−–—﹣]/g, '-')
    .trim()
}

/** An amount as printed: its size, and its sign where one is printed. */
export type PrintedAmount = { readonly fen: Fen; readonly sign: '+' | '-' | '' }

const AMOUNT =
  /^(借|贷|支出|收入|支|收|付|-|\+)?:?(?:¥|￥|CNY|RMB|人民币)?(-|\+)?(\d{1,3}(?:,\d{3})+|\d{1,15})(\.\d{1,2})?(?:元|CNY|RMB)?(-|\+|借|贷|DR|CR)?$/i
const SIGNS: Readonly<Record<string, '+' | '-'>> = {
  '-': '-',
  '+': '+',
  借: '-',
  贷: '+',
  支出: '-',
  支: '-',
  付: '-',
  收入: '+',
  收: '+',
  DR: '-',
  CR: '+',
}

/** Undefined for anything that is no amount of yuan. Brackets are the bookkeeper's minus; 借 is money out of the account. */
export function parseAmount(text: string): PrintedAmount | undefined {
  const bare = text.replace(/\s/g, '')
  const bracketed = /^\((.+)\)$/.exec(bare)
  const match = AMOUNT.exec(bracketed?.[1] ?? bare)
  if (!match) return undefined
  const [, before, inner, whole = '', cents = '', after] = match
  const signs = [before, inner, after].flatMap((sign) => (sign ? [SIGNS[sign.toUpperCase()] ?? '+'] : []))
  if (signs.length > 1 || (bracketed && signs.length > 0)) return undefined
  const fen = parseYuan(whole.replaceAll(',', '') + cents)
  return fen === undefined ? undefined : { fen, sign: bracketed ? '-' : (signs[0] ?? '') }
}

/** A name as payout rows keep names, so that equal people have equal texts. */
export function parseName(text: string): string {
  return readCell('name', text)
}

const FULL_ACCOUNT = /^\d{8,32}$/
const MASKED_ACCOUNT = /^\d{0,12}[*xX•·.…]{2,}\d{4,8}$/

/** 6222…(工商银行), 建设银行6217… */
const BANK_BESIDE = /^[\p{Script=Han}(]*(?:银行|行|信用社)[):]*(?=\d{8})|(?<=\d{4})\([\p{Script=Han}]+\)?$/gu

/** 尾号1234 or the tail alone. */
const TAIL = /^(?:尾号)?\d{4}$/

/** 12 6222021202000010001: the number of the line, which touches the account where that begins its column. */
const SERIAL_BEFORE = /^\d{1,4} (?=\d{12,}$)/

/** Digits without spaces and dashes, hidden ones as asterisks; empty where the cell holds no account. */
export function parseAccount(text: string): string {
  // A quote before a number keeps programs from rounding it.
  const bare = text
    .replace(SERIAL_BEFORE, '')
    .replace(/[\s'‘’"-]/g, '')
    .replace(BANK_BESIDE, '')
  if (FULL_ACCOUNT.test(bare)) return bare
  if (TAIL.test(bare)) return `*${bare.slice(-4)}`
  return MASKED_ACCOUNT.test(bare) ? bare.replace(/[^\d]/g, '*') : ''
}

/** 6222 0212 0200 1234 567 ends in fewer than four. */
const ACCOUNT_INSIDE = /\d[\d *xX•·.…-]{6,40}\d{4}(?:[ -]\d{1,3})?(?!\d)/

const PARTY_LABELS = /(?:户名|姓名|名称|[账帐]号|[账帐]户|卡号)\s*:/g

/** Name and account that share a cell: 王小明/6222021202000010001. */
export function partsOfParty(text: string): { name: string; account: string } {
  const inside = ACCOUNT_INSIDE.exec(text)?.[0] ?? ''
  const account = parseAccount(inside)
  const name = account === '' ? text : text.replace(inside, ' ')
  return {
    name: parseName(
      name
        .replace(PARTY_LABELS, ' ')
        .replace(/[/|,;:()]/g, ' ')
        .trim(),
    ),
    account,
  }
}

export function isMasked(account: string): boolean {
  return account.includes('*')
}

/** Whether a card may be the one that the statement shows in part: its head and its tail must agree. */
export function accountFits(account: string, cardNo: string): boolean {
  if (!isMasked(account)) return account !== '' && account === cardNo
  const head = account.slice(0, account.indexOf('*'))
  const tail = account.slice(account.lastIndexOf('*') + 1)
  return head.length + tail.length <= cardNo.length && cardNo.startsWith(head) && cardNo.endsWith(tail)
}

const CODE = /[A-Za-z0-9][A-Za-z0-9_-]{5,63}/g

/** Numbers inside words, as banks put the payer's reference into 附言; also those that a gap in the print parts. */
export function codesIn(text: string): string[] {
  const codes = new Set([...(text.match(CODE) ?? []), ...(text.replaceAll(' ', '').match(CODE) ?? [])])
  return [...codes].filter((code) => /\d/.test(code))
}

const LONG_NUMBER = /(?<![A-Za-z\d])\d{14,18}[\dXx](?![A-Za-z\d])/g

/** A remark as it may be kept: card and ID numbers that somebody wrote into it keep head and tail only (D33). */
export function withoutNumbers(remark: string): string {
  return remark.replace(LONG_NUMBER, (number) => `${number.slice(0, 6)}******${number.slice(-4)}`)
}
