// A transfer as the bank keeps it, the steps of its life, and how it is told to the customer.

import { CODE_MESSAGES } from './labels.ts'

/** `held` was received and not accepted: to the customer it is not to be found until it is `not-accepted`. */
export type TransferStatus = 'held' | 'processing' | 'succeeded' | 'rejected' | 'returned' | 'not-accepted'

export type Code = keyof typeof CODE_MESSAGES

/** What the customer orders. */
export type Order = {
  readonly reference: string
  readonly amountFen: number
  readonly cardNo: string
  readonly name: string
  readonly bankName: string
}

/** One step of a transfer's life: where it stands after it, since when, and what comes of it. */
export type Step = {
  readonly status: TransferStatus
  readonly code: Code
  readonly at: number
  /** The statement line it makes. */
  readonly serial: number | null
  /** When the next step falls due. */
  readonly dueAt: number | null
  /** The number of the event that is called back. */
  readonly event: number | null
}

/** What is kept of an order: of the card only its last digits, and a keyed hash to tell another card by. */
export type KeptOrder = Omit<Order, 'cardNo'> & { readonly cardHash: string; readonly cardTail: string }

export type Transfer = { readonly order: KeptOrder; step: Step }

export type TransferResult = {
  readonly reference: string
  readonly status: Exclude<TransferStatus, 'held'> | 'not-found' | 'conflict'
  readonly amountFen: number | null
  readonly code: Code
  readonly message: string
  readonly serial: number | null
  readonly at: string | null
}

/** The steps that time alone brings about; a status that is not here is not left by itself. */
const NEXT: Partial<Record<TransferStatus, { status: TransferStatus; code: Code }>> = {
  held: { status: 'not-accepted', code: '1404' },
  processing: { status: 'succeeded', code: '0000' },
  succeeded: { status: 'returned', code: '1900' },
}

export function nextStep(status: TransferStatus): { status: TransferStatus; code: Code } {
  const next = NEXT[status]
  if (!next) throw new Error(`nothing follows ${status}`)
  return next
}

export function movesMoney(status: TransferStatus): boolean {
  return status === 'succeeded' || status === 'returned'
}

export function isCalledBack(status: TransferStatus): boolean {
  return movesMoney(status) || status === 'rejected'
}

/** As it stands now, or as it stood after an earlier step. */
export function resultOf({ order, step: present }: Transfer, step = present): TransferResult {
  const { reference, amountFen } = order
  const { status, code, serial, at } = step
  if (status === 'held') return notFound(reference)
  const message = CODE_MESSAGES[code]
  return { reference, status, amountFen, code, message, serial, at: new Date(at).toISOString() }
}

export function notFound(reference: string): TransferResult {
  return bareResult(reference, 'not-found', null, '2404')
}

/** Tells the amount on record, so that the customer sees what differs. */
export function conflict({ order }: Transfer): TransferResult {
  return bareResult(order.reference, 'conflict', order.amountFen, '1409')
}

function bareResult(
  reference: string,
  status: 'not-found' | 'conflict',
  amountFen: number | null,
  code: Code,
): TransferResult {
  return { reference, status, amountFen, code, message: CODE_MESSAGES[code], serial: null, at: null }
}
