// The database server that is named in the file store as the one that sends: looked at before orders are claimed and bank files handed out (ADR 167).

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseServer, serverChange } from '@paywages/domain/transfers/sending-gate.ts'
import {
  heedsHalt,
  LOOK_COUNTS_MS,
  namedNext,
  type SendingServer,
  type Standing,
  standingOf,
} from '@paywages/domain/transfers/sending-server.ts'
import { z } from 'zod'
import type { Services } from '../app-services.ts'
import type { GateRecord } from './gate-store.ts'

const KEY = 'sending-server'
const MAX_BYTES = 100_000
/** A store that takes longer is away, for whoever may go on without it. */
const ANSWER_MS = 3_000

const serverShape = z
  .object({
    systemIdentifier: z.string().regex(/^-?\d+$/),
    timeline: z.number(),
    startedAt: z.iso.datetime(),
  })
  .transform((one) => ({
    systemIdentifier: BigInt(one.systemIdentifier),
    timeline: one.timeline,
    startedAt: new Date(one.startedAt),
  }))
const namedShape = z.object({
  server: serverShape,
  namedAt: z.iso.datetime().transform((at) => new Date(at)),
  waits: z.boolean(),
  byHand: z.boolean(),
  replaced: z.array(serverShape),
})

export async function readNamed({ files }: Services): Promise<SendingServer | undefined> {
  const body = await files.get(KEY)
  return body && namedShape.parse(JSON.parse(await text(body.stream)))
}

export async function writeNamed({ files }: Services, named: SendingServer): Promise<void> {
  const plain = (one: DatabaseServer) => ({ ...one, systemIdentifier: String(one.systemIdentifier) })
  const content = JSON.stringify({
    ...named,
    server: plain(named.server),
    replaced: named.replaced.map(plain),
  })
  await files.put(KEY, Readable.from([Buffer.from(content)]), { limitBytes: MAX_BYTES })
}

/** `away`: the store did not answer; whoever was named goes on, as nobody tells it otherwise. */
type Seen = Standing | 'away'
type Look = { readonly at: Date; readonly server: DatabaseServer; readonly seen: Seen }

const looks = new WeakMap<Services, Look>()
/** Since when this process has seen a server named that waits for the one before it. */
const waits = new WeakMap<Services, { readonly namedAt: Date; readonly since: Date }>()

async function look(
  services: Services,
  { gate, current, recorded }: GateRecord,
): Promise<{ seen: Seen; named?: SendingServer | undefined }> {
  // Before it is read: what is written from here on, it may not have seen.
  const at = services.clock.now()
  const note = (seen: Seen) => {
    looks.set(services, { at, server: current, seen })
    return seen
  }
  try {
    const named = await inTime(readNamed(services))
    const wasSuperseded = gate.state === 'halted' && gate.reason === 'superseded'
    const standing = standingOf(named, current, recorded)
    return { seen: note(heedsHalt(standing, named?.byHand ?? false, wasSuperseded)), named }
  } catch (error) {
    services.log.warn({ err: error }, 'the file store does not tell which database server sends')
    return { seen: note('away') }
  }
}

async function inTime<T>(reading: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const late = wait(ANSWER_MS, undefined, { signal: ended.signal }).then(
    () => Promise.reject(new Error(`no answer within ${ANSWER_MS} ms`)),
    () => reading,
  )
  try {
    return await Promise.race([reading, late])
  } finally {
    ended.abort()
  }
}

/**
 * Whether the server that answers may send as far as others know: for a gate that stands open, before each claim. A look counts for a few
 * seconds, also one that the store did not answer: the gate had opened because this server was named.
 */
export async function isSendingServer(services: Services, record: GateRecord): Promise<boolean> {
  const last = looks.get(services)
  const ageMs =
    last === undefined ? Number.POSITIVE_INFINITY : services.clock.now().getTime() - last.at.getTime()
  const counts =
    last !== undefined && isSame(last.server, record.current) && ageMs >= 0 && ageMs < LOOK_COUNTS_MS
  const seen = counts ? last.seen : (await look(services, record)).seen
  // Named by its own worker in its next round.
  return seen !== 'superseded' && seen !== 'takes-over'
}

/** `waits`: named, while the one before it may still send. `again`: named by an operator after it had been superseded. */
export type Place = 'sends' | 'waits' | 'superseded' | 'again'

/**
 * Before the bank's record is compared: takes the place where it is this server's. Throws where the store does not answer and
 * this server was started, promoted or superseded since it was named.
 */
export async function takePlace(services: Services, record: GateRecord): Promise<Place> {
  const { current, recorded, gate } = record
  const wasSuperseded = gate.state === 'halted' && gate.reason === 'superseded'
  const isSettled = isSame(current, recorded) && !wasSuperseded
  const { seen, named } = await look(services, record)
  if (seen === 'superseded') return 'superseded'
  if (seen === 'away') {
    if (isSettled) return 'sends'
    throw new Error('nothing is sent before the file store tells which database server sends')
  }
  const next = seen === 'named' ? named : namedNext(named, current, seen, services.clock.now())
  if (next !== named && next) {
    await writeNamed(services, next)
    looks.delete(services)
    services.log.warn(
      { timeline: current.timeline, how: seen },
      'this database server is named as the one that sends',
    )
  }
  if (isSettled || !next?.waits) return 'sends'
  if (isWaiting(services, next)) return 'waits'
  return wasSuperseded ? 'again' : 'sends'
}

/** Counted by each process from when it saw the name: the clock of whoever wrote it, and how long that took, are nothing to it. */
function isWaiting(services: Services, { namedAt }: SendingServer): boolean {
  const now = services.clock.now()
  const begun = waits.get(services)
  if (begun?.namedAt.getTime() === namedAt.getTime())
    return now.getTime() - begun.since.getTime() < services.settings.takeOverMs
  waits.set(services, { namedAt, since: now })
  return true
}

const isSame = (one: DatabaseServer, other: DatabaseServer) => serverChange(one, other) === 'none'
