// Invitations and personal contracts of the demo, in every state, made by the operations that make them for everyone.

import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { MAX_ATTEMPTS } from '@paywages/domain/signing/signing-link.ts'
import type { Actor, Origin } from '@paywages/server/actor.ts'
import { FREELANCER_SEAL } from '@paywages/server/adapters/personal-data/contexts.ts'
import { openSlots } from '@paywages/server/adapters/threads/slots.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { Refused } from '@paywages/server/refused.ts'
import { takeBackLink } from '@paywages/server/signing/change-links.ts'
import { checkFlags } from '@paywages/server/signing/check-flags.ts'
import { completeSigning } from '@paywages/server/signing/complete-signing.ts'
import { readTexts } from '@paywages/server/signing/contract-text.ts'
import { deleteImages } from '@paywages/server/signing/delete-images.ts'
import { identifySigner } from '@paywages/server/signing/identify-signer.ts'
import { inviteUsers } from '@paywages/server/signing/invite-people.ts'
import { openLink } from '@paywages/server/signing/open-link.ts'
import { storePhoto } from '@paywages/server/signing/store-photo.ts'
import { terminateContract } from '@paywages/server/signing/terminate-contract.ts'
import { sql } from 'kysely'
import { demoActor } from './actor.ts'
import { cardBack, cardFront, signatureOf } from './identity-pictures.ts'

const PROVIDERS = [
  { pay: 'pay1', manager: 'manager1' },
  { pay: 'pay2', manager: 'manager1' },
  { pay: 'pay3', manager: 'manager2' },
] as const

const PHONES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.49',
  'Mozilla/5.0 (Linux; Android 14; V2307A) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36',
] as const

type Person = { readonly userId: number; readonly name: string; readonly sealedId: string }
type Invited = Person & { readonly linkId: number; readonly token: string }

const PEOPLE = 12
/** Who of them signs, and nothing is odd about it. */
const IN_FORCE: readonly number[] = [3, 4]

export async function seedSignings(open: Services): Promise<void> {
  // Nobody in the demo has a telephone, whatever gateway is configured.
  const services = { ...open, sms: { codesRequired: false, send: async () => {} } }
  for (const { pay, manager } of PROVIDERS) {
    const payer = await demoActor(services, pay)
    const people = await unsignedPeople(services, payer.person.providerId)
    // An earlier run got this far; its people are not invited again.
    if (people.length < PEOPLE) continue
    await seedProvider(services, payer, await demoActor(services, manager), people)
    await sendNothing(services, payer.person.providerId)
  }
}

async function sendNothing(services: Services, providerId: number): Promise<void> {
  await services.database.transact((tx) =>
    tx
      .updateTable('signing_links')
      .set({ notice: 'none', notice_at: null })
      .where('provider_id', '=', providerId)
      .where('notice', '=', 'waiting')
      .execute(),
  )
}

/** The newest, whom the list shows first; where contracts are in force, those who have been paid most often. */
async function unsignedPeople(services: Services, providerId: number): Promise<Person[]> {
  const { rows } = await services.database.read((tx) =>
    sql<Person & { paid: number }>`
      select f.freelancer_id::float8 as "userId", pf.name, f.sealed_id as "sealedId", (
        select count(*)::int from person_payouts p
        where p.provider_id = pf.provider_id and p.id_hash = f.id_hash and p.status = 'succeeded') as paid
      from provider_freelancers pf join freelancers f using (freelancer_id)
      where pf.provider_id = ${providerId} and pf.signed_at is null
        and not exists (select 1 from signing_links l where l.provider_id = ${providerId} and l.used_at is null)
      order by f.freelancer_id desc`.execute(tx),
  )
  const paidMost = rows.toSorted((a, b) => b.paid - a.paid).slice(0, IN_FORCE.length)
  const newest = rows.filter((person) => !paidMost.includes(person))
  return Array.from({ length: PEOPLE }, (_, n) =>
    IN_FORCE.includes(n) ? paidMost.shift() : newest.shift(),
  ).filter((person) => person !== undefined)
}

async function seedProvider(
  services: Services,
  payer: Actor,
  manager: Actor,
  people: readonly Person[],
): Promise<void> {
  const desk = signingDesk(services)
  const daysAgo = (days: number) => new Date(services.clock.now().getTime() - days * DAY_MS)
  const invite = (n: number, days: number) => inviteOne(services, { ...payer, at: daysAgo(days) }, people[n])
  const by = (actor: Actor, days: number) => ({ ...actor, at: daysAgo(days) })
  const shared = randomBytes(16).toString('base64url')

  // One after the other as they happened: the list shows the newest invitation first.
  const ended = await desk.sign(await invite(0, 20), daysAgo(19))
  await invite(1, 12)
  const expired = await invite(2, 11)
  await openLink(services, desk.origin(daysAgo(10.5), 2), expired.token)
  await desk.sign(await invite(3, 9), daysAgo(8.8))
  await desk.sign(await invite(4, 6), daysAgo(5.5))
  const revoked = await invite(5, 5)
  await takeBackLink(services, by(payer, 4.5), revoked.linkId, '手机号登记有误')
  const flagged = await desk.sign(await invite(6, 4), daysAgo(3.2), shared)
  await desk.sign(await invite(7, 4), daysAgo(3.1), shared)
  await desk.lock(await invite(8, 3), daysAgo(2.7))
  await terminateContract(services, by(manager, 2.6), ended, '已停止合作')
  const { providerId } = payer.person
  const { userId = 0 } = people[4] ?? {}
  await deleteImages(services, by(manager, 2.5), { userId, providerId, reason: '本人申请删除个人信息' })
  await checkFlags(services, by(manager, 2), flagged, '已电话核实，两人在门店使用同一台平板签署')
  const opened = await invite(9, 1)
  await openLink(services, desk.origin(daysAgo(0.6), 9), opened.token)
  await invite(10, 0.9)
  await invite(11, 0.2)
}

async function inviteOne(services: Services, by: Actor, person: Person | undefined): Promise<Invited> {
  if (!person) throw new Error('the demo has too few people to invite')
  const asked = { providerId: by.person.providerId, userIds: [person.userId], batchId: null }
  const { link } = await services.database.transact((tx) => inviteUsers(services, tx, by, asked))
  if (!link) throw new Error('the demo invited nobody')
  return { ...person, linkId: link.linkId, token: link.url.split('/sign/')[1] ?? '' }
}

/** What people do on their phones. */
function signingDesk(services: Services) {
  const texts = readTexts()
  const turn = openSlots(1)
  const origin = (at: Date, n: number): Origin => ({
    at,
    // Addresses kept for documentation, which nobody has.
    address: `203.0.113.${1 + (n % 250)}`,
    requestId: 'seed-demo',
    hostname: '',
    agent: PHONES[Math.floor(n / 4) % PHONES.length] ?? PHONES[0],
  })
  const identityOf = ({ token, name, sealedId }: Invited) => ({
    token,
    name,
    tail: services.cipher.open(sealedId, FREELANCER_SEAL).slice(-6),
  })
  return {
    origin,
    /** Signs, and tells which contract it was. */
    sign: async (
      person: Invited,
      at: Date,
      deviceId = randomBytes(16).toString('base64url'),
    ): Promise<number> => {
      const from = origin(at, person.userId)
      await openLink(services, from, person.token)
      const signer = await identifySigner(services, from, texts, identityOf(person))
      const { session, contract, notice } = signer
      for (const [side, picture] of [
        ['front', cardFront(person.userId)],
        ['back', cardBack(person.userId)],
      ] as const)
        await storePhoto(services, from, { session, side, image: Buffer.from(picture).toString('base64') })
      const input = {
        session,
        signature: signatureOf(person.userId),
        consent: true,
        contractVersion: contract.version,
        noticeVersion: notice.version,
        deviceId,
      }
      await completeSigning({ services, origin: from, texts, input }, turn)
      const { contract_id } = await services.database.read((tx) =>
        tx
          .selectFrom('personal_contracts')
          .where('link_id', '=', BigInt(person.linkId))
          .select('contract_id')
          .executeTakeFirstOrThrow(),
      )
      return Number(contract_id)
    },
    /** Five wrong attempts. */
    lock: async (person: Invited, at: Date): Promise<void> => {
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        const wrong = { ...identityOf(person), tail: '000000' }
        await identifySigner(services, origin(at, person.userId), texts, wrong).catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error
        })
      }
    },
  }
}
