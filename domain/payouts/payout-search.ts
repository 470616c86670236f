// What somebody who looks for one payout typed: a whole ID number, or a name or the number of a payout.

export type PayoutSearch = { readonly idCardNo: string } | { readonly name: string }

/** Also with the spaces that people group digits by; the last letter in either case. */
export function readPayoutSearch(text: string): PayoutSearch | undefined {
  const trimmed = text.normalize('NFKC').trim()
  if (trimmed === '') return undefined
  const whole = trimmed.replace(/\s/g, '').toUpperCase()
  return /^\d{17}[\dX]$/.test(whole) ? { idCardNo: whole } : { name: text.trim() }
}
