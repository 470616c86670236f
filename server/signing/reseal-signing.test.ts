// A rotation of keys reaches links and contracts: they open under the new key alone.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCipher } from '../adapters/personal-data/cipher.ts'
import { CONTRACT_SEAL, LINK_SEAL } from '../adapters/personal-data/contexts.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { resealPiece, type SealedColumns } from '../adapters/postgres/sealed-column.ts'
import { invitedPerson, signedPerson } from '../testing/freelancers.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'
import { CONTRACT_SEALS, LINK_SEALS } from './reseal-signing.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())

it('reseals links and contracts in chunks so that the new key alone opens them', async () => {
  const { link } = await invitedPerson(services, 'payA1')
  const signed = await signedPerson(services, 'payA1')
  const current = randomBytes(32).toString('hex')
  const both = openCipher(openKeyRing({ current, old: [TEST_SECRET] }))
  const alone = openCipher(openKeyRing({ current, old: [] }))
  const renew = async (sealed: SealedColumns, limit: number) =>
    (await services.database.transact((tx) => resealPiece(tx, both, sealed, limit))).renewed
  const pieces = [
    await renew(LINK_SEALS, 1),
    await renew(LINK_SEALS, 10),
    await renew(LINK_SEALS, 10),
    await renew(CONTRACT_SEALS, 10),
    await renew(CONTRACT_SEALS, 10),
  ]
  expect(pieces).toEqual([1, 1, 0, 1, 0])
  const [token] = await services.query<{ sealed: string }>(
    'select sealed_token as sealed from signing_links where link_id = $1',
    [link.linkId],
  )
  expect(alone.open(token?.sealed ?? '', LINK_SEAL)).toBe(link.token)
  const [person] = await services.query<{ sealed: string }>(
    'select sealed_person as sealed from personal_contracts where contract_id = $1',
    [signed.contractId],
  )
  expect(alone.openFields(person?.sealed ?? '', CONTRACT_SEAL)).toEqual({
    idCardNo: signed.idCardNo,
    phone: signed.phone,
  })
})
