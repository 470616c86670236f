// What the bank gives back for a file: a result sheet as text or workbook, a pain.002 or a camt.053.

import { shanghaiTime } from '../clock.ts'
import type { Executed, ExecutedFile } from './file-desk.ts'
import { writeSheet } from './write-sheet.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const xml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
const yuan = (fen: string): string => `${fen.padStart(3, '0').slice(0, -2)}.${fen.padStart(3, '0').slice(-2)}`

const WORDS = { succeeded: '成功', rejected: '失败', processing: '处理中' } as const

type Said = Executed & { readonly status: keyof typeof WORDS }
/** Of some it says nothing. */
const saidOf = ({ orders }: ExecutedFile): Said[] =>
  orders.filter((one): one is Said => one.status !== 'silent')

export type ResultFile = { readonly name: string; readonly type: string; readonly body: Buffer }

const HEAD = ['业务参考号', '收款人户名', '收款账号', '金额（元）', '状态', '失败原因', '银行流水号']
const linesOf = (file: ExecutedFile): string[][] =>
  saidOf(file).map(({ reference, name, cardNo, amountFen, status, reason, serial }) => [
    reference,
    name,
    cardNo,
    yuan(amountFen),
    WORDS[status],
    reason,
    serial,
  ])

export function resultBook(file: ExecutedFile): ResultFile {
  return { name: `代发回盘_${file.batchNo}.xlsx`, type: XLSX, body: writeSheet([HEAD, ...linesOf(file)]) }
}

export function resultSheet(file: ExecutedFile): ResultFile {
  // A tab keeps programs from taking a card for a number.
  const lines = linesOf(file).map((cells) =>
    cells.map((cell, at) => (at === 2 ? `\t${cell}` : cell)).join(','),
  )
  const body = Buffer.from(`\uFEFF${[HEAD.join(','), ...lines].join('\r\n')}\r\n`)
  return { name: `代发回盘_${file.batchNo}.csv`, type: 'text/csv', body }
}

const STATES = { succeeded: 'ACSC', rejected: 'RJCT', processing: 'ACSP' } as const

export function pain002(file: ExecutedFile): ResultFile {
  const payments = saidOf(file).map(
    ({ reference, amountFen, status, reason }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${xml(reference)}</OrgnlEndToEndId><TxSts>${STATES[status]}</TxSts>${
        reason === ''
          ? ''
          : `<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn><AddtlInf>${xml(reason)}</AddtlInf></StsRsnInf>`
      }<OrgnlTxRef><Amt><InstdAmt Ccy="CNY">${yuan(amountFen)}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`,
  )
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${file.batchNo}</MsgId><CreDtTm>${new Date(file.at).toISOString()}</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${xml(file.messageId)}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${xml(file.messageId)}</OrgnlPmtInfId>${payments.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>
`
  return { name: `pain.002_${file.batchNo}.xml`, type: 'application/octet-stream', body: Buffer.from(body) }
}

export function camt053(file: ExecutedFile): ResultFile {
  const { at, accountNo = '' } = file
  const paid = file.orders.filter(({ status }) => status === 'succeeded')
  const body = camtOf(
    `S${file.batchNo}`,
    paid.map((order) => ({ ...order, at, accountNo })),
  )
  return { name: `camt.053_${file.batchNo}.xml`, type: 'application/octet-stream', body }
}

export type Debit = Executed & { readonly at: number; readonly accountNo: string }

/** A statement for each account, and in it a booked debit for each payment. */
export function camtOf(id: string, debits: readonly Debit[]): Buffer {
  const accounts = [...new Set(debits.map(({ accountNo }) => accountNo))]
  const statements = accounts.map((account, index) => {
    const entries = debits.filter(({ accountNo }) => accountNo === account).map(entryOf)
    return `<Stmt><Id>${id}-${index + 1}</Id><Acct><Id><Othr><Id>${xml(account) || 'NOTPROVIDED'}</Id></Othr></Id></Acct><TxsSummry><TtlDbtNtries><NbOfNtries>${entries.length}</NbOfNtries></TtlDbtNtries></TxsSummry>${entries.join('')}</Stmt>`
  })
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${id}</MsgId></GrpHdr>${statements.join('')}</BkToCstmrStmt></Document>
`
  return Buffer.from(body)
}

function entryOf({ reference, name, cardNo, amountFen, serial, at }: Debit): string {
  const payee = `<RltdPties><Cdtr><Pty><Nm>${xml(name)}</Nm></Pty></Cdtr><CdtrAcct><Id><Othr><Id>${xml(cardNo)}</Id></Othr></Id></CdtrAcct></RltdPties>`
  return `<Ntry><Amt Ccy="CNY">${yuan(amountFen)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${shanghaiTime(at).slice(0, 10)}</Dt></BookgDt><AcctSvcrRef>${serial}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${xml(reference)}</EndToEndId></Refs>${payee}</TxDtls></NtryDtls></Ntry>`
}
