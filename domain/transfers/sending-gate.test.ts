import { describe, expect, it } from 'vitest'
import {
  acceptedUnasked,
  type Gate,
  type GateEvent,
  type HaltReason,
  isComparisonDue,
  maySend,
  moveGate,
  serverChange,
} from './sending-gate.ts'

const server = { systemIdentifier: 7n, timeline: 3, startedAt: new Date('2026-11-16T00:00:00Z') }

describe('serverChange', () => {
  it.each([
    ['the same server', {}, 'none'],
    [
      'the same files under a server started later',
      { startedAt: new Date('2026-11-16T00:00:01Z') },
      'compare',
    ],
    ['a promoted standby or a point-in-time restore', { timeline: 4 }, 'other-timeline'],
    ['an older timeline', { timeline: 2 }, 'other-timeline'],
    ['a dump read into another cluster', { systemIdentifier: 8n, timeline: 1 }, 'other-cluster'],
  ] as const)('%s', (_, current, change) => {
    expect(serverChange(server, { ...server, ...current })).toBe(change)
  })
})

const open: Gate = { state: 'open' }
const promoted: Gate = { state: 'halted', reason: 'other-timeline' }
const unexplained: Gate = { state: 'halted', reason: 'unknown-debits' }
const seen = (change: 'none' | 'compare' | 'other-cluster' | 'other-timeline'): GateEvent => ({
  kind: 'seen',
  change,
})
const unasked: Gate = { state: 'halted', reason: 'accepted-unasked' }
const cut: Gate = { state: 'halted', reason: 'record-cut' }
const released = (unknownDebits: number, acceptedUnasked = false): GateEvent => ({
  kind: 'released',
  unknownDebits,
  acceptedUnasked,
})
const reconciled = (unknownDebits: number, acceptedUnasked = false, recordCut = false): GateEvent => ({
  kind: 'reconciled',
  recordCut,
  unknownDebits,
  acceptedUnasked,
})
const replaced: GateEvent = { kind: 'superseded' }
const superseded: Gate = { state: 'halted', reason: 'superseded' }
const ofNewerRelease: Gate = { state: 'halted', reason: 'a word of a newer release' as HaltReason }
const namedAgain = (unknownDebits: number): GateEvent => ({
  kind: 'reconciled',
  unknownDebits,
  acceptedUnasked: false,
  recordCut: false,
  namedAgain: true,
})

describe('moveGate', () => {
  it.each([
    [open, seen('none'), open],
    [open, seen('compare'), open],
    [open, seen('other-timeline'), promoted],
    [open, seen('other-cluster'), { state: 'halted', reason: 'other-cluster' }],
    [open, reconciled(0), open],
    [open, reconciled(1), unexplained],
    [promoted, seen('none'), promoted],
    [promoted, seen('other-cluster'), promoted],
    [promoted, reconciled(1), promoted],
    [promoted, reconciled(0), open],
    [unexplained, seen('none'), unexplained],
    [unexplained, seen('compare'), unexplained],
    [unexplained, reconciled(2), unexplained],
    [unexplained, reconciled(0), open],
    [open, reconciled(0, true), unasked],
    [promoted, reconciled(1, true), promoted],
    [promoted, reconciled(0, true), unasked],
    [unexplained, reconciled(0, true), unasked],
    [unasked, seen('none'), unasked],
    [unasked, reconciled(0, true), unasked],
    [unasked, reconciled(0), open],
    [open, reconciled(0, false, true), cut],
    [open, reconciled(1, true, true), cut],
    [promoted, reconciled(0, false, true), cut],
    [unexplained, reconciled(1, false, true), cut],
    [unasked, reconciled(0, true, true), cut],
    [cut, reconciled(0), cut],
    [cut, reconciled(1), cut],
    [cut, reconciled(0, true), cut],
    [cut, seen('other-timeline'), cut],
    [cut, seen('compare'), cut],
    [cut, released(0), open],
    [cut, released(1, true), unexplained],
    [cut, released(0, true), unasked],
    [open, released(0), open],
    [promoted, released(0), promoted],
    [unexplained, released(0), unexplained],
    [unasked, released(0), unasked],
    [open, replaced, superseded],
    [promoted, replaced, superseded],
    [cut, replaced, cut],
    [superseded, released(0), superseded],
    [superseded, replaced, superseded],
    [superseded, seen('compare'), superseded],
    [superseded, seen('other-timeline'), superseded],
    [superseded, reconciled(0), superseded],
    [superseded, namedAgain(0), open],
    [superseded, namedAgain(1), unexplained],
    [ofNewerRelease, reconciled(0), ofNewerRelease],
    [ofNewerRelease, released(0), ofNewerRelease],
    [ofNewerRelease, namedAgain(0), ofNewerRelease],
    [ofNewerRelease, replaced, ofNewerRelease],
    [ofNewerRelease, seen('other-cluster'), ofNewerRelease],
  ] as const)('%o and %o: %o', (gate, event, next) => {
    expect(moveGate(gate, event)).toEqual(next)
  })
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 0, minute))

describe('acceptedUnasked', () => {
  it.each([
    ['never restored', null, null, false],
    ['never restored since it was asked', null, at(1), false],
    ['restored and not asked', at(1), null, true],
    ['asked for an earlier restore', at(2), at(1), true],
    ['asked for this restore', at(2), at(2), false],
    ['asked for an earlier restore, before the clock was set back', at(1), at(2), true],
  ] as const)('%s', (_, restoredAt, askedFor, is) => {
    expect(acceptedUnasked(restoredAt, askedFor)).toBe(is)
  })
})

describe('maySend', () => {
  it.each([
    [open, 'none', true],
    [open, 'compare', false],
    [open, 'other-timeline', false],
    [open, 'other-cluster', false],
    [unexplained, 'none', false],
    [unasked, 'none', false],
    [cut, 'none', false],
    [promoted, 'none', false],
    [superseded, 'none', false],
  ] as const)('%o after %s: %s', (gate, change, may) => {
    expect(maySend(gate, change)).toBe(may)
  })
})

describe('isComparisonDue, where an order counts for two minutes', () => {
  const LIFE_MS = 120_000
  const after = (date: Date, ms: number) => new Date(date.getTime() + ms)
  it.each([
    ['never compared', null, at(0), at(5), true],
    ['compared a moment ago', at(5), at(0), at(5), false],
    ['almost ten minutes ago', at(5), at(0), after(at(15), -1), false],
    ['ten minutes ago', at(5), at(0), at(15), true],
    ['compared right after a restore, whose orders may still arrive', at(5), at(5), at(7), false],
    ['compared right after a restore, whose orders can arrive no more', at(5), at(5), after(at(7), 1), true],
    ['compared in the last moment in which they could', at(7), at(5), after(at(7), 1), true],
    ['compared after that moment', after(at(7), 1), at(5), at(8), false],
    ['compared by a clock almost ten minutes ahead', after(at(15), -1), at(0), at(5), false],
    ['compared before the clock was set back', at(15), at(0), at(5), true],
  ] as const)('%s', (_, comparedAt, interruption, now, due) => {
    expect(isComparisonDue({ comparedAt, interruptions: [at(0), interruption] }, now, LIFE_MS)).toBe(due)
  })
})
