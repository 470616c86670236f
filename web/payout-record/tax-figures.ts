// The lines of a tax trace that are amounts, each as its result alone: what stands beside the statement (docs/LOOK.md, 17).

import type { TraceLine } from '@paywages/wire/tax/messages.ts'

const AMOUNT = /^(?:.* = )?([\d,.]+) 元(?:（[^（）]*）)?$/

/** How an amount came about, and what is no amount, stands in the whole trace. */
export function taxFigures(lines: readonly TraceLine[]): TraceLine[] {
  return lines.flatMap(({ label, value }) => {
    const amount = AMOUNT.exec(value)?.[1]
    return amount === undefined ? [] : [{ label, value: amount }]
  })
}
