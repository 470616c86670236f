// Whom an invitation is about.

import { describe, expect, it } from 'vitest'
import { companyOfAll, conditionWords, namesInShort } from './whom-to-invite.ts'

const companies = [
  { value: 1, label: '星河科技' },
  { value: 2, label: '云帆信息' },
]
const of = (providerName: string, providerNum = 1) => ({ providerName, providerNum })

describe('the company of everyone chosen', () => {
  it.each([
    ['one company', [of('云帆信息'), of('云帆信息')], 2],
    ['two companies', [of('星河科技'), of('云帆信息')], undefined],
    ['someone whom two companies know', [of('星河科技'), of('星河科技', 2)], undefined],
    ['a company that is not in scope', [of('远山服务')], undefined],
    ['nobody, where there are several', [], undefined],
  ])('%s', (_, people, expected) => {
    expect(companyOfAll(people, companies)).toBe(expected)
  })

  it('is the only one there is', () => {
    expect(companyOfAll([], companies.slice(0, 1))).toBe(1)
  })
})

it('names five people and says that there are more', () => {
  const people = ['王一', '王二', '王三', '王四', '王五', '王六'].map((name) => ({ name }))
  expect(namesInShort(people.slice(0, 5))).toBe('王一、王二、王三、王四、王五')
  expect(namesInShort(people)).toBe('王一、王二、王三、王四、王五 等')
})

it('says the conditions of a list', () => {
  expect(conditionWords({})).toBe('符合当前条件的全部未签约人员')
  expect(conditionWords({ name: '王', idCardNo: '110101199003070000' })).toBe(
    '未签约人员，姓名含「王」、身份证号 110101199003070000',
  )
})
