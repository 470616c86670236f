// Boundary tables of signing: links, identity, signatures, states and flags.

import { describe, expect, it } from 'vitest'
import { deviceName } from './device-name.ts'
import { cleanTail, isSamePerson, isTail } from './identity-check.ts'
import { nextNoticeAttempt } from './notice-retries.ts'
import { CONTRACT_STATES, contractState, evidenceOf, flagsOf, mayDo } from './personal-contract.ts'
import { MAX_STROKES, validateSignature } from './signature.ts'
import {
  attemptsLeft,
  linkEnd,
  maySendCode,
  mayTakePhoto,
  type SigningLink,
  signingState,
  validateLink,
} from './signing-link.ts'
import { isCodeOpen, secondsToNextCode } from './signing-session.ts'

const MADE = new Date('2026-11-01T02:00:00Z')
const END = linkEnd(MADE)
const just = (ms: number) => new Date(END.getTime() + ms)
const link = (change: Partial<SigningLink> = {}): SigningLink => ({
  expiresAt: END,
  failedAttempts: 0,
  usedAt: null,
  revokedAt: null,
  replacedAt: null,
  ...change,
})

describe('signing link', () => {
  it('expires exactly seven days after it was created', () => {
    expect(END).toEqual(new Date('2026-11-08T02:00:00Z'))
    expect(validateLink(link(), just(-1))).toBeUndefined()
    expect(validateLink(link(), just(0))).toBe('link-expired')
  })

  it.each([
    ['used', { usedAt: MADE, revokedAt: MADE }, 'link-used'],
    ['revoked', { revokedAt: MADE, replacedAt: MADE }, 'link-revoked'],
    ['replaced', { replacedAt: MADE, failedAttempts: 5 }, 'link-replaced'],
    ['five failed attempts', { failedAttempts: 5 }, 'link-locked'],
    ['four failed attempts', { failedAttempts: 4 }, undefined],
  ] as const)('judges a signing link: %s', (_, change, refusal) => {
    expect(validateLink(link(change), MADE)).toBe(refusal)
  })

  it('returns the attempts left, never below zero', () => {
    expect([0, 4, 5, 6].map(attemptsLeft)).toEqual([5, 1, 0, 0])
  })

  it('is sent ten codes and takes forty photographs, and no more', () => {
    expect([0, 9, 10].map((codesSent) => maySendCode({ codesSent }))).toEqual([true, true, false])
    const photos = [0, 39, 40].map((photoAttempts) => mayTakePhoto({ photoAttempts }))
    expect(photos).toEqual([true, true, false])
  })
})

it('derives unsigned, invited and signed from the signature and the link', () => {
  const states = [
    signingState({ signedAt: null, link: undefined, now: MADE }),
    signingState({ signedAt: null, link: link(), now: just(-1) }),
    signingState({ signedAt: null, link: link(), now: just(0) }),
    signingState({ signedAt: MADE, link: link({ revokedAt: MADE }), now: MADE }),
  ]
  expect(states).toEqual(['unsigned', 'invited', 'unsigned', 'signed'])
})

describe('identity check', () => {
  const known = { name: '买买提·艾力', idCardNo: '11990519890810508X' }

  it.each([
    ['the same name and ID tail', { name: '买买提·艾力', tail: '10508X' }, true],
    [
      'another middle dot, a small x, full width and spaces',
      { name: ' 买买提•艾力 ', tail: '１０５０８ x' },
      true,
    ],
    ['another name', { name: '买买提', tail: '10508X' }, false],
    ['another ID tail', { name: '买买提·艾力', tail: '105081' }, false],
    ['empty input', { name: '', tail: '' }, false],
  ])('compares with the record: %s', (_, typed, same) => {
    expect(isSamePerson(typed, known)).toBe(same)
  })

  it('accepts an ID tail of six characters whose last one may be an X', () => {
    expect(
      ['105081', '10508X', '1050X1', '10508', '1050811', ''].map((text) => isTail(cleanTail(text))),
    ).toEqual([true, true, false, false, false, false])
  })
})

describe('signature check', () => {
  const pad = { width: 350, height: 268 }
  const word = [
    [60, 80, 140, 75, 100, 200],
    [180, 90, 182, 190],
  ]

  it.each([
    ['a complete name', word, undefined],
    ['no strokes', [], 'signature-missing'],
    ['one dot', [[100, 100]], 'signature-too-small'],
    ['one dot pressed for long', [Array.from({ length: 200 }, () => 100)], 'signature-too-small'],
    ['a flat line', [[20, 100, 300, 101]], 'signature-too-small'],
    ['a tick', [[100, 100, 110, 120, 130, 90]], 'signature-too-small'],
    ['a point outside the pad', [...word, [351, 10]], 'signature-malformed'],
    ['an odd number of coordinates', [...word, [10, 10, 20]], 'signature-malformed'],
    ['an empty stroke', [...word, []], 'signature-malformed'],
    ['a coordinate that is not a number', [...word, [Number.NaN, 1]], 'signature-malformed'],
    [
      'too many strokes',
      Array.from({ length: MAX_STROKES + 1 }, () => [10, 10, 200, 200]),
      'signature-malformed',
    ],
    [
      'an overlong line',
      [Array.from({ length: 4_000 }, (_, i) => (i % 4 < 2 ? 1 : 260))],
      'signature-malformed',
    ],
    ['too many points', [Array.from({ length: 40_002 }, (_, i) => i % 200)], 'signature-malformed'],
  ] as const)('judges strokes with: %s', (_, strokes, refusal) => {
    expect(validateSignature({ ...pad, strokes })).toBe(refusal)
  })

  it('rejects a pad of implausible size', () => {
    const on = (width: number, height: number) =>
      validateSignature({ width, height, strokes: [[1, 1, 49, 49]] })
    expect([on(49, 268), on(350, 4_001), on(Number.NaN, 268), on(50, 50)]).toEqual([
      'signature-malformed',
      'signature-malformed',
      'signature-malformed',
      undefined,
    ])
  })
})

describe('personal contract', () => {
  it.each([
    [{}, null, 'invited'],
    [{ usedAt: MADE }, null, 'signed'],
    [{ usedAt: MADE }, MADE, 'terminated'],
    [{ revokedAt: MADE }, null, 'revoked'],
    [{ replacedAt: MADE }, null, 'revoked'],
    [{ failedAttempts: 5 }, null, 'locked'],
  ] as const)('derives from link %j, terminated %j, the state %s', (change, terminatedAt, state) => {
    expect(contractState(link(change), terminatedAt, MADE)).toBe(state)
  })

  it('allows resend, revoke, download and terminate per state', () => {
    const table = CONTRACT_STATES.map((state) =>
      (['resend', 'revoke', 'download', 'terminate'] as const).filter((action) => mayDo(state, action)),
    )
    expect(table).toEqual([
      ['resend', 'revoke'],
      ['download', 'terminate'],
      ['resend'],
      ['resend'],
      ['resend'],
      ['resend', 'download'],
    ])
    expect(contractState(link(), null, END)).toBe('expired')
  })

  it('is flagged for a console address and for a device shared with other signers', () => {
    const none = { consoleAddress: false, othersOnDevice: 0, repeatedPhoto: false }
    expect(flagsOf(none)).toEqual([])
    expect(flagsOf({ ...none, repeatedPhoto: true })).toEqual(['repeated-photo'])
    expect(flagsOf({ ...none, consoleAddress: true, othersOnDevice: 2 })).toEqual([
      'console-address',
      'shared-device',
    ])
  })

  it.each([
    [true, true, 'code'],
    [true, false, 'code'],
    [false, true, 'shown-link'],
    [false, false, 'link'],
  ])('has, with a code %s and its link shown %s, the evidence %s', (withCode, linkShown, evidence) => {
    expect(evidenceOf({ withCode, linkShown })).toBe(evidence)
  })
})

describe('verification code', () => {
  const now = MADE
  const code = { codeHash: 'x', codeUntil: new Date(now.getTime() + 1), codeSentAt: now, codeAttempts: 4 }

  it.each([
    ['before its expiry with one attempt left', {}, true],
    ['at its expiry', { codeUntil: now }, false],
    ['after five attempts', { codeAttempts: 5 }, false],
    ['never sent', { codeHash: null, codeUntil: null }, false],
  ] as const)('checks whether a code can still be used: %s', (_, change, isOpen) => {
    expect(isCodeOpen({ ...code, ...change }, now)).toBe(isOpen)
  })

  it('can be sent again after a minute', () => {
    const after = (ms: number) => secondsToNextCode(code, new Date(now.getTime() + ms))
    expect([after(0), after(1), after(59_001), after(60_000), after(90_000)]).toEqual([60, 60, 1, 0, 0])
    expect(secondsToNextCode({ codeSentAt: null }, now)).toBe(0)
  })
})

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari MicroMessenger/8.0.4', 'iPhone · 微信'],
  ['Mozilla/5.0 (Linux; Android 14; V2309A) Chrome/120 Mobile Safari/537.36', 'Android · Chrome'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/120 Safari/537.36 Edg/120', 'Windows · Edge'],
  ['curl/8.0', '未知设备'],
  ['', '未知设备'],
])('names the device of user agent %j as %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})
describe('text message invitation', () => {
  const now = new Date('2026-03-16T02:00:00Z')
  it.each([
    [1, 1],
    [2, 5],
    [3, 30],
    [4, 120],
  ])('after attempt %i waits %i minutes before the retry', (attempts, minutes) => {
    expect(nextNoticeAttempt(attempts, now)).toEqual(new Date(now.getTime() + minutes * 60_000))
  })
  it('is given up after five attempts', () => {
    expect(nextNoticeAttempt(5, now)).toBeUndefined()
  })
})
