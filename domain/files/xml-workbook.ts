// Tells an "XML Spreadsheet 2003", a workbook as one text, by how it begins.

const LOOKED_AT = 4_096
const START =
  /^(?:\xef\xbb\xbf|\ufeff)?\s*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*)*<(?:\w+:)?Workbook\s[^>]*urn:schemas-microsoft-com:office:spreadsheet/

/** Of a text, or of bytes decoded one by one. */
export function isXmlWorkbook(text: string): boolean {
  return START.test(text.slice(0, LOOKED_AT))
}
