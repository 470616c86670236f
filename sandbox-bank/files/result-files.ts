// What the bank gives back for a file: a result sheet, a pain.002 or a camt.053.

import type { Executed, ExecutedFile } from './file-desk.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const xml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')
const yuan = (fen: string): string => `${fen.padStart(3, '0').slice(0, -2)}.${fen.padStart(3, '0').slice(-2)}`

const WORDS = { succeeded: '成功', rejected: '失败', processing: '处理中' } as const

type Said = Executed & { readonly status: keyof typeof WORDS }
/** Of some it says nothing. */
const saidOf = ({ orders }: ExecutedFile): Said[] =>
  orders.filter((one): one is Said => one.status !== 'silent')

export type ResultFile = { readonly name: string; readonly type: string; readonly body: Buffer }

export function resultSheet(file: ExecutedFile): ResultFile {
  const head = '业务参考号,收款人户名,收款账号,金额（元）,状态,失败原因,银行流水号'
  const lines = saidOf(file).map(({ reference, name, cardNo, amountFen, status, reason, serial }) =>
    [reference, name, `\t${cardNo}`, yuan(amountFen), WORDS[status], reason, serial].join(','),
  )
  const body = Buffer.from(`\uFEFF${[head, ...lines].join('\r\n')}\r\n`)
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
  const entries = file.orders
    .filter(({ status }) => status === 'succeeded')
    .map(
      ({ reference, amountFen, serial }) =>
        `<Ntry><Amt Ccy="CNY">${yuan(amountFen)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${serial}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${xml(reference)}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
    )
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>S${file.batchNo}</MsgId></GrpHdr><Stmt><Id>S${file.batchNo}</Id>${entries.join('')}</Stmt></BkToCstmrStmt></Document>
`
  return { name: `camt.053_${file.batchNo}.xml`, type: 'application/octet-stream', body: Buffer.from(body) }
}
