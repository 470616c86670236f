// A row says no more of its warnings than it has room for, and how many are left.

import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WarningChips } from './warning-chips.tsx'

const row = {
  name: '周建国',
  warnings: [{ kind: 'unsigned' }, { kind: 'first-payment' }, { kind: 'card-shared' }, { kind: 'card-luhn' }],
  aboveVat: false,
  platformPaidFen: null,
  amountFen: 300_000n,
} as Pick<DetailRow, 'name' | 'warnings' | 'aboveVat' | 'platformPaidFen' | 'amountFen'>

function shown(most: 1 | 2, saidOnce: readonly string[] = []) {
  const html = renderToStaticMarkup(<WarningChips row={row} saidOnce={saidOnce} most={most} />)
  const levels = [...html.matchAll(/data-level="(\w+)"/g)].map(([, level]) => level)
  return { levels, more: /aria-label="([^"]*)"/.exec(html)?.[1], why: html.includes('chip-why') }
}

test.each([
  [1, ['high'], '+3，周建国的全部 4 项提醒'],
  [2, ['high', 'notice'], '+2，周建国的全部 4 项提醒'],
] as const)('shows %i, the highest first, and counts the rest', (most, levels, more) => {
  expect(shown(most)).toEqual({ levels, more, why: true })
})

test('leaves out what is said once above the rows', () => {
  const two = { levels: ['notice'], more: undefined, why: false }
  expect(shown(2, ['card-shared', 'first-payment', 'unsigned'])).toEqual(two)
})
