// What the entries of a camt.053 say of payments: debits, reversals and returns of each account that it tells of (ADR 124).

import { tellsUndone } from '../bank-statements/line-status.ts'
import { parseDay } from '../bank-statements/printed-days.ts'
import { parseYuan } from '../money/fen.ts'
import { type BankResult, ResultRefused, type ResultRow } from './bank-results.ts'
import { accountAt, amountOf, payeeOf, readMessage } from './message-parts.ts'
import { nodesAt, textAt, type XmlNode } from './plain-xml.ts'
import type { ResultStatus } from './result-mapping.ts'

const CAMT = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/

export const isCamt = ({ namespace }: XmlNode): boolean => CAMT.test(namespace)

/** Booked debits are paid; a booked credit under our reference is money that came back. Others' entries are passed over by the matching. */
export function readCamt053(root: XmlNode): BankResult {
  const rows: ResultRow[] = []
  const accounts = accountsIn(root)
  const takenBack = takenBackUnnamed(accounts)
  for (const { account, entries } of accounts)
    for (const entry of entries) {
      const isTakenBack = (fen: bigint | undefined) => takenBack.has(`${account} ${fen}`)
      const isWhole = isTakenBack(parseYuan(textAt(entry, 'Amt')))
      for (const row of entryRows(entry, rows.length + 1, account)) {
        const isDoubtful = row.status === 'succeeded' && (isWhole || isTakenBack(row.amountFen))
        rows.push(isDoubtful ? { ...row, status: 'unknown' } : row)
      }
    }
  if (rows.length === 0) throw new ResultRefused('result-empty')
  return { kind: 'camt.053', rows, messageId: undefined, allRejected: undefined }
}

/** Amounts that were reversed without a word on the payment: which of them came back nobody knows. */
function takenBackUnnamed(accounts: readonly AccountEntries[]): ReadonlySet<string> {
  const isNamed = (one: XmlNode) => !['', 'NOTPROVIDED'].includes(textAt(one, 'Refs/EndToEndId'))
  return new Set(
    accounts.flatMap(({ account, entries }) =>
      entries
        .filter((entry) => textAt(entry, 'CdtDbtInd') === 'CRDT' && isReversal(entry))
        .filter((entry) => !nodesAt(entry, 'NtryDtls/TxDtls').some(isNamed))
        .map((entry) => `${account} ${parseYuan(textAt(entry, 'Amt'))}`),
    ),
  )
}

/** What is no plain no is a yes. */
const isReversal = (entry: XmlNode): boolean => !/^(?:false|0)?$/.test(textAt(entry, 'RvslInd').trim())

type AccountEntries = { readonly account: string; readonly entries: readonly XmlNode[] }

/** The entries of each account that it tells of. */
function accountsIn(root: XmlNode): AccountEntries[] {
  return nodesAt(root, 'BkToCstmrStmt/Stmt').flatMap((statement) => {
    const account = accountAt(statement, 'Acct')
    // Without it, it may be the statement of whoever was paid.
    if (account === undefined) throw new ResultRefused('result-no-account')
    // Nothing of ours is paid from an account of another currency.
    if (isForeign(textAt(statement, 'Acct/Ccy'))) return []
    const entries = nodesAt(statement, 'Ntry')
    requireSummary(statement, entries)
    return [{ account, entries }]
  })
}

const isForeign = (currency: string): boolean =>
  /^[A-Z]{3}$/.test(currency) && currency !== 'CNY' && currency !== 'RMB'

/** What is made of a camt.053, and of nothing else. */
export function readStatements<T>(source: string, read: (accounts: AccountEntries[]) => T): T {
  return readMessage(source, (root) => {
    if (!isCamt(root)) throw new ResultRefused('result-message')
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
  const isOne = details.length === 1 && !isOfSeveral(entry)
  const rows = details.map((one, index): ResultRow => {
    const own = textAt(one, 'CdtDbtInd')
    if (own !== '' && own !== direction) throw new ResultRefused('result-status', line + index)
    const amountFen = detailAmount(one, line + index) ?? (isOne ? whole : undefined)
    return {
      line: line + index,
      reference: textAt(one, 'Refs/EndToEndId') || undefined,
      position: undefined,
      ...payeeOf(one, 'RltdPties'),
      amountFen,
      // What we return to others is no payment of ours, whatever its reference.
      status: amountFen === undefined ? 'processing' : isDenied(one, booked) ? 'unknown' : booked,
      reason: '',
      serial: (textAt(one, 'Refs/AcctSvcrRef') || textAt(entry, 'AcctSvcrRef')).slice(0, 60),
      account,
      ...{ day, newestDay: day },
    }
  })
  // An entry may have charges over its payments, never less than they come to.
  const sum = rows.reduce((total, { amountFen }) => total + (amountFen ?? 0n), 0n)
  const isMiscounted = sum === whole && countOf(entry).some((count) => count !== rows.length)
  if (whole !== undefined && (sum > whole || isMiscounted)) throw new ResultRefused('result-totals', line)
  return rows
}

const countOf = (entry: XmlNode): number[] =>
  nodesAt(entry, 'NtryDtls/Btch/NbOfTxs').map(({ text }) => Number(text.trim()))

/** An entry that counts several payments is not the one that it lists. */
export const isOfSeveral = (entry: XmlNode): boolean => countOf(entry).some((count) => count !== 1)

/** Older versions have it among the amounts of the transaction alone; in another currency it is not what was booked. */
export function detailAmount(details: XmlNode, line: number): bigint | undefined {
  const own = amountOf(details, 'Amt', line)
  const [told] = nodesAt(details, 'AmtDtls/TxAmt/Amt')
  if (own !== undefined || told?.attributes.Ccy !== 'CNY') return own
  return amountOf(details, 'AmtDtls/TxAmt/Amt', line)
}

const isDenied = (details: XmlNode, booked: ResultStatus): boolean =>
  booked === 'succeeded' && (nodesAt(details, 'RtrInf').length > 0 || saysUndone(details, 'AddtlTxInf'))

export function directionOf(entry: XmlNode, line: number): 'DBIT' | 'CRDT' {
  const direction = textAt(entry, 'CdtDbtInd')
  if (direction !== 'DBIT' && direction !== 'CRDT') throw new ResultRefused('result-status', line)
  return direction
}

/** The day on which the money counts, where it does not say when it was booked. */
export const bookingDay = (entry: XmlNode) =>
  parseDay(
    (
      ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm']
        .map((path) => textAt(entry, path))
        .find((text) => text !== '') ?? ''
    ).slice(0, 10),
  )

/** A debit that takes a credit back says nothing of the payment that we know of. */
export function entryStatus(entry: XmlNode, direction: string): ResultStatus {
  if ((textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')) !== 'BOOK') return 'processing'
  if (direction === 'CRDT') return 'returned'
  return isReversal(entry) || isOfReturn(entry) || saysUndone(entry, 'AddtlNtryInf') ? 'unknown' : 'succeeded'
}

/** A return or a reversal of what came in: the codes of its kind of transaction. */
const RETURNS = new Set(['RRTN', 'RPCR', 'ARET', 'AREV'])
const isOfReturn = (entry: XmlNode): boolean =>
  nodesAt(entry, 'BkTxCd/Domn/Fmly/SubFmlyCd').some(({ text }) => RETURNS.has(text.trim()))

/** The bank's own words on it; a payer's are their own. */
export const saysUndone = (node: XmlNode, path: string): boolean =>
  nodesAt(node, path).some(({ text }) => tellsUndone(text))
