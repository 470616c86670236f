// Which of the database servers that were one once sends orders: the one that is named in the file store, which all of them reach (ADR 167).

import { type DatabaseServer, serverChange } from './sending-gate.ts'

/** So long a look at the file store counts before orders are claimed. */
export const LOOK_COUNTS_MS = 5_000

/** What stands in the file store. */
export type SendingServer = {
  readonly server: DatabaseServer
  readonly namedAt: Date
  /** Another may have sent until it was named: it compares and sends only once that one is still. */
  readonly waits: boolean
  /** Named by an operator, and not by itself. */
  readonly byHand: boolean
  /** Named before it, and given up. */
  readonly replaced: readonly DatabaseServer[]
}

/** `first`, `restarted` and `takes-over` name themselves; `restarted` is sure that nobody else sends meanwhile. */
export type Standing = 'named' | 'first' | 'restarted' | 'takes-over' | 'superseded'

/** `compared`: whose state this database itself has last held against the bank's record. */
export function standingOf(
  named: SendingServer | undefined,
  own: DatabaseServer,
  compared: DatabaseServer,
): Standing {
  if (named === undefined) return 'first'
  const { server } = named
  if (isSame(server, own)) return 'named'
  const isOneTimeline = isOnTimeline(server, own)
  const isReplaced = (one: DatabaseServer) =>
    // Restarted, a server on the named timeline is known by nothing else than its start.
    isOneTimeline ? isSame(one, own) : isOnTimeline(one, own)
  if (named.replaced.some(isReplaced)) return 'superseded'
  if (server.systemIdentifier === own.systemIdentifier && own.timeline < server.timeline) return 'superseded'
  if (!isOneTimeline) return 'takes-over'
  if (own.startedAt.getTime() < server.startedAt.getTime()) return 'superseded'
  return isSame(server, compared) ? 'restarted' : 'takes-over'
}

const MAX_REPLACED = 100

/** What is written where `own` takes its place, by itself or by an operator's word. */
export function namedNext(
  named: SendingServer | undefined,
  own: DatabaseServer,
  how: 'first' | 'restarted' | 'takes-over' | 'by-hand',
  namedAt: Date,
): SendingServer {
  const byHand = how === 'by-hand'
  const waits = byHand || how === 'takes-over'
  if (named === undefined) return { server: own, namedAt, waits, byHand, replaced: [] }
  const before = named.replaced.filter((one) => !isOnTimeline(one, own))
  const isGivenUp = how !== 'restarted' && !isSame(named.server, own)
  const replaced = isGivenUp ? [...before, named.server] : before
  return { server: own, namedAt, waits, byHand, replaced: replaced.slice(-MAX_REPLACED) }
}

/** One that was superseded sends again by an operator's word alone: two that take it from each other would both send in turns. */
export function heedsHalt(standing: Standing, byHand: boolean, wasSuperseded: boolean): Standing {
  return wasSuperseded && !(standing === 'named' && byHand) ? 'superseded' : standing
}

const isSame = (one: DatabaseServer, other: DatabaseServer) => serverChange(one, other) === 'none'

const isOnTimeline = (one: DatabaseServer, other: DatabaseServer) =>
  one.systemIdentifier === other.systemIdentifier && one.timeline === other.timeline
