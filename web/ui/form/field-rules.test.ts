// Form rules taken from the wire’s codecs.

import { addAccount } from '@paywages/wire/accounts/endpoints.ts'
import { addProvider, updateProvider } from '@paywages/wire/providers/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { inputFromForm, rulesFor, typedFromRecord } from './field-rules.ts'

type Validating = {
  readonly required: boolean
  readonly validator: (rule: unknown, value: unknown) => Promise<void>
}

function validating(rules: unknown): Validating {
  return (rules as Validating[])[0] as Validating
}

describe('form rules derived from the wire', () => {
  const account = validating(rulesFor(addAccount, 'account'))
  const realName = validating(rulesFor(addAccount, 'realName'))

  it('mark required fields', () => {
    expect(account.required).toBe(true)
    expect(realName.required).toBe(false)
  })

  it.each([
    [undefined, '请输入账号'],
    ['', '请输入账号'],
    ['a', '账号为 2 至 30 个字符，不能含空格'],
  ])('reject %j with the message of the server', async (value, message) => {
    await expect(account.validator({}, value)).rejects.toThrow(message)
  })

  it('accept what the server accepts', async () => {
    await expect(account.validator({}, 'pay4')).resolves.toBeUndefined()
  })

  it('reject a missing choice', async () => {
    const platform = validating(rulesFor(addAccount, 'platformId'))
    await expect(platform.validator({}, undefined)).rejects.toThrow('请输入选择平台')
  })

  it('validate rates as typed', async () => {
    const rate = validating(rulesFor(addProvider, 'serviceRate'))
    await expect(rate.validator({}, 650.25)).resolves.toBeUndefined()
    await expect(rate.validator({}, 10_001)).rejects.toThrow('服务费率须在 0 至 10,000 之间，最多两位小数')
  })
})

describe('converting a record to form values and back', () => {
  it('keeps money and rates as typed', () => {
    const record = {
      providerId: 3,
      name: '星河科技',
      platformIds: [1, 2],
      serviceRate: 65_025,
      monthlyLimitFen: 9_200_050n,
    }
    const typed = typedFromRecord(updateProvider, record)
    expect(typed).toEqual({
      providerId: 3,
      name: '星河科技',
      platformIds: [1, 2],
      serviceRate: 650.25,
      monthlyLimitFen: 92_000.5,
    })
    expect(inputFromForm(updateProvider, typed)).toEqual(record)
  })
})
