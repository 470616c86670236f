// What the signer has read, drawn and agreed to, before it is sent.

import type { Signature } from '@paywages/domain/signing/signature.ts'
import { nothingDrawn } from './drawn-strokes.ts'
import type { SheetName } from './labels.ts'

export type Draft = {
  readonly signature: Signature
  readonly read: Readonly<Record<SheetName, boolean>>
  readonly consent: boolean
}

export const blankDraft: Draft = {
  signature: nothingDrawn,
  read: { contract: false, notice: false },
  consent: false,
}
