// One signed decision, held against the signature that is kept with it (I4, ADR 97).

import { SIGNATURE_MS } from '@paywages/domain/payouts/signed-decision.ts'
import { isSignedBy } from '../adapters/passkeys/webauthn.ts'

/** What is kept with a decision. */
export type SignedRecord = {
  readonly publicKey: Buffer
  readonly keyOwner: number
  readonly challenge: string
  readonly about: { readonly at: string }
  readonly clientData: Buffer
  readonly authenticatorData: Buffer
  readonly signature: Buffer
}

/** What is wrong with it, in words; `digestAt` makes the digest of what is there, as if signed at that moment. */
export async function signatureProblem(
  signed: SignedRecord,
  decided: { readonly by: number; readonly at: Date },
  digestAt: (at: Date) => Buffer | Promise<Buffer>,
): Promise<string | undefined> {
  const { publicKey, challenge } = signed
  if (signed.keyOwner !== decided.by) return 'is signed by a passkey of another account'
  if (!(await isSignedBy(publicKey, challenge, signed)))
    return 'has a signature that its passkey did not make'
  const at = new Date(signed.about.at)
  if (Math.abs(decided.at.getTime() - at.getTime()) > SIGNATURE_MS) return 'is signed for another time'
  return (await digestAt(at)).toString('base64url') === challenge ? undefined : 'is not what was signed'
}
