// Writes ISO 20022 pain.001.001.09, customer credit transfer initiation, as its message rules want it.

import { formatYuan } from '../money/fen.ts'
import type { BankFormat, PaymentRow } from './bank-format.ts'
import { judgeRows } from './judge-rows.ts'
import { Inexpressible } from './lay-out.ts'

export type Debtor = {
  readonly name: string
  readonly accountNo: string
  readonly bankName: string
}

export type Initiation = {
  /** Max35Text, never used twice. */
  readonly messageId: string
  /** As 2026-11-17T08:00:00Z. */
  readonly createdAt: string
  /** The day of execution, as 2026-11-17. */
  readonly day: string
  readonly debtor: Debtor
  readonly rows: readonly PaymentRow[]
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const xml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** Max140Text. */
const MAX_NAME = 140

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`
const account = (no: string): string => element('Id', element('Othr', element('Id', xml(no))))
/** By its CNAPS code where one is known, and by its name. */
function agent(bank: string, cnaps = ''): string {
  const code =
    cnaps === ''
      ? ''
      : element('ClrSysMmbId', element('ClrSysId', element('Cd', 'CNAPS')) + element('MmbId', xml(cnaps)))
  const name = bank === '' ? '' : element('Nm', xml(bank.slice(0, MAX_NAME)))
  return element('FinInstnId', code + name || element('Othr', element('Id', 'NOTPROVIDED')))
}

function payment(format: BankFormat, row: PaymentRow): string {
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('InstrId', xml(row.reference)) + element('EndToEndId', xml(row.reference))) +
      element('Amt', `<InstdAmt Ccy="CNY">${formatYuan(row.amountFen)}</InstdAmt>`) +
      element('CdtrAgt', agent(row.bankName, row.cnaps)) +
      element('Cdtr', element('Nm', xml(row.name))) +
      element('CdtrAcct', account(row.cardNo)) +
      element('RmtInf', element('Ustrd', xml(format.purpose))),
  )
}

export function writePain001(
  format: BankFormat,
  { messageId, createdAt, day, debtor, rows }: Initiation,
): string {
  const [fault] = judgeRows(format, rows)
  if (fault) throw new Inexpressible(`row ${fault.rowNumber}: ${fault.heading} ${fault.fault}`)
  const count = element('NbOfTxs', String(rows.length))
  const sum = element('CtrlSum', formatYuan(rows.reduce((total, { amountFen }) => total + amountFen, 0n)))
  const header = element(
    'GrpHdr',
    element('MsgId', xml(messageId)) +
      element('CreDtTm', createdAt) +
      count +
      sum +
      element('InitgPty', element('Nm', xml(debtor.name.slice(0, MAX_NAME)))),
  )
  const information = element(
    'PmtInf',
    element('PmtInfId', xml(messageId)) +
      element('PmtMtd', 'TRF') +
      count +
      sum +
      element('ReqdExctnDt', element('Dt', day)) +
      element('Dbtr', element('Nm', xml(debtor.name.slice(0, MAX_NAME)))) +
      element('DbtrAcct', account(debtor.accountNo)) +
      element('DbtrAgt', agent(debtor.bankName)) +
      rows.map((row) => payment(format, row)).join(''),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${element('CstmrCdtTrfInitn', header + information)}</Document>\n`
}
