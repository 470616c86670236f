// Tells where labels of one receipt could be those of two, so that nobody's name is read beside another's account or sum.

import type { ColumnKind } from './headings.ts'
import { amountIn, isPlainLabel, type Pair, pairsOf, pairsOn } from './receipt-cells.ts'
import type { TextLine } from './text-lines.ts'

const PARTIES: ReadonlySet<ColumnKind> = new Set(['name', 'account', 'payer', 'payer-account'])
/** 户名 stands beside the payer and beside the payee. */
const SIDES = 2

/** A label of one party stands twice on a line, or one of a party or sum has two values: two receipts side by side. */
export function isTorn(lines: readonly TextLine[]): boolean {
  return lines.some(isBeside) || hasTwoValues(pairsOn(lines))
}

function isBeside(line: TextLine): boolean {
  const labels = pairsOf(line).flatMap(({ label }) => (PARTIES.has(label.kind) ? [label] : []))
  return labels.some((label) => {
    const times = labels.filter(({ word }) => word === label.word).length
    return times > (isPlainLabel(label) ? SIDES : 1)
  })
}

function hasTwoValues(pairs: readonly Pair[]): boolean {
  const first = new Map<string, string>()
  for (const pair of pairs) {
    const value = isPlainLabel(pair.label) ? undefined : told(pair)
    if (value === undefined) continue
    const { word } = pair.label
    if ((first.get(word) ?? value) !== value) return true
    first.set(word, value)
  }
  return false
}

/** 金额 in words and in figures is one sum: only figures count. */
function told({ label, value }: Pair): string | undefined {
  if (label.kind === 'amount') return amountIn(value)?.replace(/[\s,¥]/g, '')
  return PARTIES.has(label.kind) && value !== '' ? value.replace(/\s/g, '') : undefined
}
