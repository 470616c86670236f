// Reads the bodies of submit and query; whatever is malformed anywhere refuses the whole, so that nothing is half done.

import type { Order } from './transfer.ts'

const MAX_ITEMS = 500
const MAX_NAME_LENGTH = 200
const MAX_REMARK_LENGTH = 500

type Malformed = { readonly malformed: string }

export function readOrders(body: unknown): { readonly orders: Order[] } | Malformed {
  const items = readList(body, 'transfers')
  if (!items) return { malformed: 'transfers' }
  const orders: Order[] = []
  for (const [index, item] of items.entries()) {
    const field = wrongField(item)
    if (field) return { malformed: `transfers[${index}].${field}` }
    const { reference, amountFen, cardNo, name, bankName } = item as Order
    orders.push({ reference, amountFen, cardNo, name, bankName })
  }
  return { orders }
}

export function readReferences(body: unknown): { readonly references: string[] } | Malformed {
  const items = readList(body, 'references')
  if (!items) return { malformed: 'references' }
  const wrong = items.findIndex((item) => !isReference(item))
  return wrong < 0 ? { references: items as string[] } : { malformed: `references[${wrong}]` }
}

function readList(body: unknown, field: string): unknown[] | undefined {
  const list = (body as Record<string, unknown> | null | undefined)?.[field]
  return Array.isArray(list) && list.length >= 1 && list.length <= MAX_ITEMS ? list : undefined
}

const CHECKS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['reference', isReference],
  ['amountFen', (value) => Number.isSafeInteger(value) && (value as number) > 0],
  ['cardNo', (value) => typeof value === 'string' && /^\d{12,30}$/.test(value)],
  ['name', (value) => isText(value, MAX_NAME_LENGTH) && value !== ''],
  ['bankName', (value) => isText(value, MAX_NAME_LENGTH)],
  ['remark', (value) => isText(value, MAX_REMARK_LENGTH)],
]

function wrongField(item: unknown): string | undefined {
  const fields = (item ?? {}) as Record<string, unknown>
  return CHECKS.find(([field, isRight]) => !isRight(fields[field]))?.[0]
}

function isReference(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9-]{8,40}$/.test(value)
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length <= longest
}
