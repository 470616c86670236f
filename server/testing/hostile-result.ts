// A result file that somebody changed, mixed up, cut or invented, and what must come of it.

/** A row of the file at the bank, each of 100.00. */
export type AtBank = { readonly reference: string; readonly name: string; readonly cardNo: string }
export type Victim = {
  readonly rows: readonly [AtBank, AtBank, AtBank]
  /** Of another company's file. */
  readonly foreign: AtBank
  readonly messageId: string
  readonly foreignMessageId: string
  /** The file as it was given to the bank. */
  readonly own: Uint8Array
  /** On which it was made. */
  readonly day: string
}

/** A refusal's code, or how many rows it may settle: paid, failed, returned. */
export type Outcome = string | readonly [paid: number, failed: number, returned: number]
export type Hostile = readonly [what: string, file: (victim: Victim) => Uint8Array, outcome: Outcome]
export type HostileResult = readonly [...Hostile, name: string]

export const named = (some: readonly Hostile[], name: string): HostileResult[] =>
  some.map(([what, file, outcome]) => [what, file, outcome, name])
