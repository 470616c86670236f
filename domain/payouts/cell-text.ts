// Turns what a spreadsheet cell holds into the text that the row rules validate (D13, D15).

import { monthOfText } from './month-text.ts'
import type { SheetField } from './sheet-row.ts'
import { hasStruck, shownStruck, withoutStruck } from './struck-text.ts'

/** A text, a number, or a number that its cell shows as a date: days since 1899-12-30, times as fractions. */
export type CellValue = string | number | { readonly serial: number }

/** Excel keeps 15 significant digits of a number; what was typed beyond them is gone. */
const FIRST_LOSSY = 1e15

/** No rule allows a text half as long; the ellipsis keeps a cut one from passing for a whole one. */
const MAX_TEXT_LENGTH = 256
const MAX_DITTO = 3
/** What stands in front of invisible padding may still be short. */
const MAX_RAW_LENGTH = 1_024

export function readCell(field: SheetField, value: CellValue): string {
  if (typeof value === 'string') return cut(readText(field, cut(value, MAX_RAW_LENGTH)), MAX_TEXT_LENGTH)
  if (typeof value === 'number') return readNumber(field, value)
  return field === 'month' ? monthOfSerial(value.serial) : dayOfSerial(value.serial)
}

/** Any value as a text that shows what its cell holds. */
export function shownValue(value: CellValue): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? plainNumber(value) : dayOfSerial(value.serial)
}

/** True for an ID or card number that was kept as a number of more than 15 digits, or as the text of one (6.2E+18). */
export function hasLostDigits(value: CellValue): boolean {
  if (typeof value === 'number') return Math.abs(value) >= FIRST_LOSSY
  if (typeof value !== 'string' || beginsWithTwoDigits(value)) return false
  const scientific = /^\d(?:\.\d+)?E\+?(\d{1,3})$/i.exec(bareCode(value))
  return scientific !== null && Number(scientific[1]) >= 11
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** As nearly all numbers of people and cards do, and none that is written with an exponent. */
const beginsWithTwoDigits = (text: string): boolean =>
  isDigit(text.charCodeAt(0)) && isDigit(text.charCodeAt(1))

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

/** Stands for what is written above: nothing that could be read. */
const DITTO: ReadonlySet<string> = new Set(['同上', '同前', '如上', '〃', '″', '"'])

export const isDitto = (text: string): boolean => text.length <= MAX_DITTO && DITTO.has(text.trim())

function readText(field: SheetField, text: string): string {
  if (hasStruck(text)) return readStruck(field, text)
  if (field !== 'remark' && isDitto(text)) return ''
  switch (field) {
    case 'name':
      return nameText(text)
    case 'bank':
    case 'remark':
    case 'item':
      return plainText(text)
    case 'idCardNo':
      return undashed(bareCode(text)).toUpperCase()
    case 'month':
      return monthText(text)
    case 'amount':
      return SEVERAL_NUMBERS.test(text) ? plainText(text) : amountText(bareCode(text))
    case 'phone':
      return phoneText(bareCode(text))
    case 'cardNo':
      return undashed(bareCode(text))
    default:
      return bareCode(text)
  }
}

/** Words go without what was struck out; a number or a name with it is nobody's to guess, and is refused. */
function readStruck(field: SheetField, text: string): string {
  const isWords = field === 'bank' || field === 'remark' || field === 'item'
  return isWords ? plainText(withoutStruck(text)) : plainText(shownStruck(text))
}

// Two amounts in one cell must not become one.
const SEVERAL_NUMBERS = /[\d０-９][\s\p{Cc}]+[\d０-９]/u
const PLAIN_AMOUNT = /^\d+(?:\.\d+)?$/
// A currency before it or behind it, and thousands in groups of three.
const WRITTEN_AMOUNT =
  /^(?:¥|￥|RMB|CNY|人民币)*([-−+]?)(?:¥|￥|RMB|CNY|人民币)*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:元整|圆整|元|圆|整|块钱?|RMB|CNY|人民币)*$/i

/** ¥1,200.50 and 1200.5元 as plain digits; anything else stays as it is, to be refused. */
function amountText(bare: string): string {
  if (PLAIN_AMOUNT.test(bare)) return bare
  const [, sign = '', digits] = WRITTEN_AMOUNT.exec(bare) ?? []
  return digits === undefined
    ? bare
    : `${sign === '' || sign === '+' ? '' : '-'}${digits.replaceAll(',', '')}`
}

/** 139-1234-5678, +86 139…, 139….0 as programs export numbers: eleven digits of a mobile, else as it is. */
function phoneText(bare: string): string {
  if (/^\d{11}$/.test(bare)) return bare
  const [, digits] = /^(?:\(?(?:\+|00)?86\)?)?(1\d{10})(?:\.0)?$/.exec(undashed(bare)) ?? []
  return digits ?? bare
}

const DASH = /[-‐‑‒–—−]/
const DASHES = /[-‐‑‒–—−]/g

function undashed(bare: string): string {
  if (!DASH.test(bare)) return bare
  // A sign at either end, or two in a row, is no way to divide a number.
  return /^[-‐‑‒–—−]|[-‐‑‒–—−]$|[-‐‑‒–—−]{2}/.test(bare) ? bare : bare.replace(DASHES, '')
}

function readNumber(field: SheetField, value: number): string {
  if (field === 'month') return monthOfNumber(value)
  const isCode = field === 'idCardNo' || field === 'cardNo' || field === 'phone'
  // As Excel shows it, so that people recognise the cell.
  if (isCode && Math.abs(value) >= FIRST_LOSSY) return value.toExponential(7).replace('e', 'E')
  return field === 'phone' ? phoneText(plainNumber(value)) : plainNumber(value)
}

/** The number as typed: 15 significant digits take away the noise of 0.1 + 0.2, no exponent. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < FIRST_LOSSY) return String(value)
  const typed = String(value)
  // Fifteen digits and a point: nothing to take away.
  if (typed.length <= 16 && !typed.includes('e')) return typed
  const text = String(Number(value.toPrecision(15)))
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign = '', first = '', rest = '', exponent = '0'] = match
  const digits = first + rest
  const point = 1 + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

// Printable ASCII without the apostrophe and its like: nothing in it is to be normalised but its spaces.
const PLAIN_CODE = /^[!#-&(-_a-~]*$/
// Zero-width characters, bidirectional marks, the byte order mark, the soft hyphen.
const INVISIBLE = /[\p{Cf}\uFFFE\uFFFF]+/gu
const BLANK = /[\s\p{Cc}]+/gu
const LEADING_APOSTROPHE = /^ ?['‘’`]/
/** What is left of a quoted text: 6222…' and "6222…". */
const QUOTES_AROUND = /^["“”]+(?=[^"“”])|(?<=[^"“”])["“”]+$|(?<=[\dXx])['‘’`]+$/g

/** A number or code: half-width, without any spaces. A leading apostrophe is the mark "this is text" of other programs. */
function bareCode(text: string): string {
  if (PLAIN_CODE.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(BLANK, '')
    .replace(LEADING_APOSTROPHE, '')
    .replace(QUOTES_AROUND, '')
}

const PLAIN_HAN = /^[\u4e00-\u9fa5]*$/
const FULL_WIDTH_CHARACTER = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g

/** Words: trimmed, inner white space as single spaces, full-width digits and letters half-width. */
function plainText(text: string): string {
  if (PLAIN_HAN.test(text)) return text
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(BLANK, ' ')
    .replace(LEADING_APOSTROPHE, '')
    .replace(FULL_WIDTH_CHARACTER, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .trim()
}

const HAN_GAP = /(?<=[\p{Script=Han}·]) (?=[\p{Script=Han}·])/gu
const HAN_DOT = /(?<=\p{Script=Han}) ?[·•‧∙⋅・･．.] ?(?=\p{Script=Han})/gu

/** 王小明 李芳: either is long enough, and both are too long for one name that was spread. */
const TWO_NAMES = /^(?=[\p{Script=Han} ]{6,}$)\p{Script=Han}{2,} \p{Script=Han}{2,}$/u
const TWO_LINES = /^\s*\p{Script=Han}{2,}[ \t]*[\r\n]+\s*\p{Script=Han}{2,}\s*$/u

/** 张　三 is padded to look like 张三丰, and the dot in 阿卜杜拉·买买提 has many looks: one name, one text. */
function nameText(text: string): string {
  if (PLAIN_HAN.test(text)) return text
  const name = plainText(text).replace(HAN_DOT, '·')
  // Two people are no name: the character between them keeps it from passing for one.
  if (TWO_NAMES.test(name) || TWO_LINES.test(text)) return name.replaceAll(' ', '/')
  return name.replace(HAN_GAP, '')
}

/** "YYYY-MM" for the usual ways to write a month or a day of it; anything else stays as it is, to be refused. */
export function monthText(text: string): string {
  const bare = bareCode(text)
  const month = monthOfText(bare)
  if (month !== undefined) return month
  return /^\d{5}$/.test(bare) && isSerial(Number(bare)) ? monthOfSerial(Number(bare)) : bare
}

// 2000-01-01 to 2099-12-31: a date whose cell has lost its format.
const FIRST_SERIAL = 36_526
const LAST_SERIAL = 73_050

const isSerial = (value: number) => value >= FIRST_SERIAL && value < LAST_SERIAL + 1

/** 202611 is a month as well; 2026.1 may have been 2026.10 and stays as it is, to be refused. */
function monthOfNumber(value: number): string {
  return isSerial(value) ? monthOfSerial(value) : monthText(plainNumber(value))
}

function monthOfSerial(serial: number): string {
  const day = dayOfSerial(serial)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day.slice(0, 7) : day
}

const LAST_DAY = 2_958_465

/** The day of a serial number, without any time zone; a number that is no day stays a number. */
function dayOfSerial(serial: number): string {
  // Below 61 lies the day that never was, 29 February 1900: no payout is that old.
  if (!(serial >= 61 && serial < LAST_DAY + 1)) return plainNumber(serial)
  return new Date((Math.floor(serial) - 25_569) * 86_400_000).toISOString().slice(0, 10)
}
