// The three personal values of a payout row in as few bytes as they need: digits take half a byte each.

export type PersonalFields = { readonly idCardNo: string; readonly phone: string; readonly cardNo: string }

/** Digits and the X of an identity number, each half a byte, with an end mark after each field. */
export const DIGITS = 1
/** Anything else: each field as UTF-8 behind its length. */
const TEXT = 0
const LETTER_X = 10
export const END = 15
const MAX_FIELD_BYTES = 65_535

/** Writes the fields at this place and tells where they end. */
export function writeFields(into: Buffer, at: number, fields: PersonalFields): number {
  const end = writeDigits(into, at, fields)
  return end === -1 ? writeText(into, at, fields) : end
}

/** No more bytes than this are written for these fields. */
export function mostBytes({ idCardNo, phone, cardNo }: PersonalFields): number {
  return 7 + 3 * (idCardNo.length + phone.length + cardNo.length)
}

function writeDigits(into: Buffer, at: number, { idCardNo, phone, cardNo }: PersonalFields): number {
  into[at] = DIGITS
  let half = (at + 1) * 2
  for (const text of [idCardNo, phone, cardNo]) {
    for (let index = 0; index <= text.length; index += 1) {
      const value = index === text.length ? END : digitOf(text.charCodeAt(index))
      if (value === -1) return -1
      const place = half >> 1
      into[place] = (half & 1) === 0 ? value << 4 : (into[place] ?? 0) | value
      half += 1
    }
  }
  return (half + 1) >> 1
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  return code === 88 ? LETTER_X : -1
}

function writeText(into: Buffer, start: number, { idCardNo, phone, cardNo }: PersonalFields): number {
  into[start] = TEXT
  let at = start + 1
  for (const text of [idCardNo, phone, cardNo]) {
    const bytes = into.write(text, at + 2)
    if (bytes > MAX_FIELD_BYTES) throw new RangeError('a personal value is longer than any can be')
    into.writeUInt16BE(bytes, at)
    at += 2 + bytes
  }
  return at
}

/** Undefined for bytes that no writer made. */
export function readFields(from: Buffer, start: number, end: number): PersonalFields | undefined {
  const read = from[start] === DIGITS ? readDigits : from[start] === TEXT ? readText : undefined
  const [idCardNo, phone, cardNo] = read?.(from, start + 1, end) ?? []
  if (idCardNo === undefined || phone === undefined || cardNo === undefined) return undefined
  return { idCardNo, phone, cardNo }
}

const SIGNS = '0123456789X'

function readDigits(from: Buffer, start: number, end: number): string[] {
  const texts: string[] = []
  let text = ''
  for (let half = start * 2; half < end * 2 && texts.length < 3; half += 1) {
    const byte = from[half >> 1] ?? 0
    const value = (half & 1) === 0 ? byte >> 4 : byte & 15
    if (value === END) {
      texts.push(text)
      text = ''
    } else text += SIGNS[value] ?? ''
  }
  return texts
}

function readText(from: Buffer, start: number, end: number): string[] {
  const texts: string[] = []
  let at = start
  while (texts.length < 3 && at + 2 <= end) {
    const textEnd = at + 2 + from.readUInt16BE(at)
    if (textEnd > end) return []
    texts.push(from.toString('utf8', at + 2, textEnd))
    at = textEnd
  }
  return texts
}
