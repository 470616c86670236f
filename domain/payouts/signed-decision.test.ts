// What a passkey signs, to the letter: a text that changes makes every earlier signature one of something else.

import { expect, it } from 'vitest'
import { decisionText, type SignedDecision } from './signed-decision.ts'

const start: SignedDecision = {
  batchId: 7,
  step: 'start',
  accountId: 3,
  at: new Date('2026-03-16T02:00:00Z'),
  terms: 'terms of it',
  rows: 'abc',
}
const due = new Date('2026-03-17T02:00:00Z')
const head = ['batch 7', 'step start', 'account 3', 'at 2026-03-16T02:00:00.000Z']
const tail = ['terms terms of it', 'rows abc']

it.each<[string, SignedDecision, readonly string[]]>([
  ['of before the paying account was signed', start, ['paywages decision 1', ...head, ...tail]],
  [
    'of before, for a later time',
    { ...start, due },
    ['paywages decision 1', ...head, 'due 2026-03-17T02:00:00.000Z', ...tail],
  ],
  [
    'by the direct channel',
    { ...start, payingAccountId: 0 },
    ['paywages decision 2', ...head, 'paid from 0', ...tail],
  ],
  [
    'from an account, for a later time',
    { ...start, due, payingAccountId: 12 },
    ['paywages decision 2', ...head, 'due 2026-03-17T02:00:00.000Z', 'paid from 12', ...tail],
  ],
])('a start %s', (_, decision, lines) => {
  expect(decisionText(decision)).toBe(lines.join('\n'))
})
