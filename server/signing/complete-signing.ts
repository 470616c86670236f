// Signs: signature, photographs and consent become the contract in one transaction, once, whoever else tries at the same time (D27).

import { createHash } from 'node:crypto'
import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { deviceName } from '@paywages/domain/signing/device-name.ts'
import { evidenceOf } from '@paywages/domain/signing/personal-contract.ts'
import { isSamePicture } from '@paywages/domain/signing/photo-print.ts'
import { type Signature, validateSignature } from '@paywages/domain/signing/signature.ts'
import type { Signed } from '@paywages/wire/signing/shapes.ts'
import type { Origin } from '../actor.ts'
import { CONTRACT_SEAL } from '../adapters/personal-data/contexts.ts'
import { expectedDailyNumber, nextDailyNumber } from '../adapters/postgres/daily-numbers.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Claim } from '../adapters/threads/slots.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { loggedInFrom } from '../audit-log/store.ts'
import { discardFiles } from '../files/receive-file.ts'
import { attachAll } from '../files/store.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import { markSigned } from '../freelancers/store.ts'
import { countSigned, lockBatchesOf } from '../payouts/signing-counts.ts'
import { Refused, refuseIf } from '../refused.ts'
import { readContract, readNotice, type SigningTexts } from './contract-text.ts'
import { signaturePng } from './draw-signature.ts'
import { hasGivenCode } from './identify-signer.ts'
import { makeContract } from './make-contract.ts'
import { freshPhotos, type Photo } from './photo-store.ts'
import { type LinkRecord, markUsed } from './session-store.ts'
import { insertContract, keepPrints, raiseFlags } from './signed-contract-store.ts'
import { findParties, type Parties } from './signing-parties.ts'
import { requireSession } from './store-photo.ts'

export type SigningInput = {
  readonly session: string
  readonly signature: Signature
  readonly consent: boolean
  readonly contractVersion: string
  readonly noticeVersion: string
  readonly deviceId: string
}

/** What was found before the PDF was made, and must still be so when it is signed. */
type Draft = {
  readonly link: LinkRecord
  readonly parties: Parties
  readonly front: Photo
  readonly back: Photo
  readonly number: string
}

type Job = {
  readonly services: Services
  readonly origin: Origin
  readonly texts: SigningTexts
  readonly input: SigningInput
}
type Made = { readonly pdfFileId: string; readonly signatureFileId: string; readonly digest: string }

/** Another server took the number, or the photographs were taken again: the PDF is made again. */
class Outdated extends Error {}

const MAX_PDFS = 20
const NUMBERS = { kind: 'personal-contract', digits: 5 } as const
const CONSOLE_DAYS = 30
export const DEVICE_HASH = 'personal_contracts.device_hash'

/** `turn`: pages are set one after the other anyway; in turn, the signings of one server never take each other's number. */
export async function completeSigning(job: Job, turn: Claim, signal?: AbortSignal): Promise<Signed> {
  const { services, input } = job
  await services.database.read((tx) => prepare(tx, job))
  refuseIf(validateSignature(input.signature))
  const png = signaturePng(input.signature)
  const leave = await turn(signal)
  try {
    return await signInTurn(job, png)
  } finally {
    leave()
  }
}

async function signInTurn(job: Job, png: Buffer): Promise<Signed> {
  const { services } = job
  const unattached: string[] = []
  const keep = async (
    file: Pick<Parameters<typeof storeMadeFile>[2], 'kind' | 'name' | 'content'>,
    bytes: Buffer,
  ) => {
    const fileId = await storeMadeFile(services, null, { ...file, stream: once(bytes) })
    unattached.push(fileId)
    return fileId
  }
  try {
    let signatureFileId: string | undefined
    for (let pdfs = 0; pdfs < MAX_PDFS; pdfs += 1) {
      const draft = await services.database.read((tx) => prepare(tx, job))
      signatureFileId ??= await keep({ kind: 'signature', name: '签名.png', content: 'png' }, png)
      const { pdf, digest } = await makeContract(paperOf(job, draft, png))
      const name = `${job.texts.contract.title}-${draft.number}.pdf`
      const pdfFileId = await keep({ kind: 'contract', name, content: 'pdf' }, pdf)
      const made = { pdfFileId, signatureFileId, digest }
      const signed = await services.database
        .transact((tx) => sign(tx, job, draft, made))
        .catch((error: unknown) => {
          if (!(error instanceof Outdated)) throw error
        })
      if (signed) return signed
    }
    throw new Refused('unavailable')
  } finally {
    // What the contract took is no longer loose, and stays.
    await discardFiles(
      services,
      unattached.map((fileId) => ({ fileId, name: '', size: 0 })),
    )
  }
}

async function prepare(tx: Tx, { services, origin, texts, input }: Job): Promise<Draft> {
  const link = await requireSession(tx, input.session, origin.at)
  const parties = await findParties(tx, services, origin, link)
  if (!input.consent) throw new Refused('consent-missing')
  refuseOtherText(texts, parties, input)
  const { front, back } = await freshPhotos(tx, link, new Date(0))
  if (!front || !back) throw new Refused('photos-missing')
  if (front.sha256 === back.sha256 || isSamePicture(link.frontPrint ?? '', link.backPrint ?? '-'))
    throw new Refused('photos-same')
  const day = shanghaiDay(origin.at)
  const number = contractNo(await expectedDailyNumber(tx, NUMBERS.kind, day, NUMBERS.digits))
  return { link, parties, front, back, number }
}

/** What happened, and not what the settings ask for by now: a session may have begun before a gateway was set, or with another phone. */
const evidenceFor = (services: Services, link: LinkRecord, { paper }: Parties) =>
  evidenceOf({ withCode: hasGivenCode(services, link, paper.phone), linkShown: link.shownAt !== null })

const contractNo = (daily: string) => `GR${daily}`

/** What was read is what is signed, to the word. */
function refuseOtherText(texts: SigningTexts, { shown }: Parties, input: SigningInput): void {
  const isRead =
    readContract(texts.contract, shown).version === input.contractVersion &&
    readNotice(texts.notice, shown).version === input.noticeVersion
  if (!isRead) throw new Refused('text-changed')
}

function paperOf({ services, origin, texts, input }: Job, draft: Draft, png: Buffer) {
  return {
    number: draft.number,
    texts,
    fields: draft.parties.paper,
    signature: input.signature,
    signatureSha256: createHash('sha256').update(png).digest('hex'),
    frontSha256: draft.front.sha256,
    backSha256: draft.back.sha256,
    invitedAt: draft.link.createdAt,
    signedAt: origin.at,
    address: origin.address,
    evidence: evidenceFor(services, draft.link, draft.parties),
  }
}

/** All or nothing. Held in the order batches, person, files, link: as registration, invitation and the sweep hold them. */
async function sign(tx: Tx, job: Job, draft: Draft, made: Made): Promise<Signed> {
  const { services, origin, texts, input } = job
  const { providerId, userId, linkId } = draft.link
  const payee = { providerId, idHash: draft.parties.signer.idHash }
  const batches = await lockBatchesOf(tx, payee)
  const parties = await findParties(tx, services, origin, draft.link, 'lock')
  const photos = await freshPhotos(tx, draft.link, new Date(0), 'lock')
  const link = await requireSession(tx, input.session, origin.at, 'lock')
  if (parties.signer.signedAt !== null) throw new Refused('already-signed')
  const isSame =
    link.frontFileId === photos.front?.fileId &&
    link.backFileId === photos.back?.fileId &&
    evidenceFor(services, link, parties) === evidenceFor(services, draft.link, draft.parties) &&
    JSON.stringify(parties.paper) === JSON.stringify(draft.parties.paper)
  const day = shanghaiDay(origin.at)
  const number = contractNo(await nextDailyNumber(tx, NUMBERS.kind, day, NUMBERS.digits))
  if (!isSame || number !== draft.number) throw new Outdated()
  const deviceHashes = services.cipher.shortHashes(input.deviceId, DEVICE_HASH)
  const since = new Date(origin.at.getTime() - CONSOLE_DAYS * DAY_MS)
  const inviter = draft.link.createdBy
  const consoleAddress = await loggedInFrom(tx, {
    address: origin.address,
    providerId,
    accountId: inviter,
    since,
  })
  const prints = { front: link.frontPrint, back: link.backPrint }
  const flags = await raiseFlags(tx, {
    providerId,
    userId,
    deviceHashes,
    consoleAddress,
    prints: Object.values(prints).filter((print) => print !== null),
  })
  const files = {
    pdfFileId: made.pdfFileId,
    frontFileId: draft.front.fileId,
    backFileId: draft.back.fileId,
    signatureFileId: made.signatureFileId,
  }
  const { idCardNo, phone, name } = parties.paper
  const contractId = await insertContract(tx, {
    contractNo: number,
    linkId,
    providerId,
    userId,
    name,
    sealedPerson: services.cipher.sealFields({ idCardNo, phone }, CONTRACT_SEAL),
    textVersion: texts.contract.version,
    textDigest: texts.contract.digest,
    signedAt: origin.at,
    digest: made.digest,
    address: origin.address,
    deviceHash: services.cipher.shortHash(input.deviceId, DEVICE_HASH),
    device: deviceName(origin.agent ?? ''),
    flags,
    evidence: evidenceFor(services, link, parties),
    ...files,
  })
  await keepPrints(tx, { contractId, userId }, prints)
  const to = { kind: 'personal-contract', id: String(contractId), providerId, at: origin.at }
  if ((await attachAll(tx, Object.values(files), to)) !== 4) throw new Refused('photos-missing')
  await markUsed(tx, linkId, origin.at)
  await markSigned(tx, { providerId, userId, name, at: origin.at })
  await countSigned(tx, payee, batches)
  await recordAnonymousEntry(tx, origin, {
    action: 'sign-contract',
    object: { kind: 'personal-contract', id: contractId, name: number },
    providerId,
    after: {
      userId,
      linkId,
      textVersion: texts.contract.version,
      digest: made.digest,
      flags,
      evidence: evidenceFor(services, link, parties),
    },
  })
  return { contractNo: number, digest: made.digest, signedAt: origin.at }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
