// The parts that messages of ISO 20022 share: their document, amounts, and whom they say was paid.

import { parseYuan } from '../money/fen.ts'
import { ResultRefused, type ResultRow } from './bank-results.ts'
import { nodesAt, readXml, textAt, type XmlNode, XmlRefused } from './plain-xml.ts'

export function readMessage<T>(source: string, read: (root: XmlNode) => T): T {
  try {
    const root = readXml(source)
    if (root.name !== 'Document') throw new ResultRefused('result-message')
    return read(root)
  } catch (error) {
    throw error instanceof XmlRefused ? new ResultRefused('result-xml') : error
  }
}

/** Whom it says was paid. */
export function payeeOf(node: XmlNode, path: string): Pick<ResultRow, 'cardNo' | 'name'> {
  return { cardNo: accountAt(node, `${path}/CdtrAcct`), name: partyOf(node, `${path}/Cdtr`) }
}

/** Older versions have no Pty around a name. */
export const partyOf = (node: XmlNode, path: string): string | undefined =>
  textAt(node, `${path}/Pty/Nm`) || textAt(node, `${path}/Nm`) || undefined

export function accountAt(node: XmlNode, path: string): string | undefined {
  const no = textAt(node, `${path}/Id/Othr/Id`) || textAt(node, `${path}/Id/IBAN`)
  return no.replace(/[\s-]/g, '') || undefined
}

export function amountOf(node: XmlNode, path: string, line: number): bigint | undefined {
  const [found, ...more] = nodesAt(node, path)
  if (!found) return undefined
  const fen = parseYuan(found.text.trim())
  if (more.length > 0 || fen === undefined || found.attributes.Ccy !== 'CNY')
    throw new ResultRefused('result-amount', line)
  return fen
}
