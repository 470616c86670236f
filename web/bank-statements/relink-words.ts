// What is said after a statement's open lines were decided again: what is new, and what is left.

import type { RelinkedStatement } from '@paywages/wire/bank-statements/shapes.ts'
import { relinkLabels as labels } from './labels.ts'

/** Undefined where nothing was found that was not known before. */
export function relinkWords(relinked: RelinkedStatement): string | undefined {
  const found = counted([
    [labels.linked, relinked.linkedCount],
    [labels.known, relinked.knownCount],
    [labels.newlyAmbiguous, relinked.newlyAmbiguousCount],
  ])
  if (found.length === 0) return undefined
  const left = counted([
    [labels.ambiguous, relinked.ambiguousCount],
    [labels.missing, relinked.missingCount],
  ])
  return labels.done(found, left)
}

function counted(counts: readonly (readonly [(count: string) => string, number])[]): readonly string[] {
  return counts.flatMap(([words, count]) => (count === 0 ? [] : [words(count.toLocaleString('en-US'))]))
}
