// The one way an operation says no: a code that the edge turns into an envelope (D2).

import type { RefusalDetail } from '@paywages/wire/refusal.ts'
import type { RefusalCode } from '@paywages/wire/refusals.ts'

export class Refused extends Error {
  readonly code: RefusalCode
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.detail = detail
  }
}

/** Throws when a rule of domain/ returned a refusal. */
export function refuseIf(code: RefusalCode | undefined, detail?: RefusalDetail): void {
  if (code !== undefined) throw new Refused(code, detail)
}
