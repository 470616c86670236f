// The calls of the signing page, which need no session of the console.

import { openSlots } from '../adapters/threads/slots.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { completeSigning } from './complete-signing.ts'
import { readTexts } from './contract-text.ts'
import { identifySigner, sendCode } from './identify-signer.ts'
import { limitAddress } from './limit-address.ts'
import { openLink } from './open-link.ts'
import { signedCopy } from './signed-copy.ts'
import { openPhotoTurns, storePhoto } from './store-photo.ts'

type PublicCalls =
  | 'openLink'
  | 'sendCode'
  | 'identifySigner'
  | 'storePhoto'
  | 'completeSigning'
  | 'signedCopy'

export function signingPublicRoutes(services: Services): Pick<Handlers, PublicCalls> {
  const texts = readTexts()
  const turn = openSlots(1)
  const photoTurns = openPhotoTurns()
  return {
    openLink: ({ input, origin }) =>
      limitAddress(services, origin, input.token, () => openLink(services, origin, input.token)),
    sendCode: ({ input, origin }) =>
      limitAddress(services, origin, input.token, () => sendCode(services, origin, input)),
    identifySigner: ({ input, origin }) =>
      limitAddress(services, origin, input.token, () => identifySigner(services, origin, texts, input)),
    storePhoto: async ({ input, origin, signal }) => {
      await storePhoto(services, origin, input, photoTurns, signal)
      return undefined
    },
    completeSigning: ({ input, origin, signal }) =>
      completeSigning({ services, origin, texts, input }, turn, signal),
    signedCopy: ({ input, origin }) => signedCopy(services, origin, texts, input.session),
  }
}
