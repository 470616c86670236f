// Money inside the product: whole fen in a bigint, so that no float ever touches an amount.

export type Fen = bigint

/** Reads plain digits with at most two decimals ("1234.5") as fen; anything else is undefined. */
export function parseYuan(text: string): Fen | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '0', cents = ''] = match
  const fen = Number(cents.padEnd(2, '0'))
  // Thirteen digits of yuan are still an exact number of fen, and one conversion is cheaper than three.
  return whole.length <= 13 ? BigInt(Number(whole) * 100 + fen) : BigInt(whole) * 100n + BigInt(fen)
}

/** Fen as plain yuan with two decimals: 123450n → "1234.50". */
export function formatYuan(fen: Fen): string {
  const digits = (fen < 0n ? -fen : fen).toString().padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Fen as people read it: 123456789n → "1,234,567.89". */
export function formatYuanGrouped(fen: Fen): string {
  const [whole = '0', cents = '00'] = formatYuan(fen).split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${cents}`
}

/** A yuan number from JSON as fen; undefined when it has more than two decimals or is no safe number. */
export function fenFromYuanNumber(yuan: number): Fen | undefined {
  if (!Number.isFinite(yuan) || Math.abs(yuan) > 9_000_000_000_000) return undefined
  const cents = Math.round(yuan * 100)
  // The shortest decimal text of the number must be the one that the rounded cents spell.
  return cents / 100 === yuan ? BigInt(cents) : undefined
}

/** Fen as the JSON number of yuan that the wire carries. */
export function yuanNumberFromFen(fen: Fen): number {
  return Number(fen) / 100
}
