// What a bank says of the rows of a file in a message of ISO 20022: a pain.002 or a camt.053, and nothing that contradicts itself (ADR 82).

import { tellsUndone } from '../bank-statements/line-status.ts'
import { parseDay } from '../bank-statements/printed-days.ts'
import { parseYuan } from '../money/fen.ts'
import { type BankResult, ResultRefused, type ResultRow } from './bank-results.ts'
import { definiteEnd, isDuplicate, isOpen } from './line-doubts.ts'
import { nodesAt, readXml, textAt, type XmlNode, XmlRefused } from './plain-xml.ts'
import type { ResultStatus } from './result-mapping.ts'

const PAIN = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.\d{2}$/
const CAMT = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/

/** A pain.002 or a camt.053, by its namespace; nothing else. */
export function readResultXml(source: string): BankResult {
  return readMessage(source, (root) => {
    if (PAIN.test(root.namespace)) return readPain002(root)
    if (CAMT.test(root.namespace)) return readCamt053(root)
    throw new ResultRefused('result-message')
  })
}

function readMessage<T>(source: string, read: (root: XmlNode) => T): T {
  try {
    const root = readXml(source)
    if (root.name !== 'Document') throw new ResultRefused('result-message')
    return read(root)
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
function requireAgreement(over: string, rows: readonly Pick<ResultRow, 'status'>[]): void {
  const whole = painStatus(over)
  const isOff = ({ status }: Pick<ResultRow, 'status'>): boolean => {
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
  const group = nodesAt(report, 'OrgnlGrpInfAndSts')[0] as XmlNode
  const rows: ResultRow[] = []
  const over = parts.map((part) => ({ part, state: textAt(part, 'PmtInfSts') }))
  const said: ResultStatus[] = []
  for (const { part, state } of over) {
    const nodes = nodesAt(part, 'TxInfAndSts')
    const own = nodes.map((node, index) => painRow(node, rows.length + index + 1))
    // As said: what a duplicate is taken for contradicts nothing.
    const words = nodes.map((node) => painStatus(textAt(node, 'TxSts')))
    requireAgreement(
      state,
      words.map((status) => ({ status })),
    )
    requireCounts(part, nodes)
    rows.push(...own)
    said.push(...words)
  }
  const whole = textAt(group, 'GrpSts')
  const told = over.flatMap(({ state }) => (state === '' ? [] : [{ status: painStatus(state) }]))
  requireAgreement(whole, [...told, ...said.map((status) => ({ status }))])
  requireCounts(
    group,
    parts.flatMap((part) => nodesAt(part, 'TxInfAndSts')),
  )
  const rejecter = rows.length > 0 ? undefined : whole === 'RJCT' ? group : rejectedPart(over)
  const allRejected = rejecter && (allReasons(rejecter, group) || 'RJCT')
  if (rows.length === 0 && allRejected === undefined) throw new ResultRefused('result-empty')
  if (allRejected !== undefined && isDuplicate(allRejected)) throw new ResultRefused('result-duplicate')
  if (allRejected !== undefined && isOpen(allRejected)) throw new ResultRefused('result-status')
  return { kind: 'pain.002', rows, messageId, allRejected, original: originalOf(group, parts) }
}

/** Our messages have one part: where the only one was rejected, all of it was. */
function rejectedPart(
  over: readonly { readonly part: XmlNode; readonly state: string }[],
): XmlNode | undefined {
  const [only, ...more] = over
  return only?.state === 'RJCT' && more.length === 0 ? only.part : undefined
}

/** Why, by the one that says so; a reason may stand over the whole message. */
const allReasons = (rejecter: XmlNode, group: XmlNode): string =>
  [...new Set([reasonOf(rejecter), reasonOf(group)])]
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, 200)

/** How many payments it says have each state: those of a state are all listed, or none of them is where some are left out. */
function requireCounts(over: XmlNode, nodes: readonly XmlNode[]): void {
  const counts = nodesAt(over, 'NbOfTxsPerSts').map((one) => ({
    state: textAt(one, 'DtldSts'),
    count: textAt(one, 'DtldNbOfTxs'),
  }))
  if (counts.length === 0) return
  if (counts.some(({ count }) => !/^\d{1,15}$/.test(count))) throw new ResultRefused('result-message')
  const total = counts.reduce((sum, { count }) => sum + Number(count), 0)
  const original = textAt(over, 'OrgnlNbOfTxs')
  const isOff = counts.some(({ state, count }) => {
    const listed = nodes.filter((node) => textAt(node, 'TxSts') === state).length
    return listed !== Number(count) && (listed > 0 || nodes.length >= total)
  })
  const named = new Set(counts.map(({ state }) => state))
  const isUncounted = nodes.some((node) => !named.has(textAt(node, 'TxSts')))
  if (isOff || isUncounted || (original !== '' && Number(original) !== total))
    throw new ResultRefused('result-totals')
}

/** Over the whole message, and over its only part once more. */
function originalOf(group: XmlNode, parts: readonly XmlNode[]): NonNullable<BankResult['original']> {
  const texts = (path: string) =>
    [group, ...parts].map((node) => textAt(node, path)).filter((text) => text !== '')
  const counts = texts('OrgnlNbOfTxs')
  const sums = texts('OrgnlCtrlSum').map(parseYuan)
  if (counts.some((count) => !/^\d{1,15}$/.test(count)) || sums.includes(undefined))
    throw new ResultRefused('result-message')
  return {
    parts: parts.map((part) => textAt(part, 'OrgnlPmtInfId')).filter((id) => id !== ''),
    counts: counts.map(Number),
    sums: sums.filter((sum) => sum !== undefined),
  }
}

function painRow(node: XmlNode, line: number): ResultRow {
  const reference = textAt(node, 'OrgnlEndToEndId')
  const instruction = textAt(node, 'OrgnlInstrId')
  // We write both alike: two that differ name two payments.
  if (instruction !== '' && reference !== '' && instruction !== reference)
    throw new ResultRefused('result-message', line)
  const reason = reasonOf(node)
  return {
    line,
    reference: reference || instruction || undefined,
    position: undefined,
    ...payeeOf(node, 'OrgnlTxRef'),
    amountFen: paidAmount(node, line),
    status: definiteEnd(undenied(painStatus(textAt(node, 'TxSts')), node), reason),
    reason,
    serial: textAt(node, 'AcctSvcrRef').slice(0, 60),
  }
}

/** Codes of the list of reasons say why not; those of tracking and words of the bank's own do not. */
const FAULT = /^(?!G\d{3}$)[A-Z]{2}\d{2}$/

/** Settled, and with the reason of a refusal, is neither. */
function undenied(status: ResultStatus, node: XmlNode): ResultStatus {
  const reasons = nodesAt(node, 'StsRsnInf').flatMap((one) => [
    ...(FAULT.test(textAt(one, 'Rsn/Cd')) ? ['失败'] : []),
    textAt(one, 'Rsn/Prtry'),
    ...nodesAt(one, 'AddtlInf').map(({ text }) => text),
  ])
  return status === 'succeeded' && reasons.some(tellsUndone) ? 'unknown' : status
}

/** What it was to be, and what the banks settled between them where they say so. */
function paidAmount(node: XmlNode, line: number): bigint | undefined {
  const instructed = amountOf(node, 'OrgnlTxRef/Amt/InstdAmt', line)
  const settled = amountOf(node, 'OrgnlTxRef/IntrBkSttlmAmt', line)
  if (instructed !== undefined && settled !== undefined && instructed !== settled)
    throw new ResultRefused('result-amount', line)
  return settled ?? instructed
}

/** Whom it says was paid. */
function payeeOf(node: XmlNode, path: string): Pick<ResultRow, 'cardNo' | 'name'> {
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
  for (const { account, entries } of accountsIn(root))
    for (const entry of entries) rows.push(...entryRows(entry, rows.length + 1, account))
  if (rows.length === 0) throw new ResultRefused('result-empty')
  return { kind: 'camt.053', rows, messageId: undefined, allRejected: undefined }
}

type AccountEntries = { readonly account: string; readonly entries: readonly XmlNode[] }

/** The entries of each account that it tells of. */
function accountsIn(root: XmlNode): AccountEntries[] {
  return nodesAt(root, 'BkToCstmrStmt/Stmt').map((statement) => {
    const account = accountAt(statement, 'Acct')
    // Without it, it may be the statement of whoever was paid.
    if (account === undefined) throw new ResultRefused('result-no-account')
    const entries = nodesAt(statement, 'Ntry')
    requireSummary(statement, entries)
    return { account, entries }
  })
}

/** What is made of a camt.053, and of nothing else. */
export function readStatements<T>(source: string, read: (accounts: AccountEntries[]) => T): T {
  return readMessage(source, (root) => {
    if (!CAMT.test(root.namespace)) throw new ResultRefused('result-message')
    return read(accountsIn(root))
  })
}

const SUMMARIES = [
  ['TtlNtries', undefined],
  ['TtlDbtNtries', 'DBIT'],
  ['TtlCdtNtries', 'CRDT'],
] as const

/** What it says of its entries together: where one was left out or added, it shows here. */
function requireSummary(statement: XmlNode, entries: readonly XmlNode[]): void {
  for (const [kind, direction] of SUMMARIES) {
    const some = entries.filter(
      (entry) => direction === undefined || textAt(entry, 'CdtDbtInd') === direction,
    )
    const count = textAt(statement, `TxsSummry/${kind}/NbOfNtries`)
    const sum = textAt(statement, `TxsSummry/${kind}/Sum`)
    const total = some.reduce((all, entry) => all + (parseYuan(textAt(entry, 'Amt')) ?? 0n), 0n)
    if ((count !== '' && count !== String(some.length)) || (sum !== '' && parseYuan(sum) !== total))
      throw new ResultRefused('result-totals')
  }
}

function entryRows(entry: XmlNode, line: number, account: string): ResultRow[] {
  const direction = directionOf(entry, line)
  const booked = entryStatus(entry, direction)
  const details = nodesAt(entry, 'NtryDtls/TxDtls')
  const day = bookingDay(entry)
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
      // What we return to others is no payment of ours, whatever its reference.
      status: amountFen === undefined ? 'processing' : isReturnOut(one, booked) ? 'unknown' : booked,
      reason: '',
      serial: (textAt(one, 'Refs/AcctSvcrRef') || textAt(entry, 'AcctSvcrRef')).slice(0, 60),
      account,
      day,
    }
  })
  // An entry may have charges over its payments, never less than they come to.
  const sum = rows.reduce((total, { amountFen }) => total + (amountFen ?? 0n), 0n)
  if (whole !== undefined && sum > whole) throw new ResultRefused('result-totals', line)
  return rows
}

const isReturnOut = (details: XmlNode, booked: ResultStatus): boolean =>
  booked === 'succeeded' && nodesAt(details, 'RtrInf').length > 0

export function directionOf(entry: XmlNode, line: number): 'DBIT' | 'CRDT' {
  const direction = textAt(entry, 'CdtDbtInd')
  if (direction !== 'DBIT' && direction !== 'CRDT') throw new ResultRefused('result-status', line)
  return direction
}

export const bookingDay = (entry: XmlNode) =>
  parseDay((textAt(entry, 'BookgDt/Dt') || textAt(entry, 'BookgDt/DtTm')).slice(0, 10))

/** A debit that takes a credit back says nothing of the payment that we know of. */
export function entryStatus(entry: XmlNode, direction: string): ResultStatus {
  if ((textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')) !== 'BOOK') return 'processing'
  if (direction === 'CRDT') return 'returned'
  return /^(true|1)$/.test(textAt(entry, 'RvslInd')) ? 'unknown' : 'succeeded'
}
