import { describe, expect, it } from 'vitest'
import type { DatabaseServer } from './sending-gate.ts'
import { heedsHalt, namedNext, type SendingServer, standingOf } from './sending-server.ts'

const server = (systemIdentifier: bigint, timeline: number, minute: number): DatabaseServer => ({
  systemIdentifier,
  timeline,
  startedAt: new Date(Date.UTC(2026, 10, 19, 0, minute)),
})
const NOW = new Date(Date.UTC(2026, 10, 19, 1))
const naming = (named: DatabaseServer, ...replaced: DatabaseServer[]): SendingServer => ({
  ...{ server: named, namedAt: NOW, waits: true, byHand: false, replaced },
})

const primary = server(7n, 1, 10)
const restarted = server(7n, 1, 20)
const promoted = server(7n, 2, 5)
const moved = server(8n, 1, 30)

describe('standingOf', () => {
  it.each([
    ['nobody is named', undefined, primary, primary, 'first'],
    ['itself is named', naming(primary), primary, primary, 'named'],
    ['the same server, started again', naming(primary), restarted, primary, 'restarted'],
    [
      'one millisecond later',
      naming(primary),
      { ...primary, startedAt: new Date(primary.startedAt.getTime() + 1) },
      primary,
      'restarted',
    ],
    [
      'one millisecond earlier',
      naming(primary),
      { ...primary, startedAt: new Date(primary.startedAt.getTime() - 1) },
      primary,
      'superseded',
    ],
    [
      'older files, whose last comparison was an earlier one',
      naming(primary),
      restarted,
      server(7n, 1, 9),
      'takes-over',
    ],
    ['beside a copy of it that was started later', naming(restarted), primary, primary, 'superseded'],
    ['a standby promoted beside it', naming(primary), promoted, primary, 'takes-over'],
    ['the old primary that goes on', naming(promoted, primary), primary, primary, 'superseded'],
    ['the old primary, started again', naming(promoted, primary), restarted, primary, 'superseded'],
    ['an earlier timeline of which nothing is written', naming(promoted), restarted, primary, 'superseded'],
    [
      'a second standby, promoted to the same timeline and started later',
      naming(promoted, primary),
      server(7n, 2, 6),
      primary,
      'takes-over',
    ],
    [
      'a second standby, promoted to the same timeline and started earlier',
      naming(promoted, primary),
      server(7n, 2, 4),
      primary,
      'superseded',
    ],
    ['moved to another cluster', naming(primary), moved, primary, 'takes-over'],
    ['the cluster that it was moved from', naming(moved, primary), primary, primary, 'superseded'],
    [
      'the cluster that it was moved from, on a later timeline',
      naming(moved, primary),
      promoted,
      primary,
      'takes-over',
    ],
    [
      'the promoted one, after an operator named the old primary',
      naming(primary, promoted),
      promoted,
      promoted,
      'superseded',
    ],
    ['the same, started again', naming(primary, promoted), server(7n, 2, 40), promoted, 'superseded'],
    [
      'a standby of the old primary, promoted after that',
      naming(primary, promoted),
      server(7n, 3, 40),
      primary,
      'takes-over',
    ],
    [
      'a copy that is given up, after an operator named the original',
      naming(primary, restarted),
      restarted,
      restarted,
      'superseded',
    ],
    [
      'the original after that, started again',
      naming(primary, restarted),
      server(7n, 1, 50),
      primary,
      'restarted',
    ],
  ] as const)('%s', (_, named, own, compared, standing) => {
    expect(standingOf(named, own, compared)).toBe(standing)
  })
})

describe('namedNext', () => {
  it.each([
    ['the first', undefined, primary, 'first', { waits: false, byHand: false, replaced: [] }],
    [
      'one that was restarted gives up nobody',
      naming(primary, moved),
      restarted,
      'restarted',
      { waits: false, byHand: false, replaced: [moved] },
    ],
    [
      'one that takes over waits',
      naming(primary),
      promoted,
      'takes-over',
      { waits: true, byHand: false, replaced: [primary] },
    ],
    [
      'an operator’s word gives the other up, and takes it back for itself',
      naming(promoted, primary),
      primary,
      'by-hand',
      { waits: true, byHand: true, replaced: [promoted] },
    ],
    [
      'an operator’s word for the one that is named',
      naming(primary, moved),
      primary,
      'by-hand',
      { waits: true, byHand: true, replaced: [moved] },
    ],
  ] as const)('%s', (_, named, own, how, next) => {
    expect(namedNext(named, own, how, NOW)).toEqual({ server: own, namedAt: NOW, ...next })
  })

  it('two that were one never both stand', () => {
    const taken = namedNext(naming(primary), promoted, 'takes-over', NOW)
    expect(standingOf(taken, primary, primary)).toBe('superseded')
    const back = namedNext(taken, primary, 'by-hand', NOW)
    expect(standingOf(back, promoted, promoted)).toBe('superseded')
    expect(standingOf(back, primary, primary)).toBe('named')
  })
})

describe('heedsHalt', () => {
  it.each([
    ['named', false, false, 'named'],
    ['named', true, true, 'named'],
    ['named', false, true, 'superseded'],
    ['restarted', true, true, 'superseded'],
    ['takes-over', false, true, 'superseded'],
    ['first', false, true, 'superseded'],
    ['first', false, false, 'first'],
  ] as const)('%s, by hand %s, superseded before %s: %s', (standing, byHand, was, is) => {
    expect(heedsHalt(standing, byHand, was)).toBe(is)
  })
})
