// The boundary table of assigning lines that could speak of several rows.

import { expect, it } from 'vitest'
import { changedChoices, type LineChoice, type OpenLine, validateChoices } from './assign-lines.ts'

const open = (line: number, more: Partial<OpenLine> = {}): OpenLine => ({
  line,
  candidates: [1, 2],
  decided: false,
  position: null,
  ...more,
})
const to = (line: number, position: number | null): LineChoice => ({ line, position })
const two = [open(5), open(6)]
const decided = [open(5, { decided: true, position: 1 }), open(6)]

it.each<[string, readonly OpenLine[], readonly LineChoice[], string | undefined]>([
  ['nothing chosen', two, [], undefined],
  ['one line', two, [to(5, 1)], undefined],
  ['each line its own row', two, [to(5, 2), to(6, 1)], undefined],
  ['both lines none', two, [to(5, null), to(6, null)], undefined],
  ['a line that is not there', two, [to(7, 1)], 'result-line-unknown'],
  ['a line said twice', two, [to(5, 1), to(5, 2)], 'result-line-unknown'],
  ['a line said twice alike', two, [to(5, 1), to(5, 1)], 'result-line-unknown'],
  ['a row that is no candidate', two, [to(5, 3)], 'result-not-candidate'],
  [
    'a candidate of another line',
    [open(5), open(6, { candidates: [3, 4] })],
    [to(5, 3)],
    'result-not-candidate',
  ],
  ['one row for both', two, [to(5, 1), to(6, 1)], 'result-candidate-taken'],
  ['one that an earlier choice has', decided, [to(6, 1)], 'result-candidate-taken'],
  ['one that is free again', decided, [to(5, null), to(6, 1)], undefined],
  [
    'two that change places',
    [open(5, { decided: true, position: 1 }), open(6, { decided: true, position: 2 })],
    [to(5, 2), to(6, 1)],
    undefined,
  ],
  [
    'a row that another group shares',
    [open(5), open(6, { candidates: [2, 3] })],
    [to(5, 2), to(6, 2)],
    'result-candidate-taken',
  ],
])('%s', (_, lines, choices, expected) => expect(validateChoices(lines, choices)).toBe(expected))

it('keeps who chose before where nothing changes', () => {
  const none = open(6, { decided: true })
  expect(changedChoices([...decided.slice(0, 1), none], [to(5, 1), to(6, null)])).toEqual([])
  expect(changedChoices(decided, [to(5, 2), to(6, null)])).toEqual([to(5, 2), to(6, null)])
})
