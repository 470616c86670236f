// A list’s filters in its address.

import { describe, expect, it } from 'vitest'
import { defaultTexts, type Filter, inputFrom, pageFromSearch, textsFromSearch } from './list-filters.ts'

const now = new Date('2026-11-13T01:00:00Z')

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: 'k', maxLength: 5 },
  { kind: 'select', name: 'providerId', label: 'p', numeric: true, options: [] },
  { kind: 'select', name: 'result', label: 'r', options: [{ value: 'done', label: 'd' }] },
  { kind: 'date-range', from: 'from', to: 'to', label: 't', defaultDays: 7 },
]

describe('list filters in the address', () => {
  it('default to the last seven days including today', () => {
    expect(defaultTexts(filters, now)).toEqual({ from: '2026-11-07', to: '2026-11-13' })
  })

  it('are trimmed and kept', () => {
    const search = {
      keyword: ' 陈静 ',
      providerId: '3',
      result: 'done',
      from: '2026-10-01',
      to: '2026-10-31',
      page: '2',
    }
    expect(textsFromSearch(filters, search, now)).toEqual({
      keyword: '陈静',
      providerId: '3',
      result: 'done',
      from: '2026-10-01',
      to: '2026-10-31',
    })
  })

  it.each(['2026-13-01', '2026-02-30', '2025-02-29'])('are dropped when invalid: %s', (from) => {
    const search = { keyword: '123456', providerId: 'x', result: 'other', from, to: '2026-10-31' }
    expect(textsFromSearch(filters, search, now)).toEqual({ from: '2026-11-07', to: '2026-11-13' })
  })

  it('default to and fall back to the initial value of a mandatory select', () => {
    const company: Filter = {
      kind: 'select',
      name: 'company',
      label: 'c',
      numeric: true,
      initial: '7',
      options: [],
    }
    expect(defaultTexts([company], now)).toEqual({ company: '7' })
    expect(textsFromSearch([company], {}, now)).toEqual({ company: '7' })
    expect(textsFromSearch([company], { company: 'x' }, now)).toEqual({ company: '7' })
    expect(inputFrom([company], textsFromSearch([company], { company: '9' }, now), 1)).toMatchObject({
      company: 9,
    })
  })

  it('accept no month, and send a month as an instant if configured', () => {
    const month: Filter = { kind: 'month', name: 'at', label: 'm', latest: '2026-11', asInstant: true }
    const of = (text: string) => textsFromSearch([month], { at: text }, now)
    expect(defaultTexts([month], now)).toEqual({})
    expect(of('2026-10')).toEqual({ at: '2026-10' })
    for (const wrong of ['', '2026-12', '2026-13', '2026']) expect(of(wrong)).toEqual({})
    expect(inputFrom([month], of('2026-10'), 1)).toMatchObject({ at: new Date('2026-10-01T00:00:00+08:00') })
    expect(inputFrom([month], {}, 1)).not.toHaveProperty('at')
  })

  it('accept months up to the latest, which is the default', () => {
    const month: Filter = { kind: 'month', name: 'month', label: 'm', initial: '2026-11' }
    const of = (text: string) => textsFromSearch([month], { month: text }, now)
    expect(defaultTexts([month], now)).toEqual({ month: '2026-11' })
    expect(of('2026-10')).toEqual({ month: '2026-10' })
    for (const wrong of ['', '2026-12', '2026-13', '202610', '2026-10-01'])
      expect(of(wrong)).toEqual({ month: '2026-11' })
    expect(inputFrom([month], of('2026-10'), 1)).toMatchObject({ month: '2026-10' })
  })

  it.each([
    [undefined, 1],
    ['3', 3],
    ['0', 1],
    ['-1', 1],
    ['2.5', 1],
    ['99999999', 1],
  ])('read page %s as %i', (page, number) => {
    expect(pageFromSearch({ page })).toBe(number)
  })
})

describe('request built from list filters', () => {
  it('has numeric ids, pages from zero and whole Shanghai days', () => {
    const texts = { keyword: 'a', providerId: '3', from: '2026-11-07', to: '2026-11-13' }
    expect(inputFrom(filters, texts, 2)).toEqual({
      index: 1,
      size: 10,
      keyword: 'a',
      providerId: 3,
      from: new Date('2026-11-06T16:00:00Z'),
      to: new Date('2026-11-13T16:00:00Z'),
    })
  })

  it('uses another request field when an option asks for it', () => {
    const state: Filter = {
      kind: 'select',
      name: 'signing',
      label: 's',
      options: [
        { value: '0', label: 'unsigned' },
        { value: 'invited', label: 'invited', asks: { signState: 'invited' } },
      ],
    }
    const asked = (signing: string) => inputFrom([state], textsFromSearch([state], { signing }, now), 1)
    expect(asked('0')).toEqual({ index: 0, size: 10, signing: '0' })
    expect(asked('invited')).toEqual({ index: 0, size: 10, signState: 'invited' })
    expect(asked('signed-twice')).toEqual({ index: 0, size: 10 })
  })

  it('sends 1 for a checked box and ignores other values', () => {
    const tick: readonly Filter[] = [{ kind: 'tick', name: 'flagged', label: 'f', words: 'w' }]
    expect(textsFromSearch(tick, { flagged: '1' }, now)).toEqual({ flagged: '1' })
    expect(inputFrom(tick, { flagged: '1' }, 1)).toMatchObject({ flagged: '1' })
    expect(textsFromSearch(tick, { flagged: 'true' }, now)).toEqual({})
  })
})
