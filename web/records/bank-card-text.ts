// Personal numbers as people compare them: cards in fours, and the hidden middle as dots with air around it.

/** 6222021202000000123 → "6222 0212 0200 0000 123"; what is no number stays as it was typed. */
export function cardInFours(cardNo: string): string {
  return /^\d+$/.test(cardNo) ? cardNo.replace(/\d{4}(?=\d)/g, '$& ') : cardNo
}

/** 330102********1234 → "330102 •••••••• 1234". */
export function withDots(masked: string): string {
  return masked.replace(/\*+/g, (stars) => ` ${'•'.repeat(stars.length)} `).trim()
}
