// What is flagged for a red invoice, and what is not.

import { expect, it } from 'vitest'
import { redOf } from './red-notice.ts'

it.each([
  [0n, 0n, undefined],
  [0n, 1n, undefined],
  [1n, -1n, { kind: 'over', fen: 1n }],
  [5n, 3n, { kind: 'over', fen: 5n }],
  [0n, -1n, { kind: 'negative', fen: -1n }],
])(
  'decides the red invoice notice for %i over-invoiced and %i invoiceable',
  (overInvoicedFen, invoiceableFen, red) => {
    expect(redOf({ overInvoicedFen, invoiceableFen })).toEqual(red)
  },
)
