// Keeps a photograph of one side of the ID card with the signing it belongs to, until the contract is signed (D27).

import { isBlank, printOf } from '@paywages/domain/signing/photo-print.ts'
import { mayTakePhoto, validateLink } from '@paywages/domain/signing/signing-link.ts'
import type { Origin } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { FairSlots, PersonBusy } from '../adapters/threads/fair-slots.ts'
import type { Services } from '../app-services.ts'
import { discardFiles } from '../files/receive-file.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import { Refused, refuseIf } from '../refused.ts'
import { hashOf } from './link-store.ts'
import { measurePhoto } from './measure-photo.ts'
import { addPhotoAttempt, findLink, type LinkRecord, type Side, setPhoto } from './session-store.ts'
import { validatePhoto } from './validate-photo.ts'

const NAMES: Readonly<Record<Side, string>> = { front: '身份证人像面', back: '身份证国徽面' }

type PhotoInput = { readonly session: string; readonly side: Side; readonly image: string }

/** Photographs of one link are looked at one after the other, so that each is counted before the next: two sides, and one again. */
export const openPhotoTurns = () => new FairSlots({ most: 4, perPerson: 1, waitingPerPerson: 3 })

export async function storePhoto(
  services: Services,
  origin: Origin,
  input: PhotoInput,
  turns: FairSlots = openPhotoTurns(),
  signal?: AbortSignal,
): Promise<void> {
  const findOpen = () => services.database.query((tx) => requireSession(tx, input.session, origin.at))
  const { linkId } = await findOpen()
  const leave = await turns.claim(linkId, signal).catch((error: unknown) => {
    throw error instanceof PersonBusy || signal?.aborted ? new Refused('too-many') : error
  })
  try {
    if (!mayTakePhoto(await findOpen())) throw new Refused('photos-used-up')
    await storeInTurn(services, origin, input, linkId)
  } finally {
    leave()
  }
}

async function storeInTurn(
  services: Services,
  origin: Origin,
  input: PhotoInput,
  linkId: number,
): Promise<void> {
  const bytes = Buffer.from(input.image, 'base64')
  const validated = await validatePhoto(bytes)
  if ('refused' in validated) {
    await services.database.transact((tx) => addPhotoAttempt(tx, linkId))
    throw new Refused(validated.refused)
  }
  const { content } = validated
  const brightness = await measurePhoto(bytes)
  if (brightness === undefined || isBlank(brightness)) {
    await services.database.transact((tx) => addPhotoAttempt(tx, linkId))
    throw new Refused(brightness === undefined ? 'photo-type' : 'photo-blank')
  }
  const fileId = await storeMadeFile(services, null, {
    kind: 'id-card-image',
    name: `${NAMES[input.side]}.${content}`,
    content,
    stream: once(bytes),
  })
  let earlier: string | null = fileId
  try {
    earlier = await services.database.transact(async (tx) => {
      const link = await requireSession(tx, input.session, origin.at, 'lock')
      await setPhoto(tx, link.linkId, input.side, { fileId, print: printOf(brightness) })
      return input.side === 'front' ? link.frontFileId : link.backFileId
    })
  } finally {
    // After the link let go of it: the sweep holds files before links. What a crash leaves here is loose, and swept.
    if (earlier !== null) await discardFiles(services, [{ fileId: earlier, name: '', size: 0 }])
  }
}

/** The link of a page that may still sign; one that was opened elsewhere later, or stood too long, is over. */
export async function requireSession(tx: Tx, session: string, now: Date, lock?: 'lock'): Promise<LinkRecord> {
  const link = await findLiveSession(tx, session, now, lock)
  refuseIf(validateLink(link, now))
  return link
}

/** Also of a page that has signed. */
export async function findLiveSession(
  tx: Tx,
  session: string,
  now: Date,
  lock?: 'lock',
): Promise<LinkRecord> {
  const link = await findLink(tx, { sessionHash: hashOf(session) }, lock)
  if (!link || link.sessionUntil === null || now >= link.sessionUntil)
    throw new Refused('signing-session-over')
  return link
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
