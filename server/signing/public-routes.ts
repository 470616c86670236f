// The calls of the signing page, which need no session of the console.

import { openSlots } from '../adapters/threads/slots.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { completeSigning } from './complete-signing.ts'
import { readTexts } from './contract-text.ts'
import { identifySigner, sendCode } from './identify-signer.ts'
import { limitAddress } from './limit-address.ts'
import { openLink } from './open-link.ts'
import { signedCopy } from './signed-copy.ts'
import { storePhoto } from './store-photo.ts'

type PublicCalls =
  | 'openLink'
  | 'sendCode'
  | 'identifySigner'
  | 'storePhoto'
  | 'completeSigning'
  | 'signedCopy'

export function signingPublicRoutes(house: House): Pick<Handlers, PublicCalls> {
  const texts = readTexts()
  const turn = openSlots(1)
  return {
    openLink: ({ ask, origin }) => limitAddress(house, origin, () => openLink(house, origin, ask.token)),
    sendCode: ({ ask, origin }) => limitAddress(house, origin, () => sendCode(house, origin, ask)),
    identifySigner: ({ ask, origin }) =>
      limitAddress(house, origin, () => identifySigner(house, origin, texts, ask)),
    storePhoto: async ({ ask, origin }) => {
      await storePhoto(house, origin, ask)
      return undefined
    },
    completeSigning: ({ ask, origin, signal }) =>
      completeSigning({ house, origin, texts, ask }, turn, signal),
    signedCopy: ({ ask, origin }) => signedCopy(house, origin, texts, ask.session),
  }
}
