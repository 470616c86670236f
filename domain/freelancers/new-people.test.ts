// Why people are not registered: each alone, together, and against the names on record.

import { describe, expect, it } from 'vitest'
import { idCardCheckSign } from '../identity/id-card.ts'
import { judgeNewPeople, type NewPerson } from './new-people.ts'

const TODAY = '2026-03-16'
const born = (day: string) => {
  const first17 = `330102${day.replaceAll('-', '')}001`
  return first17 + idCardCheckSign(first17)
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
  judgeNewPeople(people, (idCardNo) => bound[idCardNo], TODAY).map(({ person: { rowNumber }, reasons }) => [
    rowNumber,
    ...reasons,
  ])

describe('alone', () => {
  it.each<[string, Partial<NewPerson>, string[]]>([
    ['all is well', {}, []],
    ['no name', { name: '' }, ['name-missing']],
    ['a name of one sign', { name: '王' }, ['name-malformed']],
    ['a wrong check sign', { idCardNo: '330102199001010011' }, ['id-wrong']],
    ['a damaged ID', { idCardNo: '3.3010219E+17', damaged: ['idCardNo'] }, ['id-damaged']],
    ['18 today', { idCardNo: born('2008-03-16') }, []],
    ['18 tomorrow', { idCardNo: born('2008-03-17') }, ['age-outside']],
    ['61 tomorrow', { idCardNo: born('1965-03-17') }, []],
    ['61 today', { idCardNo: born('1965-03-16') }, ['age-outside']],
    ['a wrong phone', { phone: '12900000001' }, ['phone-wrong']],
    ['card and bank', { cardNo: '6222021202000010000', bank: '中国工商银行' }, []],
    ['a card without a bank', { cardNo: '6222021202000010000' }, ['bank-missing']],
    ['a bank without a card', { bank: '中国工商银行' }, []],
    ['a wrong card', { cardNo: '622', bank: '中国工商银行' }, ['card-wrong']],
    ['a damaged card', { cardNo: '6.2E+18', bank: '工行', damaged: ['cardNo'] }, ['card-damaged']],
    ['a long bank', { bank: '行'.repeat(61) }, ['bank-too-long']],
    ['several at once', { name: '', phone: '', idCardNo: 'x' }, ['name-missing', 'id-wrong', 'phone-wrong']],
  ])('%s', (_, over, reasons) =>
    expect(reasonsOf([person(over)])).toEqual(reasons.length ? [[2, ...reasons]] : []),
  )
})

describe('together', () => {
  it('the same person twice is one person', () => {
    expect(reasonsOf([person(), person({ rowNumber: 3 })])).toEqual([])
  })

  it('one ID with two names: all of its rows are told, as nobody knows which is right', () => {
    expect(reasonsOf([person(), person({ rowNumber: 3, name: '李四' })])).toEqual([
      [2, 'name-differs'],
      [3, 'name-differs'],
    ])
  })

  it('one ID with two phones', () => {
    expect(reasonsOf([person(), person({ rowNumber: 3, phone: '13900000002' })])).toEqual([
      [2, 'contact-differs'],
      [3, 'contact-differs'],
    ])
  })

  it('equal nonsense is nobody twice', () => {
    const wrong = { idCardNo: 'x' }
    expect(reasonsOf([person(wrong), person({ ...wrong, rowNumber: 3, name: '李四' })])).toEqual([
      [2, 'id-wrong'],
      [3, 'id-wrong'],
    ])
  })
})

it('a bound name differs, an equal one does not', () => {
  const { idCardNo, name } = person()
  expect(reasonsOf([person()], { [idCardNo]: '李四' })).toEqual([[2, 'name-differs']])
  expect(reasonsOf([person()], { [idCardNo]: name })).toEqual([])
})
