// Encodes text as GB18030, which is GBK wherever GBK has the character, so that no name is lost (Node only decodes it); what no standard assigns becomes a question mark.

const TWO_BYTES = 0xffff
/** Four-byte codes of the first plane run from 81 30 81 30 on, 126 × 10 characters for each second byte and so on. */
const FIRST_PLANE_CODES = 39_420
const SECOND_PLANE_FROM = 189_000

let table: Uint32Array | undefined

/** Of every character of the first plane, its code: turned round from what the decoder knows. */
function codes(): Uint32Array {
  if (table !== undefined) return table
  const found = new Uint32Array(0x10000)
  const decoder = new TextDecoder('gb18030')
  const note = (bytes: readonly number[], code: number) => {
    const text = decoder.decode(new Uint8Array(bytes))
    if (text.length === 1 && text !== '\uFFFD') found[text.charCodeAt(0)] ||= code
  }
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1)
      if (second !== 0x7f) note([first, second], first * 256 + second)
  for (let index = 0; index < FIRST_PLANE_CODES; index += 1) note(fourBytes(index), index + TWO_BYTES + 1)
  table = found
  return found
}

function fourBytes(index: number): [number, number, number, number] {
  return [
    0x81 + Math.floor(index / 12_600),
    0x30 + (Math.floor(index / 1_260) % 10),
    0x81 + (Math.floor(index / 10) % 126),
    0x30 + (index % 10),
  ]
}

export function encodeGb18030(text: string): Uint8Array {
  const known = codes()
  const bytes = Buffer.allocUnsafe(text.length * 4)
  let length = 0
  const put = (...some: readonly number[]) => {
    for (const byte of some) {
      bytes[length] = byte
      length += 1
    }
  }
  for (const character of text.toWellFormed()) {
    const point = character.codePointAt(0) ?? 0
    const code = known[point] ?? 0
    if (point < 0x80) put(point)
    else if (point > 0xffff) put(...fourBytes(point - 0x10000 + SECOND_PLANE_FROM))
    else if (code > TWO_BYTES) put(...fourBytes(code - TWO_BYTES - 1))
    else if (code === 0) put(0x3f)
    else put(code >> 8, code & 0xff)
  }
  return bytes.subarray(0, length)
}
