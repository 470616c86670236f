// Signers for tests: they open their link, show who they are, photograph their card and sign, all through the calls of the page.

import { randomBytes } from 'node:crypto'
import type { Signature } from '@paywages/domain/signing/signature.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { Endpoints } from '@paywages/wire/endpoints.ts'
import type { Signer } from '@paywages/wire/signing/shapes.ts'
import { encodePng } from '../adapters/png/encode-png.ts'
import type { IssuedLink } from '../signing/link-store.ts'
import { clientOf } from './client.ts'
import { invitedPerson, type TestPerson } from './freelancers.ts'
import type { AccountName } from './people.ts'
import type { TestServices } from './test-services.ts'

export type Invited = TestPerson & { readonly link: IssuedLink }

/** A name in three strokes on the pad of a phone. */
export const SIGNATURE: Signature = {
  width: 350,
  height: 268,
  strokes: [
    [60, 80, 90, 78, 140, 75, 120, 130, 100, 200],
    [180, 90, 181, 140, 182, 190],
    [230, 90, 270, 120, 300, 180, 250, 200],
  ],
}

/** A whole picture of grey tiles, so that no two are the same. */
export function photoOf(width = 640, height = 400): Buffer {
  const tiles = randomBytes(17 * 16)
  const pixels = Buffer.alloc(height * width)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels[y * width + x] = tiles[Math.floor((y / height) * 16) * 17 + Math.floor((x / width) * 17)] ?? 0
  return encodePng({ width, height, pixels })
}

export const identityOf = (person: Invited) => ({
  token: person.link.token,
  name: person.name,
  tail: person.idCardNo.slice(-6),
})

export async function identified(services: TestServices, person: Invited): Promise<Signer> {
  return clientOf(services).answer('identifySigner', identityOf(person))
}

export async function photographed(services: TestServices, person: Invited): Promise<Signer> {
  const signer = await identified(services, person)
  for (const side of ['front', 'back'] as const) {
    const image = photoOf().toString('base64')
    await clientOf(services).answer('storePhoto', { session: signer.session, side, image })
  }
  return signer
}

/** Everything that a page sends when it signs. */
export function signingOf(signer: Signer): InputOf<Endpoints['completeSigning']> {
  return {
    session: signer.session,
    signature: { ...SIGNATURE, strokes: SIGNATURE.strokes.map((stroke) => [...stroke]) },
    consent: true,
    contractVersion: signer.contract.version,
    noticeVersion: signer.notice.version,
    deviceId: randomBytes(16).toString('base64url'),
  }
}

export async function readyToSign(services: TestServices, account: AccountName) {
  const person = await invitedPerson(services, account)
  const signer = await photographed(services, person)
  return { person, signer, input: signingOf(signer) }
}
