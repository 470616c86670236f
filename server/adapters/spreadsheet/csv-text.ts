// Reads comma, tab or semicolon separated text as rows of cells: UTF-8, UTF-16 or GBK, with and without a byte order mark.

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** By its byte order mark; else UTF-8 where every byte of it is, else GB18030, which holds GBK. */
export function decodeText(bytes: Uint8Array): string {
  for (const [mark, encoding] of MARKS)
    if (mark.every((byte, index) => bytes[index] === byte)) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const SEPARATORS = ['\t', ',', ';', '|'] as const
/** So much of the text tells how it is separated. */
const LOOKED_AT = 64 * 1024

function separatorOf(text: string): string {
  const head = text.slice(0, LOOKED_AT)
  const lines = head.split(/\r\n|\r|\n/)
  const score = (separator: string) => lines.filter((line) => line.split(separator).length >= 3).length
  return SEPARATORS.reduce((best, one) => (score(one) > score(best) ? one : best), ',')
}

/** Row by row; a quoted cell may hold separators, line ends and doubled quotes. */
export function* csvRows(text: string): Generator<string[]> {
  const separator = separatorOf(text)
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, separator) : bareCell(text, at, separator)
    row.push(cell)
    at = end
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      row.push('')
    } else at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    yield row
    row = []
  }
}

type FoundCell = { readonly cell: string; readonly end: number }

function isEnd(text: string, at: number, separator: string): boolean {
  const sign = text[at]
  return sign === undefined || sign === separator || sign === '\n' || sign === '\r'
}

function bareCell(text: string, from: number, separator: string): FoundCell {
  let end = from
  while (!isEnd(text, end, separator)) end += 1
  return { cell: text.slice(from, end), end }
}

/** A quote inside that is not doubled ends the cell only before a separator or a line end. */
function quotedCell(text: string, from: number, separator: string): FoundCell {
  let cell = ''
  let at = from + 1
  for (; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (isEnd(text, at + 1, separator)) return { cell, end: at + 1 }
    // Spaces and tabs behind the quote keep programs from taking a number for one.
    else if (/^[ \t]*$/.test(bareCell(text, at + 1, separator).cell))
      return { cell, end: bareCell(text, at + 1, separator).end }
    else cell += '"'
  }
  return { cell, end: at }
}
