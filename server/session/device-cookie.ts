// The long-lived cookie of a browser that has logged in: it opens nothing, and tells that wrong attempts elsewhere are not its own (D9).

import { createHash, randomBytes } from 'node:crypto'
import type { Cipher } from '../adapters/personal-data/cipher.ts'

const CONTEXT = 'device-cookie'
/** Of the seal that says that the device was named here, whatever the account. */
const OWN_CONTEXT = 'device-cookie.own'
/** Seals of one browser, its own among them; the newest accounts push out the oldest. */
const MAX_SEALS = 8
const ID_BYTES = 16
const DIGEST_LENGTH = 22

/**
 * `<device>.<seal>.<seal>…`: one seal is the device's own, each other binds it to one account, so that no cookie vouches for an
 * account it never entered. Cookies of earlier releases have no seal of their own until their next login.
 */
type DeviceCookie = { readonly device: string; readonly seals: readonly string[] }

function parse(cookie: string | undefined): DeviceCookie | undefined {
  if (cookie === undefined || !/^[\w-]{22}(\.[\w-]{22}){1,8}$/.test(cookie)) return undefined
  const [device = '', ...seals] = cookie.split('.')
  return { device, seals }
}

const boundTo = (device: string, account: string) => `${device}:${account.toLowerCase()}`

/** The device that the cookie names, if it has logged in to this account before. */
export function knownDevice(cipher: Cipher, cookie: string | undefined, account: string): string | undefined {
  const parsed = parse(cookie)
  if (parsed === undefined) return undefined
  const right = cipher.shortHashes(boundTo(parsed.device, account), CONTEXT)
  return parsed.seals.some((seal) => right.includes(seal)) ? parsed.device : undefined
}

/** Whether a device that was named here shows it: tells strangers apart before anybody knows which account they ask for. */
export function isOwnDevice(cipher: Cipher, cookie: string | undefined): boolean {
  const parsed = parse(cookie)
  if (parsed === undefined) return false
  const own = cipher.shortHashes(parsed.device, OWN_CONTEXT)
  return parsed.seals.some((seal) => own.includes(seal))
}

/** A digest of the device that a cookie names, by which accounts of one browser are found; the cookie cannot be told from it. */
export function deviceDigest(cookie: string): string {
  const { device = '' } = parse(cookie) ?? {}
  return createHash('sha256').update(`${CONTEXT} ${device}`).digest('base64url').slice(0, DIGEST_LENGTH)
}

/** The cookie after a login: the same device, bound to one account more. */
export function rememberAccount(cipher: Cipher, cookie: string | undefined, account: string): string {
  const parsed = parse(cookie)
  const device = parsed?.device ?? randomBytes(ID_BYTES).toString('base64url')
  const old = [
    ...cipher.shortHashes(boundTo(device, account), CONTEXT),
    ...cipher.shortHashes(device, OWN_CONTEXT),
  ]
  const others = (parsed?.seals ?? []).filter((seal) => !old.includes(seal))
  const fresh = [cipher.shortHash(boundTo(device, account), CONTEXT), cipher.shortHash(device, OWN_CONTEXT)]
  return [device, ...fresh, ...others.slice(0, MAX_SEALS - fresh.length)].join('.')
}
