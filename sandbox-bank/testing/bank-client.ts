// A customer of the bank for tests; it computes signatures by itself, so that a slip in signature.ts shows.

import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { TransferResult } from '../transfer.ts'

export const SECRET = 'a secret for tests, 32 characters or more'

export type TestOrder = {
  reference: string
  amountFen: number
  cardNo: string
  name: string
  bankName: string
  remark: string
}

export type Reply = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they come.
  body: any
  isSigned: boolean
  headers: Headers
}

/** What a test may do wrong on purpose. */
export type Slip = {
  secret?: string
  timestamp?: number
  nonce?: string
  sentBody?: string
  sentPath?: string
}

export class BankClient {
  address: string
  readonly secret: string

  constructor(address: string, secret = SECRET) {
    this.address = address
    this.secret = secret
  }

  async call(method: string, path: string, content?: unknown, slip: Slip = {}): Promise<Reply> {
    const text = content === undefined ? '' : typeof content === 'string' ? content : JSON.stringify(content)
    const timestamp = String(slip.timestamp ?? Date.now())
    const nonce = slip.nonce ?? randomUUID()
    const signature = sign(slip.secret ?? this.secret, [method, path, timestamp, nonce, sha256(text)])
    const sent = slip.sentBody ?? text
    const response = await fetch(this.address + (slip.sentPath ?? path), {
      method,
      ...(method === 'GET' ? {} : { body: sent }),
      headers: {
        'x-bank-timestamp': timestamp,
        'x-bank-nonce': nonce,
        'x-bank-signature': signature,
      },
      signal: AbortSignal.timeout(20_000),
    })
    const answer = await response.text()
    const answeredAt = response.headers.get('x-bank-timestamp') ?? ''
    const expected = sign(this.secret, [String(response.status), nonce, answeredAt, sha256(answer)])
    const isSigned = response.headers.get('x-bank-signature') === expected
    return { status: response.status, body: JSON.parse(answer), isSigned, headers: response.headers }
  }

  async submit(orders: readonly TestOrder[]): Promise<TransferResult[]> {
    return this.#results('/v1/transfers', { transfers: orders })
  }

  async query(references: readonly string[]): Promise<TransferResult[]> {
    return this.#results('/v1/transfers/query', { references })
  }

  async status(reference: string): Promise<string | undefined> {
    return (await this.query([reference]))[0]?.status
  }

  async control(change: object): Promise<void> {
    const { status, isSigned } = await this.call('POST', '/control', change)
    if (status !== 200 || !isSigned) throw new Error(`control answered ${status}`)
  }

  /** Every debit the bank has made. */
  async executed(): Promise<{ serial: number; reference: string; amountFen: number; returned: boolean }[]> {
    const all = []
    for (let after: number | null = 0; after !== null; ) {
      const { body }: Reply = await this.call('GET', `/control/executed?after=${after}`)
      all.push(...body.executed)
      after = body.next
    }
    return all
  }

  async #results(path: string, content: object): Promise<TransferResult[]> {
    const { status, body, isSigned } = await this.call('POST', path, content)
    if (status !== 200 || !isSigned) throw new Error(`the bank answered ${status}`)
    return body.results
  }
}

export function sign(secret: string, parts: string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('hex')
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

let made = 0

/** An order to a card with the given last digits, like no other. */
export function order(cardTail = '8888', change: Partial<TestOrder> = {}): TestOrder {
  made += 1
  return {
    reference: `T${process.pid}-${String(made).padStart(8, '0')}`,
    amountFen: 10_000 + made,
    cardNo: `6225880011223${String(made % 100).padStart(2, '0')}${cardTail}`,
    name: '张三丰',
    bankName: '招商银行',
    remark: '劳务费',
    ...change,
  }
}

export function orders(count: number, cardTail?: string): TestOrder[] {
  return Array.from({ length: count }, () => order(cardTail))
}
