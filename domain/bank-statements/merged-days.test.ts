// One cell of days for several lines: which lines have its day for certain, and which have none.

import { describe, expect, it } from 'vitest'
import { type PrintedDay, spreadDays } from './merged-days.ts'

const DAYS: Readonly<Record<string, PrintedDay>> = {
  a: '2026-03-16',
  b: '2026-03-17',
  c: '2026-03-18',
  '.': null,
  '?': undefined,
}
const of = (signs: string) => [...signs].map((sign) => DAYS[sign])

describe('days merged over several lines', () => {
  it.each<[string, string, string]>([
    ['nothing is blank', 'abc', 'abc'],
    ['nothing is printed', '...', '...'],
    ['one day on the first line', 'a...', 'aaaa'],
    ['one day in the middle', '..a..', 'aaaaa'],
    ['one day in the middle of an even number', '.a..', 'aaaa'],
    ['one day on the last line', '...a', 'aaaa'],
    ['one day that stands nowhere', '.....a..', '.....a..'],
    ['several of one day', 'a..a..a..', 'aaaaaaaaa'],
    ['days on the first lines or in the middles', 'a..b...c.', 'a..bb..cc'],
    ['days in the middles', '.a..b..c.', 'aa..b..cc'],
    ['days on the last lines or in the middles', '..a...b', 'aaa...b'],
    ['the middles lie far from the borders', 'a....b.........c....', 'a....bbbbb.....ccccc'],
    ['one blank between two of a day', 'aaa.abb', 'aaaaabb'],
    ['one blank between two days is lost, not merged', 'aaa.bbb', 'aaa.bbb'],
    ['a last blank below days that are not merged is lost', 'abc.', 'abc.'],
    ['one that cannot be read', 'a..?..', 'a..?..'],
  ])('where %s: %s is %s', (_, printed, read) => expect(spreadDays(of(printed))).toEqual(of(read)))

  it('are looked at once for each line, however many there are', () => {
    const days = Array.from({ length: 20_000 }, (_, at): PrintedDay => (at % 3 === 1 ? '2026-03-16' : null))
    expect(spreadDays(days)).toEqual(days.map(() => '2026-03-16'))
  })
})
