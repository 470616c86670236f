// Whom an invitation is about.

import { describe, expect, it } from 'vitest'
import { companyOfAll, conditionWords, namesInShort } from './whom-to-invite.ts'

const companies = [
  { value: 1, label: '星河科技' },
  { value: 2, label: '云帆信息' },
]
const of = (providerName: string, providerNum = 1) => ({ providerName, providerNum })

describe('common company of the people to invite', () => {
  it.each([
    ['one company', [of('云帆信息'), of('云帆信息')], 2],
    ['two companies', [of('星河科技'), of('云帆信息')], undefined],
    ['someone known to two companies', [of('星河科技'), of('星河科技', 2)], undefined],
    ['a company that is not in scope', [of('远山服务')], undefined],
    ['nobody, with several companies', [], undefined],
  ])('returns the company or nothing for: %s', (_, people, expected) => {
    expect(companyOfAll(people, companies)).toBe(expected)
  })

  it('returns the only company there is', () => {
    expect(companyOfAll([], companies.slice(0, 1))).toBe(1)
  })
})

it('lists five names and abbreviates the rest', () => {
  const people = ['王一', '王二', '王三', '王四', '王五', '王六'].map((name) => ({ name }))
  expect(namesInShort(people.slice(0, 5))).toBe('王一、王二、王三、王四、王五')
  expect(namesInShort(people)).toBe('王一、王二、王三、王四、王五 等')
})

it('describes the conditions of the list', () => {
  expect(conditionWords({})).toBe('符合当前条件的全部未签约人员')
  expect(conditionWords({ name: '王', idCardNo: '110101199003070000' })).toBe(
    '未签约人员，姓名含「王」、身份证号 110101199003070000',
  )
})
