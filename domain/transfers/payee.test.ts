// When a bank's record names another payee than we ordered, and when it only writes it in its own way.

import { expect, it } from 'vitest'
import { type ListedPayee, type PayeeDifference, payeeDifference } from './payee.ts'

const ORDERED = { name: '张三丰', cardNo: '6222021202000000123' }

it.each<[ListedPayee, PayeeDifference | undefined]>([
  [{}, undefined],
  [{ name: '', cardTail: '' }, undefined],
  [{ name: '张三丰', cardTail: '0123' }, undefined],
  [{ cardTail: '123' }, undefined],
  [{ cardTail: '6222021202000000123' }, undefined],
  [{ cardTail: '0 123' }, undefined],
  [{ cardTail: '0124' }, 'card'],
  [{ name: '李四', cardTail: '0124' }, 'card'],
  [{ name: '李四' }, 'name'],
  [{ name: '张三' }, 'name'],
  [{ name: '张三丰丰' }, 'name'],
  [{ name: ' 张 三丰 ' }, undefined],
  [{ name: '张*丰' }, undefined],
  [{ name: '**丰' }, undefined],
  [{ name: '张*风' }, 'name'],
])('finds %j to differ in: %s', (listed, difference) => {
  expect(payeeDifference(ORDERED, listed)).toBe(difference)
})

it.each([
  ['阿依古丽·买买提', '阿依古丽•买买提'],
  ['ＡＢＣ公司', 'abc公司'],
])('takes %s and %s for one name', (ours, theirs) => {
  expect(payeeDifference({ ...ORDERED, name: ours }, { name: theirs })).toBeUndefined()
})
