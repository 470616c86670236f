// Every line of further layouts is read as what it is; what does not say plainly that money went out never becomes a payment.

import { readGrid } from '@paywages/domain/bank-statements/grid-table.ts'
import { readRows } from '@paywages/domain/bank-statements/statement-lines.ts'
import { accountFits, plainText } from '@paywages/domain/bank-statements/statement-text.ts'
import { expect, it } from 'vitest'
import { FURTHER_STATEMENTS } from '../testing/further-statements.ts'
import { LEDGER_STATEMENTS } from '../testing/ledger-statements.ts'
import { SAMPLE_PAYMENTS } from '../testing/statement-samples.ts'

/** Nothing in them tells which way the money went. */
const UNTOLD = ['a mark without a name']

const STATEMENTS = [...FURTHER_STATEMENTS, ...LEDGER_STATEMENTS]

it.each(STATEMENTS)('reads a statement with $name', ({ name, grid, truth }) => {
  const cells = grid.map((row, index) => ({ number: index + 1, cells: row.map(plainText) }))
  const { rows } = readGrid(cells, 1)
  const { lines, unread } = readRows(rows)
  expect(unread).toEqual([])
  expect(lines).toHaveLength(truth.length)
  for (const [index, expected] of truth.entries()) {
    const line = lines[index]
    const isPayment = line?.kind === 'debit' && !line.unclear
    expect([index, isPayment]).toEqual([index, expected !== null && !UNTOLD.includes(name)])
    const payment = typeof expected === 'number' ? SAMPLE_PAYMENTS[expected] : undefined
    if (payment === undefined) continue
    expect(line).toMatchObject({ day: '2026-03-16', amountFen: payment.netFen })
    expect([line?.name, accountFits(line?.account ?? '', payment.cardNo)]).toEqual([payment.name, true])
  }
})
