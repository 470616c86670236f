// The lying bank's counter for files: takes each file once, and writes results about it, now and then cut, changed or of another file.

import { parseYuan } from '@paywages/domain/money/fen.ts'
import type { BankStatus } from '@paywages/domain/transfers/transfer-state.ts'
import type { BankOrder } from '../../adapters/bank/bank-port.ts'
import type { LyingBank } from './lying-bank.ts'
import type { Random } from './random.ts'

type Taken = { readonly messageId: string; readonly accountNo: string; readonly orders: readonly BankOrder[] }

/** `unnamed` is a sheet with neither our references nor the places of the payments. */
export type ResultKind = 'csv' | 'unnamed' | 'pain.002' | 'camt.053'
export type ResultFile = { readonly name: string; readonly bytes: Buffer }
export type Word = readonly [order: BankOrder, status: BankStatus]

export class FileCounter {
  readonly #bank: LyingBank
  readonly #taken = new Map<number, Taken>()

  constructor(bank: LyingBank) {
    this.#bank = bank
  }

  has(bankFileId: number): boolean {
    return this.#taken.has(bankFileId)
  }

  ids(): number[] {
    return [...this.#taken.keys()]
  }

  /** False where it has seen the file before. */
  take(bankFileId: number, bytes: Buffer): boolean {
    if (this.#taken.has(bankFileId)) return false
    const read = readFile(bytes.toString('utf8'))
    this.#taken.set(bankFileId, read)
    this.#bank.takeFile(read.orders)
    return true
  }

  /** What it would say of each payment now; nothing of what it does not show yet. */
  words(bankFileId: number): Word[] {
    const { orders } = this.#file(bankFileId)
    return orders.flatMap((order): Word[] => {
      const status = this.#bank.statusOf(order.reference)
      return status === 'not-found' ? [] : [[order, status]]
    })
  }

  /** Whoever reads it has heard what it says. */
  write(bankFileId: number, words: readonly Word[], kind: ResultKind): ResultFile {
    for (const [{ reference }, status] of words) this.#bank.tellInFile(reference, status)
    const { messageId, accountNo } = this.#file(bankFileId)
    if (kind === 'csv') return { name: 'result.csv', bytes: Buffer.from(csvOf(words)) }
    if (kind === 'unnamed') return { name: 'result.csv', bytes: Buffer.from(this.#unnamedOf(words)) }
    const text = kind === 'pain.002' ? painOf(messageId, words) : camtOf(accountNo, words)
    return { name: 'result.xml', bytes: Buffer.from(text) }
  }

  /** The place in the file of the payment that it gave this number to, as whoever asks at the counter is told. */
  placeOf(bankFileId: number, serial: string): number | undefined {
    const { orders } = this.#file(bankFileId)
    const index = orders.findIndex(({ reference }) => this.#serialOf(reference) === serial)
    return index < 0 ? undefined : index + 1
  }

  /** Whether two of its payments differ in their references alone. */
  hasAlike(bankFileId: number): boolean {
    const { orders } = this.#file(bankFileId)
    return new Set(orders.map(({ cardNo, amountFen }) => `${cardNo} ${amountFen}`)).size < orders.length
  }

  #serialOf(reference: string): string {
    return this.#bank.records.get(reference)?.serial ?? ''
  }

  /** Payments of one amount to one card are alike in it but for the bank's own numbers. */
  #unnamedOf(words: readonly Word[]): string {
    const lines = words.map(
      ([{ reference, name, cardNo, amountFen }, status]) =>
        `${name},${cardNo},${yuan(amountFen)},${WORDS[status] ?? '处理中'},${this.#serialOf(reference)}`,
    )
    return sheetOf('收款人户名,收款账号,金额（元）,状态,银行流水号', lines)
  }

  #file(bankFileId: number): Taken {
    const taken = this.#taken.get(bankFileId)
    if (!taken) throw new Error('the bank was never given that file')
    return taken
  }
}

/** The file as we wrote it, and nothing that we know besides. */
function readFile(text: string): Taken {
  const part = (from: string, pattern: RegExp) => pattern.exec(from)?.[1] ?? ''
  const orders = [...text.matchAll(/<CdtTrfTxInf>(.*?)<\/CdtTrfTxInf>/gs)].map(([, one = '']) => ({
    reference: part(one, /<EndToEndId>([^<]*)</),
    amountFen: parseYuan(part(one, /<InstdAmt Ccy="CNY">([^<]*)</)) ?? 0n,
    cardNo: part(one, /<CdtrAcct><Id><Othr><Id>([^<]*)</),
    name: part(one, /<Cdtr><Nm>([^<]*)</),
    bankName: '',
    remark: '',
  }))
  const accountNo = part(text, /<DbtrAcct><Id><Othr><Id>([^<]*)</)
  return { messageId: part(text, /<MsgId>([^<]*)</), accountNo, orders }
}

const yuan = (fen: bigint) => `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`

const WORDS: Partial<Record<BankStatus, string>> = {
  succeeded: '成功',
  rejected: '失败',
  'not-accepted': '失败',
  returned: '退票',
}

export function csvOf(words: readonly Word[]): string {
  const lines = words.map(
    ([{ reference, name, cardNo, amountFen }, status]) =>
      `${reference},${name},${cardNo},${yuan(amountFen)},${WORDS[status] ?? '处理中'}`,
  )
  return sheetOf('业务参考号,收款人户名,收款账号,金额（元）,状态', lines)
}

const sheetOf = (headings: string, lines: readonly string[]) =>
  `\uFEFF${[headings, ...lines].join('\r\n')}\r\n`

/** It has no word for what came back later; that it was paid is true all the same. */
function painOf(messageId: string, words: readonly Word[]): string {
  const state = (status: BankStatus) =>
    status === 'succeeded' || status === 'returned' ? 'ACSC' : WORDS[status] === '失败' ? 'RJCT' : 'PDNG'
  const payments = words.map(
    ([{ reference, amountFen }, status]) =>
      `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${state(status)}</TxSts><OrgnlTxRef><Amt><InstdAmt Ccy="CNY">${yuan(amountFen)}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`,
  )
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${payments.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
}

function camtOf(accountNo: string, words: readonly Word[]): string {
  const entry = ({ reference, amountFen }: BankOrder, direction: string) =>
    `<Ntry><Amt Ccy="CNY">${yuan(amountFen)}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`
  const entries = words.flatMap(([order, status]) => {
    if (status === 'returned') return [entry(order, 'DBIT'), entry(order, 'CRDT')]
    return status === 'succeeded' ? [entry(order, 'DBIT')] : []
  })
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${accountNo}</Id></Othr></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}

export const drawKind = (random: Random): ResultKind =>
  random.pickWeighted([
    [4, 'csv'],
    [4, 'unnamed'],
    [3, 'pain.002'],
    [2, 'camt.053'],
  ] as const)
