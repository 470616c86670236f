// Passkeys by @simplewebauthn: what a browser is asked, and what its answer is worth.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** Loaded with the first passkey: its three hundred modules would be a fifth of what a process reads to start. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Signatures that every browser of today makes. */
async function algorithms(): Promise<number[]> {
  const { COSEALG } = await helpers()
  return [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]
}

/** Where passkeys belong: they are bound to one host name. */
export type PasskeySite = { readonly rpId: string; readonly origin: string }

export type NewPasskey = {
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
}

export type Assertion = {
  readonly credentialId: string
  readonly counter: number
  readonly clientData: Buffer
  readonly authenticatorData: Buffer
  readonly signature: Buffer
}

/** The question for a new one, as JSON for the browser, and its challenge. */
export async function askNewPasskey(
  site: PasskeySite,
  who: { readonly name: string; readonly account: string; readonly realName: string },
  known: readonly string[],
): Promise<{ options: string; challenge: string }> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: who.name,
    rpID: site.rpId,
    userName: who.account,
    userDisplayName: who.realName,
    attestationType: 'none',
    supportedAlgorithmIDs: await algorithms(),
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { options: JSON.stringify(options), challenge: options.challenge }
}

/** The question to one of these keys; the challenge is random, or the digest of what is decided. */
export async function askPasskey(
  site: PasskeySite,
  known: readonly string[],
  digest?: Buffer,
): Promise<{ options: string; challenge: string }> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials: known.map((id) => ({ id })),
    userVerification: 'preferred',
    ...(digest === undefined ? {} : { challenge: Uint8Array.from(digest) }),
  })
  return { options: JSON.stringify(options), challenge: options.challenge }
}

/** Undefined for an answer that is none, or not to this question. */
export async function readNewPasskey(
  site: PasskeySite,
  challenge: string,
  answer: string,
): Promise<NewPasskey | undefined> {
  const response = parse<RegistrationResponseJSON>(answer)
  if (response === undefined) return undefined
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: await algorithms(),
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return { credentialId: id, publicKey, counter }
}

export function credentialOf(answer: string): string | undefined {
  return parse<AuthenticationResponseJSON>(answer)?.id
}

export async function readAssertion(
  site: PasskeySite,
  challenge: string,
  key: { readonly credentialId: string; readonly publicKey: Buffer },
  answer: string,
): Promise<Assertion | undefined> {
  const response = parse<AuthenticationResponseJSON>(answer)
  if (response === undefined) return undefined
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    // Counters are judged by our own rule, which tells a copied key from a wrong answer.
    credential: { id: key.credentialId, publicKey: Uint8Array.from(key.publicKey), counter: 0 },
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const { clientDataJSON, authenticatorData, signature } = response.response
  return {
    credentialId: key.credentialId,
    counter: checked.authenticationInfo.newCounter,
    clientData: bytes(clientDataJSON),
    authenticatorData: bytes(authenticatorData),
    signature: bytes(signature),
  }
}

/** Whether this key signed this challenge: by its public key alone, without any secret of the server. */
export async function isSignedBy(
  publicKey: Buffer,
  challenge: string,
  signed: Pick<Assertion, 'clientData' | 'authenticatorData' | 'signature'>,
): Promise<boolean> {
  const { decodeClientDataJSON, isoBase64URL, toHash, verifySignature } = await helpers()
  try {
    const clientData = decodeClientDataJSON(isoBase64URL.fromBuffer(Uint8Array.from(signed.clientData)))
    if (clientData.challenge !== challenge || clientData.type !== 'webauthn.get') return false
    const hash = await toHash(Uint8Array.from(signed.clientData))
    return await verifySignature({
      signature: Uint8Array.from(signed.signature),
      data: Uint8Array.from(Buffer.concat([signed.authenticatorData, hash])),
      credentialPublicKey: Uint8Array.from(publicKey),
    })
  } catch {
    return false
  }
}

function parse<T>(answer: string): T | undefined {
  try {
    const value: unknown = JSON.parse(answer)
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}
