// Widths as people list them, 6,15: what is no whole number stays as typed and is NaN for the rules to refuse.

export function readWidths(text: string): number[] | undefined {
  if (text.trim() === '') return undefined
  return text
    .normalize('NFKC')
    .split(/[,、]/)
    .map((one) => (/^\d{1,3}$/.test(one.trim()) ? Number(one) : Number.NaN))
}
