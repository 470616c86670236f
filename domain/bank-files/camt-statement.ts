// A camt.053 as a bank statement: what was booked on each account, line by line, as the reader of statements has it (ADR 124).

import type { ReadLine } from '../bank-statements/statement-lines.ts'
import { codesIn, withoutNumbers } from '../bank-statements/statement-text.ts'
import { ResultRefused } from './bank-results.ts'
import {
  bookingDay,
  detailAmount,
  directionOf,
  entryStatus,
  isOfSeveral,
  readStatements,
  saysUndone,
} from './camt-entries.ts'
import { accountAt, amountOf, partyOf } from './message-parts.ts'
import { nodesAt, textAt, type XmlNode } from './plain-xml.ts'

/** Booked entries alone; throws ResultRefused for what is no camt.053, or contradicts itself. */
export function readCamtStatement(source: string): ReadLine[] {
  return readStatements(source, (accounts) => {
    const lines: ReadLine[] = []
    for (const { account, entries } of accounts)
      for (const entry of entries) lines.push(...linesOf(entry, lines.length + 1, account))
    if (lines.length === 0) throw new ResultRefused('result-empty')
    return lines
  })
}

function linesOf(entry: XmlNode, from: number, own: string): ReadLine[] {
  const direction = directionOf(entry, from)
  const status = entryStatus(entry, direction)
  if (status === 'processing') return []
  const whole = amountOf(entry, 'Amt', from)
  const details = nodesAt(entry, 'NtryDtls/TxDtls')
  const amounts = details.map((one) => detailAmount(one, from))
  // Payments without amounts of their own are one debit of them all.
  const isTold =
    (details.length === 1 && (amounts[0] !== undefined || !isOfSeveral(entry))) ||
    (details.length > 1 && !amounts.includes(undefined))
  const parts = isTold
    ? details.map((one, at) => ({ one, fen: amounts[at] ?? whole }))
    : [{ one: entry, fen: whole }]
  return parts.map(({ one, fen }, at): ReadLine => {
    if (fen === undefined) throw new ResultRefused('result-amount', from + at)
    const numbers = [
      textAt(one, 'Refs/EndToEndId'),
      textAt(one, 'Refs/AcctSvcrRef'),
      textAt(entry, 'AcctSvcrRef'),
    ]
      .filter((text) => text !== '' && text !== 'NOTPROVIDED')
      .map((text) => text.replace(/\s/g, ''))
    const remark = [...nodesAt(one, 'RmtInf/Ustrd').map(({ text }) => text), textAt(entry, 'AddtlNtryInf')]
      .filter((text) => text !== '')
      .join(' ')
    return {
      lineNumber: from + at,
      page: 1,
      day: bookingDay(entry) ?? null,
      kind: direction === 'DBIT' ? 'debit' : 'return',
      unclear: status === 'unknown' || (direction === 'DBIT' && saysUndone(one, 'AddtlTxInf')),
      ...otherParty(one, direction, own),
      amountFen: fen,
      reference: numbers[0] ?? '',
      numbers: [...new Set(numbers)],
      remark: withoutNumbers(remark),
      remarkCodes: codesIn(remark),
      booked: true,
      ofAccount: true,
      ownAccount: own,
    }
  })
}

/** Who was paid, or who gave it back: a return may name the parties of the payment it returns. */
function otherParty(node: XmlNode, direction: string, own: string): Pick<ReadLine, 'name' | 'account'> {
  const sides = direction === 'DBIT' ? (['Cdtr'] as const) : (['Dbtr', 'Cdtr'] as const)
  const parties = sides.map((side) => ({
    name: partyOf(node, `RltdPties/${side}`) ?? '',
    account: accountAt(node, `RltdPties/${side}Acct`) ?? '',
  }))
  return parties.find(({ name, account }) => account !== own && (name !== '' || account !== '')) ?? NOBODY
}

const NOBODY = { name: '', account: '' }
