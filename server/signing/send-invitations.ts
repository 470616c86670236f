// Sends waiting invitations by text message, a few at a time; what fails is tried again later, five times in all (D27).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { nextNoticeAttempt } from '@paywages/domain/signing/notice-retries.ts'
import { CONTACT_SEAL, LINK_SEAL } from '../adapters/personal-data/contexts.ts'
import { SmsNotSent } from '../adapters/sms/sms-port.ts'
import type { Services } from '../app-services.ts'
import { invitationText } from './labels.ts'
import { linkAddress } from './link-address.ts'
import { claimNotices, dropDeadNotices, endAttempt, type WaitingNotice } from './notice-store.ts'

const PIECE = 20
const AT_ONCE = 5
/** Longer than a piece takes when every message of it runs into the gateway's timeout. */
const LEASE_MS = 60_000

/** Works through all that is due; any number of workers may call it at once. Returns how many were tried. */
export async function sendInvitations(services: Services): Promise<number> {
  const { database, clock } = services
  await database.transact((tx) => dropDeadNotices(tx, clock.now()))
  let tried = 0
  for (;;) {
    const at = clock.now()
    const until = new Date(at.getTime() + LEASE_MS)
    const piece = await database.transact((tx) => claimNotices(tx, { at, until }, PIECE))
    for (let from = 0; from < piece.length; from += AT_ONCE)
      await Promise.all(piece.slice(from, from + AT_ONCE).map((notice) => sendOne(services, notice, until)))
    tried += piece.length
    if (piece.length < PIECE) return tried
  }
}

async function sendOne(services: Services, notice: WaitingNotice, until: Date): Promise<void> {
  // A worker that slept past its lease must not send what others have taken over.
  if (services.clock.now() >= until) return
  const problem = await problemOf(services, notice)
  const again = problem === undefined ? undefined : nextNoticeAttempt(notice.attempts, services.clock.now())
  const isSent = problem === undefined
  services.metrics.textMessages.inc({ result: problem ?? 'sent' })
  await services.database.transact((tx) =>
    endAttempt(tx, notice, again ? { notice: 'waiting', at: again } : { notice: isSent ? 'sent' : 'failed' }),
  )
  if (problem !== undefined)
    services.log.warn(
      { link: notice.linkId, attempts: notice.attempts, problem },
      'an invitation was not sent',
    )
}

async function problemOf(services: Services, notice: WaitingNotice): Promise<string | undefined> {
  const { cipher, settings, brands, sms } = services
  const { phone = '' } = cipher.openFields(notice.sealedContact, CONTACT_SEAL)
  if (phone === '') return 'no-phone'
  const url = linkAddress(settings, cipher.open(notice.sealedToken, LINK_SEAL))
  const brand = brands.brand(notice.brand ?? brands.choose(undefined, new URL(url).hostname)).name
  const text = invitationText(brand, notice.company, url, shanghaiMinute(notice.expiresAt))
  try {
    await sms.send({ phone, text, reference: `invitation-${notice.linkId}` })
    return undefined
  } catch (error) {
    if (error instanceof SmsNotSent) return error.problem
    // The outbox of a full disk, for one; its message may name a path and never a person.
    services.log.error({ err: error }, 'the port to text messages failed')
    return 'failed'
  }
}
