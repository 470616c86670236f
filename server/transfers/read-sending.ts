// Tells whether orders are sent, and why not: for /ready and the workbench (ADR 27).

import {
  type HaltReason,
  isKnownReason,
  type Standstill,
  serverChange,
  type ToldHold,
} from '@paywages/domain/transfers/sending-gate.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { countOpenDebits } from './debit-store.ts'
import { haltOf, notCompared, readGate } from './gate-store.ts'
import { sendingHold } from './sending-hold.ts'

const SENTENCES: Readonly<Record<HaltReason, string>> = {
  'other-cluster':
    'The database is another cluster than the one last compared with the bank, as after a restore.',
  'other-timeline':
    'The database is on another timeline than the one last compared with the bank, as after a restore or failover.',
  'unknown-debits': 'The bank has executed or accepted debits that our books do not know.',
  'accepted-unasked':
    'The bank does not tell which orders it has accepted and not executed yet; two managers compare them in online banking.',
  'record-cut':
    'The bank no longer holds its record of all days that a restore may have lost; two managers compare them in online banking.',
  superseded: 'Another database server sends in the place of this one.',
}

export type Halt = { readonly reason: Standstill; readonly since: Date; readonly unknownDebits: number }

/** What the page of unknown debits says: where two people are to compare, or nothing that is done here ends it. */
export async function tellHold(tx: Tx): Promise<{ since: Date; reason: ToldHold } | undefined> {
  const halt = await haltOf(tx)
  if (halt && !isKnownReason(halt.reason)) return { since: halt.since, reason: halt.reason }
  if (halt?.reason === 'superseded') return { since: halt.since, reason: halt.reason }
  return sendingHold(tx)
}

/** For people: a bank that stays silent after a restart of the database keeps everything back as a halt does. */
export async function readHalt(tx: Tx): Promise<Halt | undefined> {
  const halt = (await haltOf(tx)) ?? (await notCompared(tx))
  return halt && { ...halt, unknownDebits: await countOpenDebits(tx) }
}

/** A database that takes the place of another: without this its first minutes look as if somebody had to do something. */
const TAKES_OVER: ReadonlySet<Standstill> = new Set(['other-cluster', 'other-timeline'])

export async function readSending(services: Services) {
  const { gate, recorded, current, unknownDebits } = await services.database.query(async (tx) => ({
    ...(await readGate(tx)),
    unknownDebits: await countOpenDebits(tx),
  }))
  if (gate.state === 'halted' && gate.reason === 'superseded')
    return {
      sending: `Halted: ${SENTENCES.superseded} Nothing is sent and no bank file is handed out until an operator takes over here (npm run take-over-sending).`,
    }
  if (gate.state === 'halted' && !isKnownReason(gate.reason))
    return {
      sending: `Halted: for a reason that only a newer release knows (${gate.reason}). Nothing is sent until that release has ended it.`,
    }
  if (gate.state === 'halted') {
    const seconds = services.settings.takeOverMs / 1_000
    const waits = `A worker that is started waits ${seconds} seconds until the server before this one is still, and compares. `
    return {
      sending: `Halted: ${SENTENCES[gate.reason]} ${TAKES_OVER.has(gate.reason) ? waits : ''}Nothing is sent until a reconciliation has passed; ${unknownDebits} debits wait to be adopted or explained.`,
    }
  }
  return {
    sending:
      serverChange(recorded, current) === 'none'
        ? 'open'
        : 'Waiting: the database was started anew and is yet to be compared with the bank’s record.',
  }
}
