// The groups of the proposals' page: what waits for me, what I proposed, what cools down, what waits for others.

import type { ProposalKind } from '@paywages/domain/proposals/proposal.ts'
import type { ProposalRow } from '@paywages/wire/proposals/endpoints.ts'
import { proposalLabels as labels } from './labels.ts'

export const GROUPS = ['all', 'mine', 'own', 'cooling', 'ended'] as const
export type Group = (typeof GROUPS)[number]

export type Section = { readonly title: string; readonly rows: readonly ProposalRow[] }

const isMine = (row: ProposalRow) => row.actions.includes('confirm')

/** What is looked for: a kind, and a part of the account, the name, the provider or the number. */
export type Wanted = { readonly kind: ProposalKind | undefined; readonly words: string }

export function fits({ kind, words }: Wanted, row: ProposalRow): boolean {
  if (kind !== undefined && row.kind !== kind) return false
  const sought = words.trim().toLowerCase()
  const { objectName, providerName, proposerName, proposalNo } = row
  return [objectName, providerName, proposerName, proposalNo].some((text) =>
    text.toLowerCase().includes(sought),
  )
}

/** Each waiting one in one section only. */
export function sectionsOf(
  rows: readonly ProposalRow[],
): Record<'mine' | 'own' | 'cooling' | 'others', Section> {
  const cooling = rows.filter(({ state }) => state === 'cooling')
  const open = rows.filter(({ state }) => state !== 'cooling')
  const soonest = (some: readonly ProposalRow[]) =>
    some.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())
  return {
    mine: { title: labels.mine, rows: soonest(open.filter(isMine)) },
    own: { title: labels.own, rows: soonest(open.filter(({ own }) => own)) },
    cooling: { title: labels.cooling, rows: cooling },
    others: { title: labels.others, rows: soonest(open.filter((row) => !isMine(row) && !row.own)) },
  }
}
