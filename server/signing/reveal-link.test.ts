// An invited person's numbers in full: seen in scope only, as they were when signed, and every look is written down (D33).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())

const linkOf = async (contractId: number) =>
  (
    await services.query<{ id: string }>(
      'select link_id::text as id from personal_contracts where contract_id = $1',
      [contractId],
    )
  )[0]?.id ?? ''

it('reveals an invited person inside the scope only, with an audit entry', async () => {
  const { link, idCardNo, phone } = await invitedPerson(services, 'payA1')
  const look = { kind: 'signing-link', id: String(link.linkId) } as const
  const reviewer = await signIn(services, 'checkA1')
  expect(await reviewer.answer('revealPersonal', look)).toEqual({ idCardNo, phone, cardNo: '' })
  for (const stranger of ['payA2', 'payB1', 'managerB'] as const)
    expect((await (await signIn(services, stranger)).call('revealPersonal', look)).http).toBe(404)
  const looks = await services.query(
    "select account from audit_entries where action = 'read-personal-data' and object_kind = 'signing-link' and object_id = $1",
    [look.id],
  )
  expect(looks).toEqual([{ account: 'checkA1' }])
})

it('reveals the phone as signed, even if a later sheet changed it', async () => {
  const signed = await signedPerson(services, 'payA1')
  services.clock.advance(60_000)
  await registeredPerson(services, 'payA1', {
    name: signed.name,
    idCardNo: signed.idCardNo,
    phone: '13900000001',
  })
  const payer = await signIn(services, 'payA1')
  const look = { kind: 'signing-link', id: await linkOf(signed.contractId) } as const
  expect((await payer.answer('revealPersonal', look)).phone).toBe(signed.phone)
})
