// Decodes a sheet that is plain text: UTF-8 or GBK, with or without a byte order mark, or UTF-16.

import { wideEncoding } from '@paywages/domain/files/wide-text.ts'
import { isXmlWorkbook } from '@paywages/domain/files/xml-workbook.ts'
import { SheetRefused } from './sheet-refused.ts'

const OTHER_KINDS = /^(?:\xef\xbb\xbf)?\s*(?:%PDF|\{\\rtf|<\?xml|MIME-Version:|PK|\x89PNG)/
const LOOKED_AT = 4_096

/** Undefined for what is no text at all. */
export function decodeText(bytes: Buffer): string | undefined {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return decodeAs(wide, bytes)
  const head = bytes.subarray(0, LOOKED_AT)
  const isOther = OTHER_KINDS.test(head.toString('latin1')) && !isXmlWorkbook(head.toString('latin1'))
  if (head.includes(0) || isOther) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeAs('gb18030', bytes)
  }
}

/** What is in no such encoding would show as other names than were written, so it is refused. */
function decodeAs(encoding: string, bytes: Buffer): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new SheetRefused('sheet-encoding')
  }
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\s*%PDF/, ' PDF 文件'],
  [/^\s*\{\\rtf/, ' RTF 文档'],
  [/^\s*<\?xml/, ' XML 文件'],
  [/^\s*MIME-Version:/i, '单个网页文件（.mht）'],
  [/^\s*\x89PNG/, '图片'],
]

/** What a file truly is that is no list, where its first bytes tell. */
export function otherKind(bytes: Buffer): string | undefined {
  const head = bytes
    .subarray(0, LOOKED_AT)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  return KINDS.find(([mark]) => mark.test(head))?.[1]
}

export function isPage(text: string): boolean {
  return /<table[\s>]/i.test(text)
}
