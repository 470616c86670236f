// A manager corrects a name with a reason: at one company, written down, and binding from then on (D26).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { fillPinyin } from './fill-pinyin.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const namesOf = (userId: number) =>
  services.query(
    'select provider_id, name, name_bound from provider_freelancers where freelancer_id = $1 order by 1',
    [userId],
  )

it('changes the name at one provider only, binds it, updates the pinyin and writes an audit entry', async () => {
  const { userId, idCardNo, name } = await registeredPerson(services, 'payA1', { name: '王晓和' })
  await registeredPerson(services, 'payA2', { idCardNo, name })
  await fillPinyin(services)
  const { A1, A2 } = people.providers
  const manager = await signIn(services, 'managerA')
  await manager.answer('correctName', { userId, providerId: A1, name: '诸葛亮', reason: '户口本为准' })
  expect(await namesOf(userId)).toEqual([
    { provider_id: A1, name: '诸葛亮', name_bound: true },
    { provider_id: A2, name, name_bound: false },
  ])
  await fillPinyin(services)
  const payer = await signIn(services, 'payA1')
  expect((await payer.answer('listFreelancers', { name: 'zhugel' })).count).toBe(1)
  expect((await payer.answer('listFreelancers', { name: 'wangxh' })).count).toBe(0)
  const [entry] = await services.query(
    "select account, provider_id, reason, before, after from audit_entries where action = 'correct-name'",
  )
  expect(entry).toEqual({
    account: 'managerA',
    provider_id: A1,
    reason: '户口本为准',
    before: { name },
    after: { name: '诸葛亮' },
  })
  // It binds: another name is refused from now on.
  const { bad } = await payer.answer('addFreelancers', { people: [{ name, idCardNo, phone: '13900000001' }] })
  expect(bad).toMatchObject([{ reason: '姓名与身份证号不一致' }])
})

it('rejects an unchanged name, a missing reason and a provider that is out of scope or does not know the person', async () => {
  const { userId, name } = await registeredPerson(services, 'payA1')
  const { A1, A2, B1 } = people.providers
  const manager = await signIn(services, 'managerA')
  const input = { userId, providerId: A1, name: '诸葛亮', reason: 'a reason' }
  expect((await manager.call('correctName', { ...input, name })).body).toMatchObject({
    code: 'name-unchanged',
  })
  expect(
    (await manager.wire('correctName', { uid: userId, providerId: A1, userName: '诸葛亮', reason: ' ' }))
      .http,
  ).toBe(400)
  for (const providerId of [A2, B1, 2_000_000_000])
    expect((await manager.call('correctName', { ...input, providerId })).http).toBe(404)
  await registeredPerson(services, 'payB1', {
    idCardNo: (await registeredPerson(services, 'payA1')).idCardNo,
  })
  expect(await namesOf(userId)).toEqual([{ provider_id: A1, name, name_bound: false }])
})

it('keeps the name on a signed contract', async () => {
  const { userId, name, providerId, contractId } = await signedPerson(services, 'payA1')
  const manager = await signIn(services, 'managerA')
  await manager.answer('correctName', { userId, providerId, name: '诸葛亮', reason: 'a reason' })
  expect(
    await services.query('select name from personal_contracts where contract_id = $1', [contractId]),
  ).toEqual([{ name }])
})
