// Most people whom the demo has paid signed soon after they were registered: each with photographs, a signature and a contract of their own.

import { createHash, randomBytes } from 'node:crypto'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor, Origin } from '@paywages/server/actor.ts'
import { CONTRACT_SEAL } from '@paywages/server/adapters/personal-data/contexts.ts'
import { nextDailyNumber } from '@paywages/server/adapters/postgres/daily-numbers.ts'
import type { Tx } from '@paywages/server/adapters/postgres/database.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { recordAnonymousEntry } from '@paywages/server/audit-log/record-entry.ts'
import { attachAll } from '@paywages/server/files/store.ts'
import { storeMadeFile } from '@paywages/server/files/store-made-file.ts'
import { markSigned } from '@paywages/server/freelancers/store.ts'
import { recountPayable } from '@paywages/server/payouts/batch-store.ts'
import { DEVICE_HASH } from '@paywages/server/signing/complete-signing.ts'
import { readTexts } from '@paywages/server/signing/contract-text.ts'
import { signaturePng } from '@paywages/server/signing/draw-signature.ts'
import { hashOf, issueLinks } from '@paywages/server/signing/link-store.ts'
import { makeContract } from '@paywages/server/signing/make-contract.ts'
import { findLink, type LinkRecord, markUsed, noteOpened } from '@paywages/server/signing/session-store.ts'
import { insertContract } from '@paywages/server/signing/signed-contract-store.ts'
import { findParties, type Parties } from '@paywages/server/signing/signing-parties.ts'
import { sql } from 'kysely'
import { demoActor } from './actor.ts'
import { cardBack, cardFront, signatureOf } from './identity-pictures.ts'

const PAYERS = ['pay1', 'pay2', 'pay3'] as const
const INVITED_MINUTES = 10
const SIGNED_MINUTES = 60
/** Pictures are drawn so often, and shared: drawing one for each person would take longer than the rest of the demo. */
const DRAWN = 6
const AT_ONCE = 6

type Paid = { readonly userId: number; readonly registeredAt: Date }
type Signer = Paid & {
  readonly link: LinkRecord
  readonly parties: Parties
  readonly signedAt: Date
  readonly number: string
}
type Papers = Signer & {
  readonly files: Record<'pdfFileId' | 'frontFileId' | 'backFileId' | 'signatureFileId', string>
  readonly digest: string
}
type Desk = {
  readonly services: Services
  readonly payer: Actor
  readonly texts: ReturnType<typeof readTexts>
  readonly pictures: readonly { readonly front: Uint8Array; readonly back: Uint8Array }[]
}

export async function seedEarlySignings(services: Services): Promise<void> {
  const texts = readTexts()
  let pictures: Desk['pictures'] | undefined
  for (const account of PAYERS) {
    const payer = await demoActor(services, account)
    const people = await services.database.read((tx) => paidPeople(tx, payer.person.providerId))
    if (people.length === 0) continue
    pictures ??= Array.from({ length: DRAWN }, (_, n) => ({ front: cardFront(n), back: cardBack(n) }))
    const desk = { services, payer, texts, pictures }
    const signers = await services.database.transact((tx) => invite(tx, desk, people))
    const papers = await makePapers(desk, signers)
    await services.database.transact(async (tx) => {
      for (const made of papers) await sign(tx, desk, made)
      const batches = await tx
        .selectFrom('payout_batches')
        .where('provider_id', '=', payer.person.providerId)
        .select('batch_id')
        .execute()
      for (const { batch_id } of batches) await recountPayable(tx, Number(batch_id))
    })
  }
}

/** Three of four. Once anyone of the company was invited, who has signed is no longer ours to say. */
async function paidPeople(tx: Tx, providerId: number): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select freelancer_id::float8 as "userId", registered_at as "registeredAt" from provider_freelancers known
    where provider_id = ${providerId} and name_bound and signed_at is null and freelancer_id % 4 <> 0
      and not exists (select 1 from signing_links l where l.provider_id = known.provider_id)
    order by registered_at, freelancer_id`.execute(tx)
  return rows
}

const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** Whom one sheet registered is invited at once. */
async function invite(
  tx: Tx,
  { services, payer }: Desk,
  people: readonly Paid[],
): Promise<readonly Signer[]> {
  const signers: Signer[] = []
  const { providerId, accountId, brand } = payer.person
  for (const group of Map.groupBy(people, ({ registeredAt }) => registeredAt.getTime()).values()) {
    const [{ registeredAt }] = group as [Paid]
    const links = await issueLinks(tx, services.cipher, {
      providerId,
      userIds: group.map(({ userId }) => userId),
      batchId: null,
      createdBy: accountId,
      brand,
      at: later(registeredAt, INVITED_MINUTES),
      notify: false,
    })
    for (const [n, { userId, token }] of links.entries()) {
      const link = await findLink(tx, { tokenHash: hashOf(token) })
      if (!link) throw new Error('the demo lost a link that it made')
      const signedAt = later(registeredAt, SIGNED_MINUTES + 7 * n)
      const parties = await findParties(tx, services, originOf({ userId, signedAt }), link)
      const daily = await nextDailyNumber(tx, 'personal-contract', shanghaiDay(signedAt), 5)
      signers.push({ userId, registeredAt, link, parties, signedAt, number: `GR${daily}` })
    }
  }
  return signers
}

/** Several at once: while the thread that sets pages is at one contract, the files of others are sealed and written. */
async function makePapers(desk: Desk, signers: readonly Signer[]): Promise<readonly Papers[]> {
  const papers: Papers[] = []
  const waiting = signers.entries()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [n, signer] of waiting) papers[n] = await paperOf(desk, signer)
    }),
  )
  return papers
}

async function paperOf({ services, texts, pictures }: Desk, signer: Signer): Promise<Papers> {
  const { userId, link, parties, signedAt, number } = signer
  const picture = pictures[userId % pictures.length]
  if (!picture) throw new Error('the demo has drawn no pictures')
  const signature = signatureOf(userId)
  const png = signaturePng(signature)
  const { pdf, digest } = await makeContract({
    number,
    texts,
    fields: parties.paper,
    signature,
    signatureSha256: sha256(png),
    frontSha256: sha256(picture.front),
    backSha256: sha256(picture.back),
    invitedAt: link.createdAt,
    signedAt,
    address: originOf(signer).address,
    evidence: 'link',
  })
  const keep = (kind: 'contract' | 'id-card-image' | 'signature', name: string, bytes: Uint8Array) =>
    storeMadeFile(services, null, {
      kind,
      name,
      content: kind === 'contract' ? 'pdf' : 'png',
      stream: once(bytes),
    })
  const files = {
    pdfFileId: await keep('contract', `${texts.contract.title}-${number}.pdf`, pdf),
    frontFileId: await keep('id-card-image', '身份证人像面.png', picture.front),
    backFileId: await keep('id-card-image', '身份证国徽面.png', picture.back),
    signatureFileId: await keep('signature', '签名.png', png),
  }
  return { ...signer, files, digest }
}

/** As completing a signing does, without prints of the shared pictures: nobody is to be pointed out for them. */
async function sign(tx: Tx, { services, payer, texts }: Desk, made: Papers): Promise<void> {
  const { userId, link, parties, signedAt, number, files, digest } = made
  const { providerId } = payer.person
  const origin = originOf(made)
  const { idCardNo, phone, name } = parties.paper
  const contractId = await insertContract(tx, {
    contractNo: number,
    linkId: link.linkId,
    providerId,
    userId,
    name,
    sealedPerson: services.cipher.sealFields({ idCardNo, phone }, CONTRACT_SEAL),
    textVersion: texts.contract.version,
    textDigest: texts.contract.digest,
    signedAt,
    digest,
    address: origin.address,
    deviceHash: services.cipher.shortHash(randomBytes(16).toString('base64url'), DEVICE_HASH),
    device: 'iPhone · 微信',
    flags: [],
    evidence: 'link',
    ...files,
  })
  await attachAll(tx, Object.values(files), {
    kind: 'personal-contract',
    id: String(contractId),
    providerId,
    at: signedAt,
  })
  await noteOpened(tx, link.linkId, later(signedAt, -6))
  await markUsed(tx, link.linkId, signedAt)
  await markSigned(tx, { providerId, userId, name, at: signedAt })
  await recordAnonymousEntry(tx, origin, {
    action: 'sign-contract',
    object: { kind: 'personal-contract', id: contractId, name: number },
    providerId,
    after: {
      userId,
      linkId: link.linkId,
      textVersion: texts.contract.version,
      digest,
      flags: [],
      evidence: 'link',
    },
  })
}

/** Addresses kept for documentation, which nobody has. */
function originOf({ userId, signedAt }: { readonly userId: number; readonly signedAt: Date }): Origin {
  return { at: signedAt, address: `203.0.113.${1 + (userId % 250)}`, requestId: 'seed-demo', hostname: '' }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
