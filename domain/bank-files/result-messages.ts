// What a bank says of the rows of a file in a message of ISO 20022: a pain.002, or a camt.053, and nothing that contradicts itself (ADR 82).

import { tellsUndone } from '../bank-statements/line-status.ts'
import { parseDay } from '../bank-statements/printed-days.ts'
import { type Day, shanghaiDay } from '../calendar/shanghai.ts'
import { parseYuan } from '../money/fen.ts'
import { type BankResult, ResultRefused, type ResultRow } from './bank-results.ts'
import { isCamt, readCamt053 } from './camt-entries.ts'
import { definiteEnd, isDuplicate, isOpen } from './line-doubts.ts'
import { accountAt, amountOf, payeeOf, readMessage } from './message-parts.ts'
import { nodesAt, textAt, type XmlNode } from './plain-xml.ts'
import type { ResultStatus } from './result-mapping.ts'

const PAIN = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.\d{2}$/

/** A pain.002 or a camt.053, by its namespace; nothing else. */
export function readResultXml(source: string): BankResult {
  return readMessage(source, (root) => {
    if (PAIN.test(root.namespace)) return readPain002(root)
    if (isCamt(root)) return readCamt053(root)
    throw new ResultRefused('result-message')
  })
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
    const why = [part, group].map(reasonOf)
    const own = nodes.map((node, index) => painRow(node, rows.length + index + 1, why))
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
  const isRejected = rows.length === 0 && (whole === 'RJCT' || isPartRejected(over, whole))
  const allRejected = isRejected ? allReasons([...parts, group]) || 'RJCT' : undefined
  if (rows.length === 0 && allRejected === undefined) throw new ResultRefused('result-empty')
  if (allRejected !== undefined && isDuplicate(allRejected)) throw new ResultRefused('result-duplicate')
  if (allRejected !== undefined && isOpen(allRejected)) throw new ResultRefused('result-status')
  const newestDay = momentDay(textAt(report, 'GrpHdr/CreDtTm'))
  return { kind: 'pain.002', rows, messageId, allRejected, original: originalOf(group, parts), newestDay }
}

/** Said of a whole message, some of it at least goes on to be paid. */
const PAIN_GOES_ON = new Set(['PART', 'ACSP', 'ACWC'])

/** Our messages have one part: where the only one was rejected, all of it was. */
function isPartRejected(over: readonly { readonly state: string }[], whole: string): boolean {
  const isRejected = over.length === 1 && over[0]?.state === 'RJCT'
  if (isRejected && PAIN_GOES_ON.has(whole)) throw new ResultRefused('result-status')
  return isRejected
}

/** A reason may stand over the whole message, over its part, or over both. */
const allReasons = (nodes: readonly XmlNode[]): string =>
  [...new Set(nodes.map(reasonOf))]
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

function painRow(node: XmlNode, line: number, over: readonly string[]): ResultRow {
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
    // Why all of it was refused is why this one was.
    status: definiteEnd(undenied(painStatus(textAt(node, 'TxSts')), node), [reason, ...over].join(' ')),
    reason,
    serial: textAt(node, 'AcctSvcrRef').slice(0, 60),
    account: accountAt(node, 'OrgnlTxRef/DbtrAcct'),
    ...daysOf(node),
  }
}

/** When the bank accepted it, and when it settled it. */
function daysOf(node: XmlNode): Pick<ResultRow, 'oldestDay' | 'newestDay'> {
  const days = ['AccptncDtTm', 'FctvIntrBkSttlmDt/Dt', 'FctvIntrBkSttlmDt/DtTm']
    .flatMap((path) => momentDay(textAt(node, path)) ?? [])
    .toSorted()
  return { oldestDay: days[0], newestDay: days.at(-1) }
}

/** The day here: 2026-11-17T23:00:00Z is the morning of the next one. */
function momentDay(text: string): Day | undefined {
  const hasZone = /T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
  const at = hasZone ? new Date(text) : undefined
  return at && !Number.isNaN(at.getTime()) ? shanghaiDay(at) : parseDay(text.slice(0, 10))
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
