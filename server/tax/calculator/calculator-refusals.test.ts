// What a calculation refuses, each with its text: amounts, methods, days, rates and months that cannot be.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Reply, signIn } from '../../testing/client.ts'
import { registeredPerson } from '../../testing/freelancers.ts'
import { createPeople } from '../../testing/people.ts'
import { MONDAY, openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  services.clock.set(MONDAY)
})
afterAll(() => services.close())

const reported = ({ http, body }: Reply) => `${http} ${body.code ?? ''} ${body.msg}`
const input = { amount: 100, isNet: 0, taxMethod: 'cumulative' }
const past = (month: string, money: unknown = 100, tax: unknown = 0) => ({ month, money, tax })

it.each([
  ['no amount', { amount: null }, '请输入大于 0 的金额，最多两位小数'],
  ['an amount of zero', { amount: 0 }, '请输入大于 0 的金额，最多两位小数'],
  ['a negative amount', { amount: -1 }, '请输入大于 0 的金额，最多两位小数'],
  ['an amount with a fraction of a fen', { amount: 1.005 }, '请输入大于 0 的金额，最多两位小数'],
  ['an amount above the maximum', { amount: 1_000_000_000 }, '金额不能超过 999,999,999.99 元'],
  ['an unknown method', { taxMethod: 'flat' }, '请选择计算方式'],
  ['an invalid day', { day: '2026-02-30' }, '请选择日期'],
  ['a day before the first tax table', { day: '2025-09-30' }, '该日期没有适用的税率表'],
  [
    'a service rate above the maximum',
    { serviceRate: 10_000.01 },
    '服务费率为每万元的服务费，0 至 10,000，最多两位小数',
  ],
  ['an invalid history month', { history: [past('2026-13')] }, '请选择月份'],
  ['a negative history amount', { history: [past('2026-01', -1)] }, '请输入金额，最多两位小数'],
  [
    'a future history month',
    { history: [past('2026-04')] },
    '历史月份 2026-04 不计入：按试算日期，须在 2026-01 至 2026-03 之间',
  ],
  [
    'a repeated history month',
    { history: [past('2026-01'), past('2026-01')] },
    '历史月份 2026-01 重复，请合并为一行',
  ],
  [
    'more tax than income in a month',
    { history: [past('2026-01', 1, 1.01)] },
    '2026-01 的已扣税额不能大于收入',
  ],
  [
    'more than twelve history months',
    { history: Array(13).fill(past('2026-01')) },
    '历史月份不正确，请检查月份与金额',
  ],
])('rejects a tax calculation with %s', async (_, wrong, msg) => {
  const payer = await signIn(services, 'payA1')
  const reply = await payer.wire('taxTrial', { ...input, ...wrong })
  expect(reported(reply)).toMatch(/^4(00|22) /)
  expect(JSON.stringify(reply.body)).toContain(msg)
})

it('rejects a tax calculation with a person and typed months together', async () => {
  const { userId } = await registeredPerson(services, 'payA1')
  const payer = await signIn(services, 'payA1')
  const reply = await payer.wire('taxTrial', { ...input, uid: userId, history: [] })
  expect(reported(reply)).toContain('选择人员与手工填写的历史只能取其一')
})
