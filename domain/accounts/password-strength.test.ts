// Passwords that are refused because of their account's name, or because everybody tries them first.

import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { passwordWeakness } from './password-strength.ts'

describe('a password that names its account', () => {
  it.each([
    ['zhangsan', 'Zhangsan2026', 'password-names-account'],
    ['zhangsan', 'Zhang-San-99', 'password-names-account'],
    ['zhangsan', 'Nasgnahz@88', 'password-names-account'],
    ['zhangsan', 'x!zhangsaN7', 'password-names-account'],
    ['manager1', 'Manager1@2026', 'password-names-account'],
    ['manager1', 'Manager@2026', 'password-names-account'],
    ['pay1', 'Pay!123456', 'password-names-account'],
    ['pay1', 'Paywages@2026', undefined],
    ['pay1', 'X-pay1-river', 'password-names-account'],
    ['ab', 'Ab@998877', 'password-names-account'],
    ['ab', 'Cab@driver7', undefined],
    ['13800138000', 'Hz13800138000!', 'password-names-account'],
    ['88', 'Right-horse-88', undefined],
    ['张三', '张三Aa@2031', undefined],
    ['', 'Right-horse-7', undefined],
  ] as const)('of %s: %s is %s', (account, password, weakness) => {
    expect(passwordWeakness(password, account)).toBe(weakness)
  })
})

describe('a common password', () => {
  it('is one of some thousand', () => expect(COMMON_PASSWORDS).toBeGreaterThan(5_000))

  it.each([
    'Password123',
    'P@ssw0rd',
    'P@ssw0rd!',
    'Pa$$w0rd2024',
    'Passw0rd',
    'Admin@123',
    'Admin123!@#',
    'Qwer@1234',
    'Qwe123456',
    '1qaz@WSX',
    '!QAZ2wsx',
    'Abc@123456',
    'Aa123456',
    'Aa123456!',
    'a123456.A',
    'Woaini1314',
    'WoAiNi@520',
    'Woaini5201314',
    'Wo5201314!',
    'Love@1314',
    'Zhang@123456',
    'Wy19900101',
    'Zs@1988-12-31',
    'Hz13812345678',
    'Ab1Ab1Ab1',
    'Caiwu@2026',
    'Gongzi@888',
    'Huawei@123',
    'Welcome1!',
    'Iloveyou520!',
  ])('such as %s is refused', (password) => {
    expect(passwordWeakness(password, 'somebody')).toBe('password-too-common')
  })

  it.each([
    'Right-horse-7',
    'Paywages@2026',
    'First-pass-1',
    'Second-pass-2',
    'Mine-alone-1',
    'Tang-song-8-poems',
    'Wy19901301',
    'Chuang-Qian-Ming-Yue-6',
    '春眠不觉晓Aa1',
    'kX9-mQ2-vB7',
  ])('such as %s is not', (password) => {
    expect(passwordWeakness(password, 'somebody')).toBeUndefined()
  })
})
