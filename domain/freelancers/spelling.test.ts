// What finds a name when it is typed in letters.

import { describe, expect, it } from 'vitest'
import { foldSpelling, spellingSought, spellingsOf } from './spelling.ts'

const finds = (syllables: string[], typed: string) =>
  spellingsOf(syllables).includes(spellingSought(typed) ?? 'nothing')

describe('王小禾', () => {
  const name = ['wang', 'xiao', 'he']
  it.each(['wangxiaohe', 'wang', 'w', 'wxh', 'wx', 'wangxh', 'wangxiaoh', 'wxiaohe', 'xiaohe', 'xh', 'he'])(
    'is found by %s',
    (typed) => expect(finds(name, typed)).toBe(true),
  )
  it.each(['WangXiaoHe', 'Wang Xiao He', " wang'xh "])(
    'is found by %s: case and spaces do not matter',
    (typed) => expect(finds(name, typed)).toBe(true),
  )
  it.each(['ang', 'iaohe', 'wangxiaoheh', 'hw', 'whe', 'wxhe '.repeat(2), 'zhang'])(
    'is not found by %s: only from the start of a syllable',
    (typed) => expect(finds(name, typed)).toBe(false),
  )
})

it('takes every way to type ü', () => {
  for (const typed of ['lv', 'lu', 'lyu', 'lü', 'LÜ bu']) expect(finds(['lv', 'bu'], typed)).toBe(true)
})

it('keeps long names short: whole or by first letters', () => {
  const name = ['a', 'bu', 'du', 'la', '·', 'mai', 'mai', 'ti']
  for (const typed of ['abudulamaimaiti', 'abdl', 'maimaiti', 'mmt']) expect(finds(name, typed)).toBe(true)
  expect(spellingsOf(name).length).toBeLessThan(200)
})

it('takes Latin names word by word', () => {
  for (const typed of ['john', 'smith', 'js', 'John Smith']) expect(finds(['John Smith'], typed)).toBe(true)
})

it.each(['王', '王xh', '1', '', ' ', '%', '_'])('%s is not typed in letters', (typed) =>
  expect(spellingSought(typed)).toBeUndefined(),
)

it('folds the same way twice', () => {
  for (const text of ['Lyu', 'nüwa', 'Xi’an'])
    expect(foldSpelling(foldSpelling(text))).toBe(foldSpelling(text))
})
