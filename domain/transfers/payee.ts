// Whether the bank's record of a payment names another person or card than we ordered.

/** What a bank's record may tell of who was paid; banks leave out, shorten or mask parts of it. */
export type ListedPayee = { readonly name?: string | undefined; readonly cardTail?: string | undefined }

export type PayeeDifference = 'name' | 'card'

const MASK = /[*＊×]/u

export function payeeDifference(
  ordered: { readonly name: string; readonly cardNo: string },
  listed: ListedPayee,
): PayeeDifference | undefined {
  const tail = (listed.cardTail ?? '').replaceAll(/\s/gu, '')
  if (tail !== '' && !ordered.cardNo.endsWith(tail)) return 'card'
  const name = plain(listed.name ?? '')
  return name !== '' && !sameName(plain(ordered.name), name) ? 'name' : undefined
}

/** Full and half width, and the several dots in names of minorities, are one name. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\s/gu, '')
    .replaceAll(/[•●∙‧・.]/gu, '·')
    .toUpperCase()
}

/** A masked sign stands for any one. */
function sameName(ordered: string, listed: string): boolean {
  const [ours, theirs] = [[...ordered], [...listed]]
  return ours.length === theirs.length && theirs.every((sign, at) => MASK.test(sign) || sign === ours[at])
}
