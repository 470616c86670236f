// What waits for others, in a line: who is asked for what, how much it is about, and since when.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { HANGS_AFTER_MS } from '@paywages/domain/workbench/todo.ts'
import type { Waiting } from '@paywages/wire/workbench/shapes.ts'
import { uiLabels } from '../ui/labels.ts'
import { waitingLabels as labels } from './labels.ts'
import { momentWords, waitedWords } from './moments.ts'

/** What stands before the lines: that all of them hang, where they do. */
export function waitingTitle(waiting: readonly Waiting[], now: Date): string {
  const hangs = waiting.every(({ since }) => now.getTime() - since.getTime() >= HANGS_AFTER_MS)
  return hangs ? labels.hangs : labels.waitsFor
}

export function waitingWords(waiting: Waiting, now: Date): string {
  const { kind, providerName, holders, count, amountFen, since } = waiting
  const { action, what, role } = labels.kinds[kind]
  const amount = `${uiLabels.yuanSign}${formatYuanGrouped(amountFen)}`
  if (kind === 'scheduled-start') {
    const words = count === 1 ? labels.scheduled : labels.scheduledFirst
    return words(what(count), amount, momentWords(since, now))
  }
  const waited = waitedWords(since, now)
  const [only] = holders
  const who = holders.length === 1 && only !== undefined ? only : role
  // Nobody is there to act: whoever reads this must know, or it waits for ever. Super managers stand in for auditors.
  const nobody = holders.length === 0 && kind !== 'audit-recharge' && kind !== 'confirm-reversal'
  const line = nobody
    ? labels.nobody(action, what(count), amount, role, waited)
    : labels.line(who, action, what(count), amount, waited)
  return providerName === '' ? line : `${providerName} · ${line}`
}
