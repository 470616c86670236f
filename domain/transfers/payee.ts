// Whether the bank's record of a payment names another person or card than we ordered.

/** What a bank's record may tell of who was paid; banks leave out, shorten or mask parts of it. */
export type ListedPayee = { readonly name?: string | undefined; readonly cardTail?: string | undefined }

export type PayeeDifference = 'name' | 'card'

/** Stands for a character that is not shown. */
export const MASK = /[*＊×]/gu

/** Shows at least one character of the name. */
export function isLegible(name: string): boolean {
  return [...plainName(name)].some((character) => character.search(MASK) < 0)
}

/** Shows a part of the name only. */
export function isMasked(name: string): boolean {
  return name.search(MASK) >= 0
}

export function payeeDifference(
  ordered: { readonly name: string; readonly cardNo: string },
  listed: ListedPayee,
): PayeeDifference | undefined {
  const tail = (listed.cardTail ?? '').replaceAll(/\s/gu, '')
  if (tail !== '' && !ordered.cardNo.endsWith(tail)) return 'card'
  const name = plainName(listed.name ?? '')
  return name !== '' && !sameName(plainName(ordered.name), name) ? 'name' : undefined
}

/** Full and half width, and the several dots in names of minorities, are one name. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\s/gu, '')
    .replaceAll(/[•●∙‧・.]/gu, '·')
    .toUpperCase()
}

/** A masked character stands for any one. */
function sameName(ordered: string, listed: string): boolean {
  const [ours, theirs] = [[...ordered], [...listed]]
  return (
    ours.length === theirs.length &&
    theirs.every((character, at) => character.search(MASK) >= 0 || character === ours[at])
  )
}
