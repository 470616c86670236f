// What a bank says of the rows of a file in a message of ISO 20022: a pain.002 or a camt.053, and nothing that contradicts itself (ADR 82).

import { parseYuan } from '../money/fen.ts'
import { type BankResult, ResultRefused, type ResultRow, type ResultStatus } from './bank-results.ts'
import { nodesAt, readXml, textAt, type XmlNode, XmlRefused } from './plain-xml.ts'

const PAIN = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.\d{2}$/
const CAMT = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/

/** A pain.002 or a camt.053, by its namespace; nothing else. */
export function readResultXml(source: string): BankResult {
  try {
    const root = readXml(source)
    if (root.name !== 'Document') throw new ResultRefused('result-message')
    if (PAIN.test(root.namespace)) return readPain002(root)
    if (CAMT.test(root.namespace)) return readCamt053(root)
    throw new ResultRefused('result-message')
  } catch (error) {
    throw error instanceof XmlRefused ? new ResultRefused('result-xml') : error
  }
}

/** Settled is what counts: accepted, pending and the rest leave the payment where it is. */
const PAIN_STATES: Readonly<Record<string, ResultStatus>> = {
  ACSC: 'succeeded',
  ACCC: 'succeeded',
  RJCT: 'rejected',
}
const PAIN_OPEN = new Set(['ACSP', 'ACTC', 'ACCP', 'ACWC', 'ACWP', 'PDNG', 'RCVD', 'ACFC', 'PATC', 'PART'])
/** Nothing of it was looked at yet. */
const PAIN_UNTOUCHED = new Set(['PDNG', 'RCVD'])

const painStatus = (state: string): ResultStatus =>
  PAIN_STATES[state] ?? (PAIN_OPEN.has(state) ? 'processing' : 'unknown')

/** The word over several payments and those of each must not contradict one another. */
function requireAgreement(over: string, rows: readonly ResultRow[]): void {
  const whole = painStatus(over)
  const isOff = ({ status }: ResultRow): boolean => {
    if (whole === 'rejected') return status !== 'rejected'
    if (whole === 'succeeded') return status === 'rejected'
    return PAIN_UNTOUCHED.has(over) && (status === 'succeeded' || status === 'rejected')
  }
  if (rows.some(isOff)) throw new ResultRefused('result-status')
}

function readPain002(root: XmlNode): BankResult {
  const [report, ...more] = nodesAt(root, 'CstmrPmtStsRpt')
  if (!report || more.length > 0) throw new ResultRefused('result-message')
  const messageId = textAt(report, 'OrgnlGrpInfAndSts/OrgnlMsgId')
  if (messageId === '' || !textAt(report, 'OrgnlGrpInfAndSts/OrgnlMsgNmId').startsWith('pain.001'))
    throw new ResultRefused('result-message')
  const parts = nodesAt(report, 'OrgnlPmtInfAndSts')
  const rows: ResultRow[] = []
  for (const part of parts) {
    const own = nodesAt(part, 'TxInfAndSts').map((node, index) => painRow(node, rows.length + index + 1))
    requireAgreement(textAt(part, 'PmtInfSts'), own)
    rows.push(...own)
  }
  const whole = textAt(report, 'OrgnlGrpInfAndSts/GrpSts')
  requireAgreement(whole, rows)
  const allRejected =
    whole === 'RJCT' && rows.length === 0
      ? reasonOf(nodesAt(report, 'OrgnlGrpInfAndSts')[0] as XmlNode) || 'RJCT'
      : undefined
  if (rows.length === 0 && allRejected === undefined) throw new ResultRefused('result-empty')
  return { kind: 'pain.002', rows, messageId, allRejected, original: originalOf(report, parts) }
}

function originalOf(report: XmlNode, parts: readonly XmlNode[]): NonNullable<BankResult['original']> {
  const count = textAt(report, 'OrgnlGrpInfAndSts/OrgnlNbOfTxs')
  const sum = textAt(report, 'OrgnlGrpInfAndSts/OrgnlCtrlSum')
  const sumFen = sum === '' ? undefined : parseYuan(sum)
  if (!/^\d{0,15}$/.test(count) || (sum !== '' && sumFen === undefined))
    throw new ResultRefused('result-message')
  return {
    parts: parts.map((part) => textAt(part, 'OrgnlPmtInfId')).filter((id) => id !== ''),
    count: count === '' ? undefined : Number(count),
    sumFen,
  }
}

function painRow(node: XmlNode, line: number): ResultRow {
  const reference = textAt(node, 'OrgnlEndToEndId')
  const instruction = textAt(node, 'OrgnlInstrId')
  // We write both alike: two that differ name two payments.
  if (instruction !== '' && reference !== '' && instruction !== reference)
    throw new ResultRefused('result-message', line)
  return {
    line,
    reference: reference || instruction || undefined,
    position: undefined,
    ...payeeOf(node, 'OrgnlTxRef'),
    amountFen: amountOf(node, 'OrgnlTxRef/Amt/InstdAmt', line),
    status: painStatus(textAt(node, 'TxSts')),
    reason: reasonOf(node),
    serial: textAt(node, 'AcctSvcrRef').slice(0, 60),
  }
}

/** Whom it says was paid; older versions have no Pty around a name. */
function payeeOf(node: XmlNode, path: string): Pick<ResultRow, 'cardNo' | 'name'> {
  const name = textAt(node, `${path}/Cdtr/Pty/Nm`) || textAt(node, `${path}/Cdtr/Nm`)
  return { cardNo: accountAt(node, `${path}/CdtrAcct`), name: name || undefined }
}

function accountAt(node: XmlNode, path: string): string | undefined {
  const no = textAt(node, `${path}/Id/Othr/Id`) || textAt(node, `${path}/Id/IBAN`)
  return no.replace(/[\s-]/g, '') || undefined
}

function amountOf(node: XmlNode, path: string, line: number): bigint | undefined {
  const [found, ...more] = nodesAt(node, path)
  if (!found) return undefined
  const fen = parseYuan(found.text.trim())
  if (more.length > 0 || fen === undefined || found.attributes.Ccy !== 'CNY')
    throw new ResultRefused('result-amount', line)
  return fen
}

function reasonOf(node: XmlNode): string {
  return nodesAt(node, 'StsRsnInf')
    .flatMap((one) => [
      textAt(one, 'Rsn/Cd') || textAt(one, 'Rsn/Prtry'),
      ...nodesAt(one, 'AddtlInf').map(({ text }) => text.trim()),
    ])
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, 200)
}

/** Booked debits are paid; a booked credit under our reference is money that came back. Others' entries are passed over by the matching. */
function readCamt053(root: XmlNode): BankResult {
  const rows: ResultRow[] = []
  for (const statement of nodesAt(root, 'BkToCstmrStmt/Stmt')) {
    const account = accountAt(statement, 'Acct')
    for (const entry of nodesAt(statement, 'Ntry')) rows.push(...entryRows(entry, rows.length + 1, account))
  }
  if (rows.length === 0) throw new ResultRefused('result-empty')
  return { kind: 'camt.053', rows, messageId: undefined, allRejected: undefined }
}

function entryRows(entry: XmlNode, line: number, account: string | undefined): ResultRow[] {
  const direction = textAt(entry, 'CdtDbtInd')
  if (direction !== 'DBIT' && direction !== 'CRDT') throw new ResultRefused('result-status', line)
  const booked = entryStatus(entry, direction)
  const details = nodesAt(entry, 'NtryDtls/TxDtls')
  const whole = details.length === 0 ? undefined : amountOf(entry, 'Amt', line)
  const rows = details.map((one, index): ResultRow => {
    const own = textAt(one, 'CdtDbtInd')
    if (own !== '' && own !== direction) throw new ResultRefused('result-status', line + index)
    const amountFen = amountOf(one, 'Amt', line + index) ?? (details.length === 1 ? whole : undefined)
    return {
      line: line + index,
      reference: textAt(one, 'Refs/EndToEndId') || undefined,
      position: undefined,
      ...payeeOf(one, 'RltdPties'),
      amountFen,
      status: amountFen === undefined ? 'processing' : booked,
      reason: '',
      serial: (textAt(one, 'Refs/AcctSvcrRef') || textAt(entry, 'AcctSvcrRef')).slice(0, 60),
      account,
    }
  })
  // An entry may have charges over its payments, never less than they come to.
  const sum = rows.reduce((total, { amountFen }) => total + (amountFen ?? 0n), 0n)
  if (whole !== undefined && sum > whole) throw new ResultRefused('result-totals', line)
  return rows
}

/** A debit that takes a credit back says nothing of the payment that we know of. */
function entryStatus(entry: XmlNode, direction: string): ResultStatus {
  if ((textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')) !== 'BOOK') return 'processing'
  if (direction === 'CRDT') return 'returned'
  return /^(true|1)$/.test(textAt(entry, 'RvslInd')) ? 'unknown' : 'succeeded'
}
