// The specification's calls as data: which types a field may have on the wire, and what one call promises (D1, D4).

/**
 * A type as it travels: `flag` is 0 or 1, `yuan` has at most two decimals, `time` is whole milliseconds, `month` is "YYYY-MM",
 * `file` is an address of the file call or empty; a question mark allows null.
 */
export type WireType =
  | 'text'
  | 'text?'
  | 'count'
  | 'number'
  | 'flag'
  | 'yuan'
  | 'yuan?'
  | 'time'
  | 'time?'
  | 'month'
  | 'file'
  | 'id'
  | 'id?'
  | { readonly listOf: WireFields }
  | { readonly object: WireFields; readonly nullable?: true }

export type WireFields = Readonly<Record<string, WireType>>

export type SpecifiedCall = {
  readonly call: `${'GET' | 'POST'} /${string}`
  readonly asks: readonly string[]
  /** The part of a multipart request that is the file. */
  readonly file?: 'file' | 'files'
  /** What we demand beyond the specification, where a decision says why. */
  readonly demands?: readonly string[]
  /** The fields of data, or of each row of a list. */
  readonly answers: WireFields | Extract<WireType, string> | 'nothing' | 'download'
  readonly list?: true
  /** What stands beside data in the envelope. */
  readonly beside?: WireFields
}

export const PAGE = ['index', 'size'] as const
