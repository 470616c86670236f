// The calls written out by hand say and hear the same as the declared ones.

import { expect, it } from 'vitest'
import { z } from 'zod'
import { askPasskey, giveCode, givePasskey } from '../factors/endpoints.ts'
import { brand, currentUserShape, login } from './endpoints.ts'
import { plainAskPasskey, plainBrand, plainGiveCode, plainGivePasskey, plainLogin } from './plain-calls.ts'

const digest = 'a'.repeat(64)
const user = {
  ...{ account: 'pay1', accountName: '张三', plat: 2, accountId: 7, providerId: 3 },
  ...{ checkRight: 0, payRight: 1, superManager: 1, isManager: 0, mustChangePasswd: 1 },
  ...{ providerName: '星河科技', platformName: '平台' },
  ...{ factor: 'asked', hasTotp: 1, hasPasskey: 0 },
}
const flipped = {
  ...user,
  checkRight: 1,
  payRight: 0,
  superManager: 0,
  isManager: 1,
  mustChangePasswd: 0,
  plat: 1,
  factor: 'none',
  hasTotp: 0,
  hasPasskey: 1,
}

it.each([
  ['login', plainLogin, login],
  ['brand', plainBrand, brand],
  ['giveCode', plainGiveCode, giveCode],
  ['askPasskey', plainAskPasskey, askPasskey],
  ['givePasskey', plainGivePasskey, givePasskey],
])('%s goes to the declared address with the declared failure', (_, plain, declared) => {
  const { method, path, failure } = declared
  expect(plain).toMatchObject({ method, path, failure })
})

it('a login travels and is answered as declared', () => {
  for (const asked of [
    { account: ' pay1 ', passwordDigest: digest },
    { account: 'pay1', passwordDigest: digest, brand: 2 as const },
  ])
    expect(plainLogin.encode(asked)).toEqual(z.encode(login.input, asked))
  expect(plainAskPasskey.decode({ options: '{}' })).toEqual({ options: '{}' })
  expect(plainGivePasskey.encode({ credential: '{}' })).toEqual({ credential: '{}' })
  const typed = { code: ' 123456 ' }
  expect(plainGiveCode.encode(typed)).toEqual(z.encode(giveCode.input, typed))
  for (const data of [user, flipped])
    expect(plainLogin.decode(data)).toEqual(z.decode(currentUserShape, data as never))
})

it('a brand travels and is answered as declared', () => {
  for (const asked of [{}, { brand: 1 as const }, { brand: 2 as const }])
    expect(plainBrand.encode(asked)).toEqual(z.encode(brand.input, asked))
  const words = {
    name: '远山',
    slogan: '灵活用工',
    footer: '© 远山',
    company: '远山科技',
    icp: '',
    police: '京',
  }
  for (const plat of [1, 2] as const)
    expect(plainBrand.decode({ plat, ...words })).toEqual(z.decode(brand.reply.data, { plat, ...words }))
})
