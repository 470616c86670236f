// The one way an operation says no: a code that the edge turns into an envelope (D2).

import type { FieldError } from '@paywages/wire/envelope.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'
import type { RefusalCode } from '@paywages/wire/refusals.ts'

export class Refused extends Error {
  readonly code: RefusalCode
  readonly detail: RefusalDetail
  /** Where several things were refused at once; else the code's own field tells. */
  readonly errors: readonly FieldError[] | undefined

  constructor(code: RefusalCode, detail: RefusalDetail = {}, errors?: readonly FieldError[]) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.detail = detail
    this.errors = errors
  }
}

/** Throws when a rule of domain/ returned a refusal. */
export function refuseIf(code: RefusalCode | undefined, detail?: RefusalDetail): void {
  if (code !== undefined) throw new Refused(code, detail)
}
