// Text that somebody has struck out inside a cell: readers mark it, and no number is ever put together of it and the rest.

/** Of the private use area, which no program writes into a cell. */
export const STRUCK = { from: '\uE0F0', to: '\uE0F1' } as const

export const hasStruck = (text: string): boolean => text.includes(STRUCK.from)

/** Of a cell that is struck out as a whole. */
export const struckText = (text: string): string => STRUCK.from + text + STRUCK.to

/** What is left of it. */
export function withoutStruck(text: string): string {
  return text.replace(/\uE0F0[^\uE0F1]*\uE0F1?/g, '')
}

/** In brackets that a reader sees, and that no number has. */
export function shownStruck(text: string): string {
  return text.replaceAll(STRUCK.from, '〔').replaceAll(STRUCK.to, '〕')
}
