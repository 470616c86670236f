// Adds, uses and removes passkeys; a key whose counter runs back is refused and told (D48, ADR 65).

import { createHash } from 'node:crypto'
import { CHALLENGE_MS, counterRunsBack, MAX_PASSKEYS } from '@paywages/domain/factors/passkey.ts'
import type { KeyChange } from '@paywages/domain/factors/signed-key-change.ts'
import type { Actor } from '../actor.ts'
import * as webauthn from '../adapters/passkeys/webauthn.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { waitDetail } from '../session/login-door.ts'
import { deleteFailures, noteFactor } from '../session/store.ts'
import { countFailure, validateAttempt } from '../session/validate-attempt.ts'
import { firstRecoveryCodes, tellOwner } from './enrol-totp.ts'
import { judgeEnrolmentCode } from './enrolment-codes.ts'
import { factorPlaceOf } from './factor-place.ts'
import {
  insertKeySignature,
  insertPasskey,
  insertSignature,
  noteClone,
  notePasskeyUse,
  passkeysOf,
  type SignedSubject,
  saveChallenge,
  setPasskeyRemoved,
  takeChallenge,
} from './passkey-store.ts'
import { keyChangeQuestion, requireKeySignature } from './sign-key-change.ts'
import { deleteRecoveryCodes, findTotp } from './store.ts'

const objectOf = ({ person }: Actor) => ({ kind: 'account', id: person.accountId, name: person.account })

/** The host name that the operator set; without one passkeys work on localhost alone. */
export function passkeySite(
  { settings }: Pick<Services, 'settings'>,
  by: Actor,
): webauthn.PasskeySite | undefined {
  const site = settings.publicUrl ?? (by.hostname === 'localhost' ? by.site : undefined)
  if (site === undefined) return undefined
  const { hostname, origin } = new URL(site)
  return { rpId: hostname, origin }
}

function requireSite(services: Services, by: Actor): webauthn.PasskeySite {
  const site = passkeySite(services, by)
  if (site === undefined) throw new Refused('passkeys-unavailable')
  return site
}

const stillOpen = (by: Actor) => new Date(by.at.getTime() - CHALLENGE_MS)

export async function startPasskey(services: Services, by: Actor): Promise<{ options: string }> {
  const site = requireSite(services, by)
  const { accountId, account, realName, brand, sessionToken } = by.person
  const { name } = services.brands.brand(brand)
  return services.database.transact(async (tx) => {
    const known = await passkeysOf(tx, accountId)
    if (known.length >= MAX_PASSKEYS) throw new Refused('too-many-passkeys')
    if (known.length > 0) await requireKeySignature(tx, by, { change: 'add' })
    const ids = known.map(({ credentialId }) => credentialId)
    const { options, challenge } = await webauthn.askNewPasskey(site, { name, account, realName }, ids)
    await saveChallenge(tx, sessionToken, { kind: 'add', challenge, about: null }, by.at)
    return { options }
  })
}

/** The audit log keeps a digest of the public key: a key that was put in its place is found by verify. */
export const keyDigest = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex')

export async function addPasskey(
  services: Services,
  by: Actor,
  input: {
    readonly credential: string
    readonly name: string
    readonly enrolmentCode?: string | undefined
  },
): Promise<string[]> {
  const site = requireSite(services, by)
  const { accountId, sessionToken } = by.person
  const spendCode = await judgeEnrolmentCode(services, by, input.enrolmentCode)
  return services.database.transact(async (tx) => {
    const asked = await takeChallenge(tx, sessionToken, 'add', stillOpen(by))
    const added = asked && (await webauthn.readNewPasskey(site, asked.challenge, input.credential))
    if (!added) throw new Refused('passkey-refused')
    await spendCode(tx)
    const hasOthers = (await passkeysOf(tx, accountId, 'lock')).length > 0
    const signatureId = hasOthers ? await requireKeySignature(tx, by, { change: 'add' }) : undefined
    const passkeyId = await insertPasskey(tx, accountId, { ...added, name: input.name }, by.at)
    if (passkeyId === undefined) throw new Refused('passkey-refused')
    if (signatureId !== undefined) await insertKeySignature(tx, passkeyId, 'add', signatureId)
    await noteFactor(tx, sessionToken, by.at)
    const after = { passkey: passkeyId, name: input.name, key: keyDigest(added.publicKey) }
    await recordEntry(tx, by, { action: 'add-passkey', object: objectOf(by), after })
    await tellOwner(tx, by)
    return firstRecoveryCodes(tx, services, by)
  })
}

/** Not the last factor where one is demanded. */
export async function removePasskey(services: Services, by: Actor, passkeyId: number): Promise<void> {
  const { accountId, factor } = by.person
  await services.database.transact(async (tx) => {
    // Held in this order wherever factors are removed: two removals at once do not take the last two.
    const totp = await findTotp(tx, services.cipher, accountId)
    const known = await passkeysOf(tx, accountId, 'lock')
    const removed = known.find((key) => key.passkeyId === passkeyId)
    if (!removed) throw new Refused('not-found')
    const isLast = known.length === 1 && !totp?.confirmedAt
    if (isLast && factor.demanded) throw new Refused('last-factor')
    const signatureId = await requireKeySignature(tx, by, { change: 'remove', passkeyId })
    await setPasskeyRemoved(tx, passkeyId, by.at)
    await insertKeySignature(tx, passkeyId, 'remove', signatureId)
    if (isLast) await deleteRecoveryCodes(tx, accountId)
    const before = { passkey: passkeyId, name: removed.name, key: keyDigest(removed.publicKey) }
    await recordEntry(tx, by, { action: 'remove-passkey', object: objectOf(by), before })
    await tellOwner(tx, by)
  })
}

/** What is to be signed before a further passkey is added, or this one removed. */
export function askKeySignature(
  services: Services,
  by: Actor,
  passkeyId: number | undefined,
): Promise<{ options: string }> {
  const change: KeyChange = passkeyId === undefined ? { change: 'add' } : { change: 'remove', passkeyId }
  return askPasskey(services, by, keyChangeQuestion(by, change))
}

/** A question to the person's keys: random for a login, the digest of what is decided before a decision. */
export async function askPasskey(
  services: Services,
  by: Actor,
  decided?: { readonly digest: Buffer; readonly about: SignedSubject },
): Promise<{ options: string }> {
  const site = requireSite(services, by)
  const { accountId, sessionToken } = by.person
  return services.database.transact(async (tx) => {
    const known = (await passkeysOf(tx, accountId)).map(({ credentialId }) => credentialId)
    if (known.length === 0) throw new Refused('no-factor')
    const { options, challenge } = await webauthn.askPasskey(site, known, decided?.digest)
    await saveChallenge(tx, sessionToken, { kind: 'give', challenge, about: decided?.about ?? null }, by.at)
    return { options }
  })
}

/** Wrong answers count as wrong codes do. */
export async function givePasskey(services: Services, by: Actor, credential: string): Promise<void> {
  const site = requireSite(services, by)
  const place = factorPlaceOf(services, by)
  const { accountId, sessionToken } = by.person
  const object = objectOf(by)
  const outcome = await services.database.transact(async (tx) => {
    const refusal = await validateAttempt(tx, services, place, by.at, false)
    if (refusal) return refusal
    const asked = await takeChallenge(tx, sessionToken, 'give', stillOpen(by))
    const id = webauthn.credentialOf(credential)
    const key = (await passkeysOf(tx, accountId, 'lock')).find(({ credentialId }) => credentialId === id)
    const given = asked && key && (await webauthn.readAssertion(site, asked.challenge, key, credential))
    const isClone = given !== undefined && key !== undefined && counterRunsBack(key.counter, given.counter)
    if (!asked || !key || !given || isClone) {
      const code = isClone ? 'passkey-cloned' : 'passkey-refused'
      await countFailure(tx, place, by.at)
      if (isClone) await noteClone(tx, key.passkeyId, by.at)
      await recordEntry(tx, by, { action: 'give-factor', object, result: 'refused', reason: code })
      return { code } as const
    }
    await deleteFailures(tx, place.locked)
    await notePasskeyUse(tx, key.passkeyId, given.counter, by.at)
    await noteFactor(tx, sessionToken, by.at)
    const { challenge, about } = asked
    if (about !== null)
      await insertSignature(tx, sessionToken, {
        ...given,
        passkeyId: key.passkeyId,
        about,
        challenge,
        at: by.at,
      })
    await recordEntry(tx, by, { action: 'give-factor', object, after: { factor: 'passkey' } })
    return undefined
  })
  if (outcome === undefined) return
  throw new Refused(outcome.code, 'until' in outcome ? waitDetail(outcome.until, by.at) : {})
}
