// Keeps a photograph of one side of the ID card with the signing it belongs to, until the contract is signed (D27).

import { judgeLink } from '@paywages/domain/signing/signing-link.ts'
import type { Origin } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { discardFiles } from '../files/receive-file.ts'
import { storeMadeFile } from '../files/store-made-file.ts'
import type { House } from '../house.ts'
import { Refused, refuseIf } from '../refused.ts'
import { judgePhoto } from './judge-photo.ts'
import { hashOf } from './link-store.ts'
import { findLink, type LinkRecord, type Side, setPhoto } from './session-store.ts'

const NAMES: Readonly<Record<Side, string>> = { front: '身份证人像面', back: '身份证国徽面' }

export async function storePhoto(
  house: House,
  origin: Origin,
  ask: { readonly session: string; readonly side: Side; readonly image: string },
): Promise<void> {
  await house.database.look((tx) => takeSession(tx, ask.session, origin.at))
  const bytes = Buffer.from(ask.image, 'base64')
  const judged = await judgePhoto(bytes)
  if ('refused' in judged) throw new Refused(judged.refused)
  const { content } = judged
  const fileId = await storeMadeFile(house, null, {
    kind: 'id-card-image',
    name: `${NAMES[ask.side]}.${content}`,
    content,
    stream: once(bytes),
  })
  let earlier: string | null = fileId
  try {
    earlier = await house.database.transact(async (tx) => {
      const link = await takeSession(tx, ask.session, origin.at, 'lock')
      await setPhoto(tx, link.linkId, ask.side, fileId)
      return ask.side === 'front' ? link.frontFileId : link.backFileId
    })
  } finally {
    // After the link let go of it: the sweep holds files before links. What a crash leaves here is loose, and swept.
    if (earlier !== null) await discardFiles(house, [{ fileId: earlier, name: '', size: 0 }])
  }
}

/** The link of a page that may still sign; one that was opened elsewhere later, or stood too long, is over. */
export async function takeSession(tx: Tx, session: string, now: Date, lock?: 'lock'): Promise<LinkRecord> {
  const link = await findLiveSession(tx, session, now, lock)
  refuseIf(judgeLink(link, now))
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
