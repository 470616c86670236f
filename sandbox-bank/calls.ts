// The signed calls: what each reads from its request, and what it answers.

import type { Accepted } from './accepted-orders.ts'
import type { Bank } from './bank.ts'
import { readControlChange } from './control.ts'
import { readOrders, readReferences } from './read-orders.ts'
import type { Line } from './statement.ts'

export type Asked = { readonly query: URLSearchParams; readonly body: Uint8Array }

export type Outcome = {
  readonly status: number
  readonly body: object
  /** The work is done, and the caller is never told. */
  readonly hangs?: boolean
}

export type Call = {
  /** Calls of the protocol suffer the faults; calls of control do not, or nobody could end them. */
  readonly part: 'protocol' | 'control'
  readonly run: (bank: Bank, asked: Asked) => Outcome | Promise<Outcome>
}

const STATEMENT_LINES = 1_000
const ACCEPTED_ORDERS = 1_000
const EXECUTED_LINES = 5_000

export const FAILED: Outcome = { status: 500, body: { error: 'internal' } }

export const CALLS: Readonly<Record<string, Call>> = {
  'POST /v1/transfers': { part: 'protocol', run: submit },
  'POST /v1/transfers/query': { part: 'protocol', run: query },
  'GET /v1/transfers/accepted': { part: 'protocol', run: accepted },
  'GET /v1/statement': { part: 'protocol', run: statement },
  'GET /control': { part: 'control', run: (bank) => done(bank.control) },
  'POST /control': { part: 'control', run: control },
  'GET /control/executed': { part: 'control', run: executed },
}

async function submit(bank: Bank, { body }: Asked): Promise<Outcome> {
  const read = readOrders(parse(body))
  if ('malformed' in read) return malformed(read.malformed)
  const { results, call } = await bank.submit(read.orders)
  if (call === 'fails') return FAILED
  return { ...done({ results }), hangs: call === 'hangs' }
}

function query(bank: Bank, { body }: Asked): Outcome {
  const read = readReferences(parse(body))
  if ('malformed' in read) return malformed(read.malformed)
  return done({ results: bank.query(read.references) })
}

function accepted(bank: Bank, { query }: Asked): Outcome {
  const since = readMoment(query.get('since'))
  const after = readSerial(query)
  if (since === undefined) return malformed('since')
  if (after === undefined) return malformed('after')
  const { items, next } = bank.acceptedOrders(since, after, ACCEPTED_ORDERS)
  return done({ orders: items.map(describeAccepted), next })
}

function describeAccepted({ number, transfer: { order, step } }: Accepted): object {
  const { reference, amountFen, name, cardTail, bankName } = order
  return { number, reference, amountFen, at: new Date(step.at).toISOString(), name, cardTail, bankName }
}

/** All of them where no moment is given. */
function readMoment(text: string | null): number | undefined {
  if (text === null) return 0
  const at = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

function statement(bank: Bank, { query }: Asked): Outcome {
  const day = query.get('day') ?? ''
  const after = readSerial(query)
  if (!isDay(day)) return malformed('day')
  if (after === undefined) return malformed('after')
  if (!bank.holds(day)) return { status: 410, body: { error: 'beyond-record' } }
  const { items, next } = bank.linesOfDay(day, after, STATEMENT_LINES)
  return done({ lines: items.map(describeLine), next })
}

function describeLine({ serial, kind, at, transfer }: Line): object {
  const { reference, amountFen, name, cardTail, bankName } = transfer.order
  return { serial, reference, kind, amountFen, at: new Date(at).toISOString(), name, cardTail, bankName }
}

function control(bank: Bank, { body }: Asked): Outcome {
  const read = readControlChange(parse(body))
  if ('malformed' in read) return malformed(read.malformed)
  bank.change(read.change)
  return done(bank.control)
}

/** From the debits themselves and not from the list of references, so that a second execution would show. */
function executed(bank: Bank, { query }: Asked): Outcome {
  const after = readSerial(query)
  if (after === undefined) return malformed('after')
  const { items, next } = bank.lines(after, EXECUTED_LINES)
  const debits = items.filter(({ kind }) => kind === 'debit')
  const { executed, returned } = bank.book.totals
  return done({
    executed: debits.map(({ serial, transfer }) => {
      const { reference, amountFen, name, cardTail } = transfer.order
      return { serial, reference, amountFen, name, cardTail, returned: transfer.step.status === 'returned' }
    }),
    next,
    totals: {
      count: executed.count,
      amountFen: Number(executed.amountFen),
      returnedCount: returned.count,
      returnedFen: Number(returned.amountFen),
    },
  })
}

function done(body: object): Outcome {
  return { status: 200, body }
}

/** Names the field and never its content. */
function malformed(field: string): Outcome {
  return { status: 400, body: { error: 'malformed', field } }
}

function readSerial(query: URLSearchParams): number | undefined {
  const after = query.get('after') || '0'
  return /^\d{1,15}$/.test(after) ? Number(after) : undefined
}

export function isDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const date = new Date(`${day}T00:00:00Z`)
  // The 30th of February would silently become the 2nd of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
