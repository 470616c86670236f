// Tells text in UTF-16, whose order of bytes a mark tells, or without one the characters that they make.

export type WideEncoding = 'utf-16le' | 'utf-16be'

const LOOKED_AT = 4_096
/** Some character may be a rare one; read in the other order nearly all are. */
const MIN_SHARE = 0.9

/** Undefined for anything else. */
export function wideEncoding(bytes: Uint8Array): WideEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, LOOKED_AT)
  // Line ends have one in UTF-16, and no other text has any.
  if (!head.includes(0)) return undefined
  if (isText(head, 0, 1)) return 'utf-16le'
  return isText(head, 1, 0) ? 'utf-16be' : undefined
}

/** Lines of characters that people write; `low` and `high` are the places of a character's bytes. */
function isText(head: Uint8Array, low: 0 | 1, high: 0 | 1): boolean {
  const count = Math.floor(head.length / 2)
  let usual = 0
  let hasLineEnd = false
  for (let index = 0; index < count; index += 1) {
    const character = ((head[2 * index + high] as number) << 8) | (head[2 * index + low] as number)
    if (character === 0x0a || character === 0x0d) hasLineEnd = true
    if (isUsual(character)) usual += 1
  }
  return hasLineEnd && usual >= MIN_SHARE * count
}

function isUsual(character: number): boolean {
  if (character < 0x20) return character === 0x09 || character === 0x0a || character === 0x0d
  if (character < 0x7f) return true
  const isHan = character >= 0x4e00 && character <= 0x9fff
  const isMark = (character >= 0x3000 && character <= 0x303f) || (character >= 0xff00 && character <= 0xffef)
  return isHan || isMark || character === 0xa5 || character === 0xb7
}
