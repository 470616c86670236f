// What waits for others: in one's own company whatever one cannot do oneself, for managers what hangs in their scope.

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { askedOf, figuresScopeOf, HANGS_AFTER_MS } from '@paywages/domain/workbench/todo.ts'
import type { Waiting } from '@paywages/wire/workbench/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { hangingBatches, type OpenBatch, openBatches } from '../payouts/waiting-store.ts'
import { openReversals, pendingOf } from '../recharges/waiting-store.ts'
import { openProposals } from '../transfers/waiting-store.ts'
import { type Holder, holdersIn } from './store.ts'

/** A line, not a list. */
const MAX_LINES = 3

const ASKED: Readonly<Partial<Record<BatchStatus, Waiting['kind']>>> = {
  auditing: 'audit-batch',
  reviewing: 'review-batch',
  ready: 'start-batch',
}

type Line = Omit<Waiting, 'holders'> & { readonly providerId: number }

/** The longest wait first. */
export async function waitingForOthers(tx: Tx, by: Actor): Promise<Waiting[]> {
  const own = figuresScopeOf(by.person).of === 'provider'
  const lines = own ? await ownLines(tx, by) : await hangingLines(tx, by)
  const asked = [...lines, ...(await askedByMe(tx, by))].sort((a, b) => a.since.getTime() - b.since.getTime())
  const reported = asked.slice(0, MAX_LINES)
  const companies = [...new Set(reported.map(({ providerId }) => providerId))]
  const holders = await holdersIn(tx, companies, by.person.accountId)
  return reported.map((line) => ({ ...line, holders: namesOf(holders, line) }))
}

function namesOf(holders: readonly Holder[], { kind, providerId }: Line): string[] {
  const pays = kind === 'audit-batch' || kind === 'start-batch'
  const fitting = holders.filter((holder) => holder.providerId === providerId && holder.pays === pays)
  return fitting.slice(0, MAX_LINES).map(({ name }) => name)
}

async function ownLines(tx: Tx, { person }: Actor): Promise<Line[]> {
  const { providerId } = person
  const batches = await openBatches(tx, providerId)
  const others = batches.filter((batch) => askedOf(batch, person) === undefined)
  const lines = (Object.keys(ASKED) as BatchStatus[]).flatMap((status) =>
    batchLine(others.filter((batch) => batch.status === status)),
  )
  // Reviewers audit recharges themselves, and find them among their own.
  const recharges = person.payRight ? await pendingOf(tx, providerId) : undefined
  const line = recharges && { kind: 'audit-recharge' as const, providerId, providerName: '', ...recharges }
  return line ? [...lines, line] : lines
}

/** They come with the longest wait first. */
function batchLine(batches: readonly OpenBatch[]): Line[] {
  const [first] = batches
  const kind = first && ASKED[first.status]
  if (!first || !kind) return []
  const amountFen = batches.reduce((sum, { grossFen }) => sum + grossFen, 0n)
  const { providerId, since } = first
  return [{ kind, providerId, providerName: '', count: batches.length, amountFen, since }]
}

async function hangingLines(tx: Tx, by: Actor): Promise<Line[]> {
  const before = new Date(by.at.getTime() - HANGS_AFTER_MS)
  const hanging = await hangingBatches(tx, scopeOf(by.person), before, MAX_LINES)
  return hanging.flatMap(({ status, grossFen, ...group }) => {
    const kind = ASKED[status]
    return kind ? [{ ...group, kind, amountFen: grossFen }] : []
  })
}

/** One's own requests that need a second person. */
async function askedByMe(tx: Tx, { person }: Actor): Promise<Line[]> {
  const scope = scopeOf(person)
  const named = (name: string) => (scope.of === 'provider' ? '' : name)
  const lines: Line[] = []
  if (person.checkRight || person.superManager) {
    for (const { openReversal, recharge, providerName, askedAt } of await openReversals(tx, scope)) {
      if (openReversal.askerId !== person.accountId) continue
      const { providerId } = recharge
      const { amountFen } = openReversal
      lines.push(one('confirm-reversal', providerId, named(providerName), amountFen, askedAt))
    }
  }
  if (person.manager || person.superManager) {
    for (const { proposedBy, providerId, providerName, netFen, proposedAt } of await openProposals(tx, scope))
      if (proposedBy === person.accountId)
        lines.push(one('confirm-resolution', providerId, named(providerName), netFen, proposedAt))
  }
  return lines
}

function one(
  kind: Waiting['kind'],
  providerId: number,
  providerName: string,
  amountFen: Fen,
  since: Date,
): Line {
  return { kind, providerId, providerName, count: 1, amountFen, since }
}
