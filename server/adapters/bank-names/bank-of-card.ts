// Which bank issued a card, by its first digits: a hint for warnings, never a reason to refuse.

import { cards } from 'bankcard'

/** First digits and length → bank; searched from the longest, as longer beginnings are more exact. */
const banks = new Map<string, string>()
const lengths = new Set<number>()
for (const card of cards) {
  banks.set(`${card.cardBin}/${card.len}`, card.bankName)
  lengths.add(card.cardBin.length)
}
const longestFirst = [...lengths].sort((a, b) => b - a)

export function bankOfCard(cardNo: string): string | undefined {
  for (const length of longestFirst) {
    const bank = banks.get(`${cardNo.slice(0, length)}/${cardNo.length}`)
    if (bank !== undefined) return bank
  }
  return undefined
}
