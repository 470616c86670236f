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
  const lines = await Promise.all([own ? ownLines(tx, by) : hangingLines(tx, by), askedByMe(tx, by)])
  const asked = lines.flat().sort((a, b) => a.since.getTime() - b.since.getTime())
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
  // Reviewers audit recharges themselves, and find them among their own.
  const [batches, recharges] = await Promise.all([
    openBatches(tx, providerId),
    person.payRight ? pendingOf(tx, providerId) : undefined,
  ])
  const scheduled = batches.filter(({ dueAt }) => dueAt !== null)
  const others = batches.filter((batch) => batch.dueAt === null && askedOf(batch, person) === undefined)
  const lines = (Object.keys(ASKED) as BatchStatus[]).flatMap((status) =>
    batchLine(others.filter((batch) => batch.status === status)),
  )
  const line = recharges && { kind: 'audit-recharge' as const, providerId, providerName: '', ...recharges }
  return [...lines, ...(line ? [line] : []), ...scheduledLine(scheduled)]
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

/** They wait for nobody; `since` is when the first of them starts. */
function scheduledLine(batches: readonly OpenBatch[]): Line[] {
  const [first] = batches.toSorted((a, b) => Number(a.dueAt) - Number(b.dueAt))
  if (!first?.dueAt) return []
  const amountFen = batches.reduce((sum, { grossFen }) => sum + grossFen, 0n)
  const { providerId, dueAt: since } = first
  return [{ kind: 'scheduled-start', providerId, providerName: '', count: batches.length, amountFen, since }]
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
  const [reversals, proposals] = await Promise.all([
    person.checkRight || person.superManager ? openReversals(tx, scope) : [],
    person.manager || person.superManager ? openProposals(tx, scope) : [],
  ])
  return [
    ...reversals
      .filter(({ openReversal }) => openReversal.askerId === person.accountId)
      .map(({ openReversal: { amountFen }, recharge: { providerId }, providerName, askedAt }) =>
        one('confirm-reversal', providerId, named(providerName), amountFen, askedAt),
      ),
    ...proposals
      .filter(({ proposedBy }) => proposedBy === person.accountId)
      .map(({ providerId, providerName, netFen, proposedAt }) =>
        one('confirm-resolution', providerId, named(providerName), netFen, proposedAt),
      ),
  ]
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
