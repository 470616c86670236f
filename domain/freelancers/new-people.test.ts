// Why people are not registered: each alone, together, and against the names on record.

import { describe, expect, it } from 'vitest'
import { idCardCheckCharacter } from '../identity/id-card.ts'
import { type NewPerson, validateNewPeople } from './new-people.ts'

const TODAY = '2026-03-16'
const born = (day: string) => {
  const first17 = `330102${day.replaceAll('-', '')}001`
  return first17 + idCardCheckCharacter(first17)
}
const person = (over: Partial<NewPerson> = {}): NewPerson => ({
  rowNumber: 2,
  name: '王小禾',
  idCardNo: born('1990-01-01'),
  phone: '13900000001',
  bank: '',
  cardNo: '',
  ...over,
})
const reasonsOf = (people: NewPerson[], bound: Record<string, string> = {}) =>
  validateNewPeople(people, (idCardNo) => bound[idCardNo], TODAY).map(
    ({ person: { rowNumber }, reasons }) => [rowNumber, ...reasons],
  )

describe('validating one new person', () => {
  it.each<[string, Partial<NewPerson>, string[]]>([
    ['a valid person', {}, []],
    ['no name', { name: '' }, ['name-missing']],
    ['a name of one character', { name: '王' }, ['name-malformed']],
    ['a wrong check character', { idCardNo: '330102199001010011' }, ['id-wrong']],
    ['a damaged ID', { idCardNo: '3.3010219E+17', damaged: ['idCardNo'] }, ['id-damaged']],
    ['someone who turns 18 today', { idCardNo: born('2008-03-16') }, []],
    ['someone who turns 18 tomorrow', { idCardNo: born('2008-03-17') }, ['age-outside']],
    ['someone who turns 61 tomorrow', { idCardNo: born('1965-03-17') }, []],
    ['someone who turns 61 today', { idCardNo: born('1965-03-16') }, ['age-outside']],
    ['a wrong phone', { phone: '12900000001' }, ['phone-wrong']],
    ['a card with its bank', { cardNo: '6222021202000010000', bank: '中国工商银行' }, []],
    ['a card without a bank', { cardNo: '6222021202000010000' }, ['bank-missing']],
    ['a bank without a card', { bank: '中国工商银行' }, []],
    ['a wrong card', { cardNo: '622', bank: '中国工商银行' }, ['card-wrong']],
    ['a damaged card', { cardNo: '6.2E+18', bank: '工行', damaged: ['cardNo'] }, ['card-damaged']],
    ['an overlong bank name', { bank: '行'.repeat(61) }, ['bank-too-long']],
    [
      'several errors at once',
      { name: '', phone: '', idCardNo: 'x' },
      ['name-missing', 'id-wrong', 'phone-wrong'],
    ],
  ])('returns the reasons for: %s', (_, over, reasons) =>
    expect(reasonsOf([person(over)])).toEqual(reasons.length ? [[2, ...reasons]] : []),
  )
})

describe('validating several new people', () => {
  it('accepts the same person listed twice', () => {
    expect(reasonsOf([person(), person({ rowNumber: 3 })])).toEqual([])
  })

  it('rejects every row of an ID number that has two different names', () => {
    expect(reasonsOf([person(), person({ rowNumber: 3, name: '李四' })])).toEqual([
      [2, 'name-differs'],
      [3, 'name-differs'],
    ])
  })

  it('rejects every row of an ID number that has two different phones', () => {
    expect(reasonsOf([person(), person({ rowNumber: 3, phone: '13900000002' })])).toEqual([
      [2, 'contact-differs'],
      [3, 'contact-differs'],
    ])
  })

  it('does not compare rows that share an invalid ID number', () => {
    const wrong = { idCardNo: 'x' }
    expect(reasonsOf([person(wrong), person({ ...wrong, rowNumber: 3, name: '李四' })])).toEqual([
      [2, 'id-wrong'],
      [3, 'id-wrong'],
    ])
  })
})

it('rejects a name that differs from the name on record and accepts an equal one', () => {
  const { idCardNo, name } = person()
  expect(reasonsOf([person()], { [idCardNo]: '李四' })).toEqual([[2, 'name-differs']])
  expect(reasonsOf([person()], { [idCardNo]: name })).toEqual([])
})
