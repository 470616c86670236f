// What is wrong between our books and the bank's record, reference by reference, and that no order hides it.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { expect, it } from 'vitest'
import type { Theirs } from './bank-record.ts'
import { differences, type Ours, type Pair, sideBySide } from './compare-references.ts'

const paid: Ours = {
  reference: 'R',
  state: 'succeeded',
  netFen: 100n,
  byPeople: false,
  returnedByPeople: false,
}
const debit: Theirs = {
  reference: 'R',
  debits: 1,
  returned: false,
  fen: 100n,
  day: '2026-03-16' as Day,
  serial: '7',
}
const none = { ...debit, debits: 0 }

it.each<[Partial<Ours> | undefined, Partial<Theirs> | undefined, string[]]>([
  [{}, {}, []],
  [{ state: 'sending' }, undefined, []],
  [{ state: 'sending' }, {}, []],
  [{ state: 'failed' }, undefined, []],
  [{ state: 'returned' }, { returned: true }, []],
  [undefined, {}, []],
  [undefined, { debits: 2 }, ['the bank executed R 2 times']],
  [{}, { debits: 3 }, ['the bank executed R 3 times']],
  [{}, { fen: 101n }, ['the bank paid 101 fen under R, we ordered 100']],
  [{ state: 'failed' }, {}, ['the bank paid R, our books say failed']],
  [{}, { returned: true }, ['the bank took R back, our books say paid']],
  [{}, undefined, ['our books paid R, the bank did not']],
  [{}, { ...none, returned: true }, ['our books paid R, the bank did not']],
  [{ byPeople: true }, undefined, []],
  [{ state: 'returned' }, {}, ['our books took R back, the bank did not']],
  [{ state: 'returned', returnedByPeople: true }, {}, []],
  [
    { state: 'returned' },
    undefined,
    ['our books paid R, the bank did not', 'our books took R back, the bank did not'],
  ],
])('%o against %o', (ours, theirs, expected) => {
  const pair: Pair = {
    ours: ours && { ...paid, ...ours },
    theirs: theirs && { ...debit, ...theirs },
  }
  expect([...differences(pair)]).toEqual(expected)
})

async function* told<T extends Ours | Theirs>(one: T, references: string): AsyncGenerator<T> {
  for (const reference of references) yield { ...one, reference } as Awaited<T>
}

const paired = async (ours: string, theirs: string) => {
  const found: string[] = []
  for await (const pair of sideBySide(told(paid, ours), told(debit, theirs)))
    found.push(`${pair.ours?.reference ?? ''}-${pair.theirs?.reference ?? ''}`)
  return found.join(' ')
}

it.each([
  ['', '', ''],
  ['ABD', '', 'A- B- D-'],
  ['', 'AC', '-A -C'],
  ['ABD', 'BCE', 'A- B-B -C D- -E'],
  ['CD', 'ABCD', '-A -B C-C D-D'],
])('%s beside %s', async (ours, theirs, pairs) => {
  expect(await paired(ours, theirs)).toBe(pairs)
})

it.each([
  ['BA', 'AB'],
  ['AB', 'ACB'],
  ['AA', 'A'],
])('refuses to compare %s with %s: one is not in order', async (ours, theirs) => {
  await expect(paired(ours, theirs)).rejects.toThrow('references are not in order')
})
