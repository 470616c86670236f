// The one port to a bank (D24): orders go out, the bank's signed words come back. Everything else is silence.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BankStatus } from '@paywages/domain/transfers/transfer-state.ts'

/** The most orders or references that one call carries. */
export const MAX_PER_CALL = 500

export type BankOrder = {
  /** Permanent: the bank executes it at most once, however often it is sent. */
  readonly reference: string
  /** Net: what reaches the person. */
  readonly amountFen: Fen
  readonly cardNo: string
  readonly name: string
  readonly bankName: string
  readonly remark: string
}

/** What the bank says of one reference, under its signature. */
export type BankUpdate = {
  readonly reference: string
  readonly status: BankStatus
  /** What the bank believes the amount to be, where it says so. */
  readonly amountFen: Fen | undefined
  readonly message: string
  readonly serial: string
  readonly at: Date | undefined
}

/** A line of the bank's own record; who was paid, where it says so: the name and the last four digits of the card. */
export type StatementLine = BankUpdate & { readonly name?: string; readonly cardTail?: string }

export type StatementPage = {
  readonly lines: readonly StatementLine[]
  readonly next: string | undefined
  /** When the bank said so, by its own clock, where it tells. */
  readonly saidAt?: Date | undefined
}

/** An order that the bank has accepted and neither executed nor refused yet; whom it pays, where the bank says so. */
export type AcceptedOrder = {
  readonly reference: string
  readonly amountFen: Fen
  /** When it was accepted. */
  readonly at: Date
  readonly name?: string
  readonly cardTail?: string
}

export type AcceptedPage = { readonly orders: readonly AcceptedOrder[]; readonly next: string | undefined }

/** A call of the bank to us, as it came in. */
export type Notice = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export type ReceivedNotice = { readonly nonce: string; readonly update: readonly BankUpdate[] }

export type BankPort = {
  /** References without an entry in the answer were not answered. Throws BankSilent when nothing definite came back. */
  submit(orders: readonly BankOrder[]): Promise<readonly BankUpdate[]>
  query(references: readonly string[]): Promise<readonly BankUpdate[]>
  /** Everything the bank executed or took back on that day, page by page. Throws BeyondRecord where it no longer holds the day. */
  statement(day: Day, after?: string): Promise<StatementPage>
  /** Every order accepted since then that is still to be executed, page by page; undefined where the bank has no such call. */
  accepted(since: Date, after?: string): Promise<AcceptedPage | undefined>
  /** The news in a callback, or undefined when it does not bear the bank's signature of this minute. */
  readNotice(notice: Notice, now: Date): ReceivedNotice | undefined
}

export type Silence = 'timeout' | 'unreachable' | 'bad-signature' | 'malformed' | `http-${number}`

/** The bank's own word that it no longer holds its record of a day. */
export class BeyondRecord extends Error {
  constructor(day: Day) {
    super(`the bank no longer holds its record of ${day}`)
    this.name = 'BeyondRecord'
  }
}

/** No definite answer: whatever was asked may or may not have happened. */
export class BankSilent extends Error {
  readonly silence: Silence

  constructor(silence: Silence) {
    super(`the bank gave no definite answer (${silence})`)
    this.name = 'BankSilent'
    this.silence = silence
  }
}
