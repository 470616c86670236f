// Freelancers, open links and signed contracts for tests, as they stand in the database.

import { randomBytes, randomUUID } from 'node:crypto'
import { CONTRACT_SEAL, ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import { sealPerson } from '../freelancers/seal-person.ts'
import { registerPeople } from '../freelancers/store.ts'
import { type IssuedLink, issueLinks } from '../signing/link-store.ts'
import { actorOf } from './actor.ts'
import { freshRow } from './payout-sheet.ts'
import type { AccountName } from './people.ts'
import type { TestServices } from './test-services.ts'

export type TestPerson = {
  readonly userId: number
  readonly providerId: number
  readonly name: string
  readonly idCardNo: string
  readonly phone: string
  readonly cardNo: string
}

/** Registered with the provider of that account. */
export async function registeredPerson(
  services: TestServices,
  account: AccountName,
  change: Partial<Pick<TestPerson, 'name' | 'idCardNo' | 'phone' | 'cardNo'>> = {},
): Promise<TestPerson> {
  const { person } = await actorOf(services, account)
  const { name, idCardNo, phone, cardNo, bank } = { ...freshRow(), ...change }
  const { cipher } = services
  const plain = { name, idCardNo, phone, cardNo, bank }
  const source = { at: services.clock.now(), accountId: person.accountId, batchId: null }
  await services.database.transact((tx) =>
    registerPeople(tx, cipher, person.providerId, [sealPerson(cipher, plain)], source),
  )
  const [row] = await services.query<{ id: number }>(
    'select freelancer_id::float8 as id from freelancers where id_hash = $1',
    [cipher.lookupHash(idCardNo, ID_CARD_NO)],
  )
  return { userId: row?.id ?? 0, providerId: person.providerId, name, idCardNo, phone, cardNo }
}

export async function invitedPerson(
  services: TestServices,
  account: AccountName,
): Promise<TestPerson & { readonly link: IssuedLink }> {
  const person = await registeredPerson(services, account)
  const by = await actorOf(services, account)
  const [link] = await services.database.transact((tx) =>
    issueLinks(tx, services.cipher, {
      providerId: person.providerId,
      userIds: [person.userId],
      batchId: null,
      createdBy: by.person.accountId,
      at: services.clock.now(),
      notify: false,
    }),
  )
  if (!link) throw new Error('nobody was invited')
  return { ...person, link }
}

/** As a signing leaves it, without going through the page. */
export async function signedPerson(
  services: TestServices,
  account: AccountName,
): Promise<TestPerson & { readonly contractId: number; readonly fileIds: readonly string[] }> {
  const { link, ...person } = await invitedPerson(services, account)
  const at = services.clock.now()
  const fileIds: string[] = []
  const kinds = [
    ['contract', 'pdf'],
    ['id-card-image', 'jpg'],
    ['id-card-image', 'jpg'],
    ['signature', 'png'],
  ] as const
  for (const [kind, content] of kinds) {
    const fileId = randomUUID()
    const stored = await services.files.put(`files/${fileId}`, bytesOf(`${kind} of ${person.userId}`), {
      limitBytes: 1_000,
    })
    await services.query(
      `insert into files (file_id, store_key, kind, name, content, size_bytes, sha256, uploader_id, state, uploaded_at, provider_id, attached_kind, attached_id, attached_at)
       values ($1, $2, $3, $4, $5, $6, $7, null, 'stored', $8, $9, 'personal-contract', '1', $8)`,
      [
        fileId,
        `files/${fileId}`,
        kind,
        `${kind}.${content}`,
        content,
        stored.size,
        stored.sha256,
        at,
        person.providerId,
      ],
    )
    fileIds.push(fileId)
  }
  await services.query('update signing_links set used_at = $1 where link_id = $2', [at, link.linkId])
  await services.query(
    'update provider_freelancers set signed_at = $1, name_bound = true where provider_id = $2 and freelancer_id = $3',
    [at, person.providerId, person.userId],
  )
  const sealed = services.cipher.sealFields({ idCardNo: person.idCardNo, phone: person.phone }, CONTRACT_SEAL)
  const [row] = await services.query<{ id: number }>(
    `insert into personal_contracts (contract_no, link_id, provider_id, freelancer_id, name, sealed_person, text_version, text_digest,
       signed_at, digest, address, device_hash, device, pdf_file_id, front_file_id, back_file_id, signature_file_id)
     values ($1, $2, $3, $4, $5, $6, '1', 'text', $7, 'digest', '203.0.113.9', $8, 'a phone', $9, $10, $11, $12) returning contract_id::int as id`,
    [
      `GR${randomBytes(5).toString('hex')}`,
      link.linkId,
      person.providerId,
      person.userId,
      person.name,
      sealed,
      at,
      randomUUID(),
      ...fileIds,
    ],
  )
  return { ...person, contractId: row?.id ?? 0, fileIds }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
