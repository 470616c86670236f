// What finds a name when it is typed in letters.

import { describe, expect, it } from 'vitest'
import { foldSpelling, pinyinOf, pinyinSearchText } from './pinyin.ts'

const finds = (syllables: string[], typed: string) =>
  pinyinOf(syllables).includes(pinyinSearchText(typed) ?? 'nothing')

describe('pinyin search for 王小禾', () => {
  const name = ['wang', 'xiao', 'he']
  it.each(['wangxiaohe', 'wang', 'w', 'wxh', 'wx', 'wangxh', 'wangxiaoh', 'wxiaohe', 'xiaohe', 'xh', 'he'])(
    'matches %s',
    (typed) => expect(finds(name, typed)).toBe(true),
  )
  it.each(['WangXiaoHe', 'Wang Xiao He', " wang'xh "])('matches %s, ignoring case and spaces', (typed) =>
    expect(finds(name, typed)).toBe(true),
  )
  it.each(['ang', 'iaohe', 'wangxiaoheh', 'hw', 'whe', 'wxhe '.repeat(2), 'zhang'])(
    'does not match %s, which does not follow the starts of syllables',
    (typed) => expect(finds(name, typed)).toBe(false),
  )
})

it('matches every way to type ü', () => {
  for (const typed of ['lv', 'lu', 'lyu', 'lü', 'LÜ bu']) expect(finds(['lv', 'bu'], typed)).toBe(true)
})

it('limits the spellings of long names to full syllables and initials', () => {
  const name = ['a', 'bu', 'du', 'la', '·', 'mai', 'mai', 'ti']
  for (const typed of ['abudulamaimaiti', 'abdl', 'maimaiti', 'mmt']) expect(finds(name, typed)).toBe(true)
  expect(pinyinOf(name).length).toBeLessThan(200)
})

it('matches Latin names word by word', () => {
  for (const typed of ['john', 'smith', 'js', 'John Smith']) expect(finds(['John Smith'], typed)).toBe(true)
})

it.each(['王', '王xh', '1', '', ' ', '%', '_'])('does not treat "%s" as a pinyin query', (typed) =>
  expect(pinyinSearchText(typed)).toBeUndefined(),
)

it('folds a spelling idempotently', () => {
  for (const text of ['Lyu', 'nüwa', 'Xi’an'])
    expect(foldSpelling(foldSpelling(text))).toBe(foldSpelling(text))
})
