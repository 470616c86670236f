// Who stands behind an account (D47): everybody who made it, or gave it rights, a password, a way in; told to those who approve its batches.

/** Acts by which somebody may have come to hold an account, as the audit log calls them. */
export const MAKING_ACTS = [
  'add-account',
  'update-account',
  'reset-password',
  'reset-factor',
  'enable-account',
] as const
export type MakingAct = (typeof MAKING_ACTS)[number]

export type Making = {
  readonly accountId: number
  readonly act: MakingAct
  /** Null where one person did it at once, as with accounts that decide nothing. */
  readonly proposerName: string | null
  /** Who confirmed or did it; null where it took effect after a cooling time. */
  readonly by: { readonly accountId: number; readonly name: string } | null
  readonly at: Date
}

/** One line for the same act of the same people, the newest day of it; in the order of time, so that whoever made it comes first. */
export function makersOf(makings: readonly Making[]): Making[] {
  const proposed = makings.filter(({ proposerName }) => proposerName !== null)
  // The audit log tells of a confirmed proposal, too, and there without its proposer.
  const isOfProposal = (done: Making) =>
    proposed.some(
      ({ accountId, act, by, at }) =>
        accountId === done.accountId &&
        act === done.act &&
        by?.accountId === done.by?.accountId &&
        at.getTime() === done.at.getTime(),
    )
  const each = makings.filter((making) => making.proposerName !== null || !isOfProposal(making))
  const inOrder = each.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const sameAct = ({ accountId, act, proposerName, by }: Making) =>
    JSON.stringify([accountId, act, proposerName, by?.accountId ?? null])
  const newest = new Map(inOrder.map((making) => [sameAct(making), making]))
  const first = new Set<string>()
  return inOrder.flatMap((making) => {
    const key = sameAct(making)
    if (first.has(key)) return []
    first.add(key)
    return [newest.get(key) ?? making]
  })
}
