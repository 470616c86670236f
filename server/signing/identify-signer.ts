// Checks who holds a link, by name, the last six characters of the ID number and a code where one is sent, and begins the signing (D27).

import { randomInt } from 'node:crypto'
import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { maskPhone } from '@paywages/domain/personal/mask.ts'
import { isSamePerson } from '@paywages/domain/signing/identity-check.ts'
import {
  attemptsLeft,
  MAX_ATTEMPTS,
  maySendCode,
  validateLink,
} from '@paywages/domain/signing/signing-link.ts'
import { CODE, isCodeOpen, SESSION_MS, secondsToNextCode } from '@paywages/domain/signing/signing-session.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'
import type { RefusalCode } from '@paywages/wire/refusals.ts'
import { codeMessage } from '@paywages/wire/signing/messages.ts'
import type { Signer } from '@paywages/wire/signing/shapes.ts'
import type { Origin } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { readContract, readNotice, type SigningTexts } from './contract-text.ts'
import { freshSecret, hashOf } from './link-store.ts'
import { freshPhotos } from './photo-store.ts'
import {
  addCodeAttempt,
  addFailedAttempt,
  beginSession,
  clearCode,
  findLink,
  type LinkRecord,
  setCode,
} from './session-store.ts'
import { findParties, type Parties } from './signing-parties.ts'

export type Identity = { readonly token: string; readonly name: string; readonly tail: string }

/** A refusal that is counted must be written down before it is told. */
type Outcome<T> = { readonly done: T } | { readonly refused: RefusalCode; readonly detail?: RefusalDetail }

const CODE_HASH = 'signing_links.code_hash'
const CODE_PHONE_HASH = 'signing_links.code_phone_hash'
/** With the phone that it went to: after another one is registered it is no longer this person's code. */
const codeText = (linkId: number, code: string, phone: string) => `${linkId}:${code}:${phone}`

export async function identifySigner(
  services: Services,
  origin: Origin,
  texts: SigningTexts,
  input: Identity & { readonly code?: string | undefined },
): Promise<Signer> {
  return underLock<Signer>(services, origin, input, async (tx, link, parties) => {
    const { phone } = parties.paper
    let codePhoneHash: string | null = null
    if (services.sms.codesRequired) {
      if (input.code === undefined) return { refused: 'code-needed' }
      if (!isRightCode(services, link, { code: input.code, phone }, origin.at))
        return wrongCode(tx, origin, link)
      codePhoneHash = services.cipher.shortHash(phone, CODE_PHONE_HASH)
    }
    const session = freshSecret()
    const sessionUntil = new Date(origin.at.getTime() + SESSION_MS)
    await beginSession(tx, link.linkId, {
      hash: hashOf(session),
      until: sessionUntil,
      at: origin.at,
      codePhoneHash,
    })
    // Loose files are swept after a day: what would not last as long as the page is taken again.
    const kept = await freshPhotos(tx, link, new Date(sessionUntil.getTime() - DAY_MS))
    const done = {
      session,
      sessionUntil,
      name: parties.signer.name,
      hasFront: kept.front !== undefined,
      hasBack: kept.back !== undefined,
      contract: readContract(texts.contract, parties.shown),
      notice: readNotice(texts.notice, parties.shown),
    }
    return { done }
  })
}

export async function sendCode(
  services: Services,
  origin: Origin,
  input: Identity,
): Promise<{ phone: string; waitSeconds: number }> {
  const sent = await underLock(services, origin, input, async (tx, link, { paper }) => {
    if (!services.sms.codesRequired) return { refused: 'code-not-sent' }
    const seconds = secondsToNextCode(link, origin.at)
    if (seconds > 0) return { refused: 'code-too-soon', detail: { seconds } }
    if (!maySendCode(link)) return { refused: 'codes-used-up' }
    const code = String(randomInt(10 ** CODE.digits)).padStart(CODE.digits, '0')
    const hash = services.cipher.shortHash(codeText(link.linkId, code, paper.phone), CODE_HASH)
    const until = new Date(origin.at.getTime() + CODE.lifeMs)
    await setCode(tx, link.linkId, { hash, until, sentAt: origin.at })
    return { done: { linkId: link.linkId, hash, code, phone: paper.phone, provider: paper.providerName } }
  })
  try {
    await services.sms.send({
      phone: sent.phone,
      text: codeMessage(sent.provider, sent.code),
      reference: `signing-code-${sent.linkId}-${origin.at.getTime()}`,
    })
  } catch (error) {
    services.log.warn({ reason: error instanceof Error ? error.message : '' }, 'a signing code was not sent')
    await services.database.transact((tx) => clearCode(tx, sent.linkId, sent.hash))
    throw new Refused('code-not-sent')
  }
  return { phone: maskPhone(sent.phone), waitSeconds: CODE.waitMs / 1_000 }
}

/** Works on the link under lock once the identity is right; attempts at once are counted one after the other. */
async function underLock<T>(
  services: Services,
  origin: Origin,
  input: Identity,
  work: (tx: Tx, link: LinkRecord, parties: Parties) => Promise<Outcome<T>>,
): Promise<T> {
  const outcome = await services.database.transact(async (tx): Promise<Outcome<T>> => {
    const link = await findLink(tx, { tokenHash: hashOf(input.token) }, 'lock')
    if (!link) return { refused: 'link-unknown' }
    const refused = validateLink(link, origin.at)
    if (refused !== undefined) return { refused }
    const parties = await findParties(tx, services, origin, link)
    if (!isSamePerson(input, parties.paper)) return wrongIdentity(tx, origin, link)
    return work(tx, link, parties)
  })
  if ('refused' in outcome) throw new Refused(outcome.refused, outcome.detail)
  return outcome.done
}

/** One answer for a wrong name and a wrong number: neither can be found out alone. */
async function wrongIdentity(tx: Tx, origin: Origin, link: LinkRecord): Promise<Outcome<never>> {
  const left = attemptsLeft(await countFailure(tx, origin, link))
  return left === 0 ? { refused: 'link-locked' } : { refused: 'identity-wrong', detail: { left } }
}

async function countFailure(tx: Tx, origin: Origin, link: LinkRecord): Promise<number> {
  await addFailedAttempt(tx, link.linkId)
  const failures = link.failedAttempts + 1
  if (failures >= MAX_ATTEMPTS) {
    await recordAnonymousEntry(tx, origin, {
      action: 'lock-signing-link',
      object: { kind: 'signing-link', id: link.linkId },
      providerId: link.providerId,
    })
  }
  return failures
}

function isRightCode(
  services: Services,
  link: LinkRecord,
  given: { readonly code: string; readonly phone: string },
  now: Date,
): boolean {
  if (!isCodeOpen(link, now)) return false
  const hashes = services.cipher.shortHashes(codeText(link.linkId, given.code, given.phone), CODE_HASH)
  return link.codeHash !== null && hashes.includes(link.codeHash)
}

/** Whether the session under way was opened by a code to the phone that will stand in the contract. */
export const hasGivenCode = ({ cipher }: Services, { codePhoneHash }: LinkRecord, phone: string): boolean =>
  codePhoneHash !== null && cipher.shortHashes(phone, CODE_PHONE_HASH).includes(codePhoneHash)

/** A code that was guessed at until it was spent counts as one wrong try: else a million codes would fit into seven days. */
async function wrongCode(tx: Tx, origin: Origin, link: LinkRecord): Promise<Outcome<never>> {
  if (!isCodeOpen(link, origin.at)) return { refused: 'code-wrong' }
  await addCodeAttempt(tx, link.linkId)
  if (link.codeAttempts + 1 >= CODE.attempts) await countFailure(tx, origin, link)
  return { refused: 'code-wrong' }
}
