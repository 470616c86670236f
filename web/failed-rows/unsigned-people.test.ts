// Whom a refused sheet offers to invite, and whom not.

import { expect, test } from 'vitest'
import { unsignedPeople } from './unsigned-people.ts'

const row = (rowNumber: number, name: string, reason: string) => ({
  rowNumber,
  name,
  idCardNo: `id of ${name}`,
  phone: `phone of ${name}`,
  reason,
})
const person = (name: string) => ({ name, idCardNo: `id of ${name}`, phone: `phone of ${name}` })

test('offers people whose only error is a missing signature, each once', () => {
  const rows = [
    row(2, '陈静', '该人员未签约'),
    row(3, '王小甲', '身份证号不正确'),
    row(5, '陈静', '该人员未签约'),
    row(6, '李雷', '该人员未签约'),
  ]
  expect(unsignedPeople(rows)).toEqual({ invitable: [person('陈静'), person('李雷')], leftOut: [] })
})

test('leaves out people with any other error and lists their rows', () => {
  const rows = [
    row(2, '陈静', '该人员未签约；手机号不正确'),
    row(3, '李雷', '该人员未签约'),
    row(4, '李雷', '该人员未签约；与第 3 行重复'),
    row(5, '韩梅梅', '该人员未签约'),
  ]
  expect(unsignedPeople(rows)).toEqual({ invitable: [person('韩梅梅')], leftOut: [2, 3, 4] })
})

test('offers nobody for a sheet without unsigned people', () => {
  expect(unsignedPeople([row(2, '陈静', '手机号不正确')])).toEqual({ invitable: [], leftOut: [] })
})
