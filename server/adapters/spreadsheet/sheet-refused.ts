// The way a sheet's reader says no: a stable code with what a sentence about it needs (D13).

import type { SheetRefusal } from '@paywages/wire/payouts/messages.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'

export class SheetRefused extends Error {
  override readonly name = 'SheetRefused'
  readonly code: SheetRefusal
  readonly detail: RefusalDetail
  /** For the log only: names the structure that was wrong, never a cell's content. */
  readonly why: string

  constructor(code: SheetRefusal, detail: RefusalDetail = {}, why = '') {
    super(why === '' ? code : `${code}: ${why}`)
    this.code = code
    this.detail = detail
    this.why = why
  }
}

export function damaged(why: string): SheetRefused {
  return new SheetRefused('sheet-damaged', {}, why)
}

export function bomb(why: string): SheetRefused {
  return new SheetRefused('sheet-bomb', {}, why)
}
