// Tests the book with a clock in hand: each card ending through time and restarts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Book } from './book.ts'
import { DEFAULT_DELAYS } from './card-endings.ts'
import { order, orders, SECRET } from './testing/bank-client.ts'
import { newFolder } from './testing/open-banks.ts'

const NOON = Date.UTC(2026, 10, 15, 4)

function openTestBook(folder = newFolder(), now = NOON) {
  const time = { now }
  const options = { folder, secret: SECRET, clock: () => time.now, delays: () => DEFAULT_DELAYS }
  const book = new Book({ ...options, onBroken: () => {} })
  let isOpen = true
  const close = () => {
    if (isOpen) book.close()
    isOpen = false
  }
  onTestFinished(close)
  const statusOf = (reference: string) => book.query([reference])[0]?.status
  return { book, time, folder, close, statusOf }
}

it.each([
  ['0001', 'is-answered', [[0, 'rejected']]],
  ['0002', 'is-answered', [[0, 'rejected']]],
  [
    '0003',
    'is-answered',
    [
      [0, 'processing'],
      [4_999, 'processing'],
      [5_000, 'succeeded'],
      [99_999, 'succeeded'],
    ],
  ],
  ['0004', 'hangs', [[0, 'succeeded']]],
  [
    '0005',
    'hangs',
    [
      [0, 'not-found'],
      [9_999, 'not-found'],
      [10_000, 'not-accepted'],
    ],
  ],
  [
    '0006',
    'is-answered',
    [
      [0, 'succeeded'],
      [9_999, 'succeeded'],
      [10_000, 'returned'],
      [99_999, 'returned'],
    ],
  ],
  ['0007', 'fails', [[0, 'succeeded']]],
  ['0008', 'is-answered', [[0, 'succeeded']]],
  [
    '0009',
    'is-answered',
    [
      [0, 'succeeded'],
      [99_999, 'succeeded'],
    ],
  ],
] as const)(
  'processes a card ending in %s over time and executes it at most once',
  (cardTail, call, life) => {
    const { book, time, statusOf } = openTestBook()
    const sent = order(cardTail)
    const submission = book.submit([sent])
    expect(submission.call).toBe(call)
    expect(submission.early).toHaveLength(cardTail === '0008' ? 1 : 0)
    for (const [afterMs, status] of life) {
      time.now = NOON + afterMs
      expect(statusOf(sent.reference)).toBe(status)
      const again = book.submit([sent])
      // Sent again, it is answered as it stands; only what is held stays silent.
      expect(again.call).toBe(status === 'not-found' ? 'hangs' : 'is-answered')
      expect(again.results[0]?.status).toBe(status)
      expect(again.early).toHaveLength(0)
    }
    const executions = cardTail === '0001' || cardTail === '0002' || cardTail === '0005' ? 0 : 1
    expect(book.totals.executed.count).toBe(executions)
    expect(book.totals.returned.count).toBe(cardTail === '0006' ? 1 : 0)
  },
)

it.each(['0003', '0005', '0006'])(
  'processes what fell due for %s during downtime after a restart',
  (cardTail) => {
    const { book, folder, close } = openTestBook()
    const sent = order(cardTail)
    book.submit([sent])
    book.takeNotices()
    close()
    const later = NOON + 3_600_000
    const again = openTestBook(folder, later)
    again.book.settleDue()
    const expected = { '0003': 'succeeded', '0005': 'not-accepted', '0006': 'returned' }[cardTail]
    const [result] = again.book.query([sent.reference])
    expect(result).toMatchObject({ status: expected, at: new Date(later).toISOString() })
    const reported = again.book.takeNotices().map((notice) => notice.step.status)
    expect(reported).toEqual(
      { '0003': ['succeeded'], '0005': [], '0006': ['succeeded', 'returned'] }[cardTail],
    )
    again.close()
    expect(openTestBook(folder, later).book.query([sent.reference])).toEqual([result])
  },
)

it('keeps a not-accepted reference dead even if the clock goes back', () => {
  const { book, time, folder, close } = openTestBook()
  const sent = order('0005')
  book.submit([sent])
  time.now += 10_000
  expect(book.query([sent.reference])).toMatchObject([
    { status: 'not-accepted', code: '1404', message: '未受理' },
  ])
  close()
  const again = openTestBook(folder, NOON - 60_000)
  expect(again.book.submit([sent])).toMatchObject({
    call: 'is-answered',
    results: [{ status: 'not-accepted' }],
  })
  expect(again.book.totals.executed.count).toBe(0)
})

it('reports a conflict for another amount or card under a known reference and changes nothing', () => {
  const { book } = openTestBook()
  const sent = order()
  const first = book.submit([sent]).results
  const others = [
    { ...sent, amountFen: sent.amountFen + 1 },
    { ...sent, cardNo: sent.cardNo.replace('6225', '6226') },
  ]
  for (const other of others) {
    const wanted = { status: 'conflict', code: '1409', amountFen: sent.amountFen, serial: null }
    expect(book.submit([other])).toMatchObject({ call: 'is-answered', results: [wanted] })
  }
  expect(book.submit([{ ...sent, name: '别名' }]).results).toEqual(first)
  expect(book.totals.executed).toEqual({ count: 1, amountFen: BigInt(sent.amountFen) })
})

it('executes a duplicate reference in one chunk once and reports a differing one as conflict', () => {
  const { book } = openTestBook()
  const sent = order()
  const { results } = book.submit([sent, { ...sent }, { ...sent, amountFen: 1 }])
  expect(results.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'conflict'])
  expect(results[1]).toEqual(results[0])
  expect(book.totals.executed.count).toBe(1)
})

it('hangs or fails a whole chunk because of one order, and executes all of it', () => {
  const { book } = openTestBook()
  const tails = ['8888', '0001', '0007', '0008', '0004']
  const chunk = tails.map((cardTail) => order(cardTail))
  expect(book.submit(chunk).call).toBe('hangs')
  expect(book.totals.executed.count).toBe(4)
  expect(book.submit(chunk).call).toBe('is-answered')
  expect(book.submit([order('0007'), order()]).call).toBe('fails')
  const held = order('0005')
  book.submit([held])
  const differing = { ...held, amountFen: 1 }
  expect(book.submit([differing])).toMatchObject({ call: 'is-answered', results: [{ status: 'conflict' }] })
})

it('lists the lines of the daily statement in order, by Shanghai day', () => {
  const midnight = Date.UTC(2026, 10, 15, 16)
  const { book, time } = openTestBook(undefined, midnight - 1)
  const [first, second, third] = [order('0006'), order('0001'), order()] as const
  book.submit([first, second])
  time.now = midnight
  book.submit([third])
  time.now = midnight + 9_999
  const report = (day: string, after = 0, limit = 10) => {
    const { items, next } = book.linesOfDay(day, after, limit)
    return {
      lines: items.map(({ serial, kind, transfer }) => [serial, kind, transfer.order.reference]),
      next,
    }
  }
  expect(report('2026-11-15')).toEqual({ lines: [[1, 'debit', first.reference]], next: null })
  const ofNextDay = [
    [2, 'debit', third.reference],
    [3, 'return', first.reference],
  ]
  expect(report('2026-11-16')).toEqual({ lines: ofNextDay, next: null })
  expect(report('2026-11-16', 0, 1)).toEqual({ lines: ofNextDay.slice(0, 1), next: 2 })
  expect(report('2026-11-16', 2, 1)).toEqual({ lines: ofNextDay.slice(1), next: null })
  expect(report('2026-11-17')).toEqual({ lines: [], next: null })
})

it('books what it executes at once at another moment, and all else by its clock', () => {
  const { book, time, statusOf } = openTestBook()
  const [paid, slow, refused] = [order(), order('0003'), order('0001')] as const
  const { results } = book.submit([paid, slow, refused], NOON - 3 * 24 * 3_600_000)
  expect(results.map(({ at }) => at?.slice(0, 10))).toEqual(['2026-11-12', '2026-11-15', '2026-11-15'])
  time.now = NOON + 5_000
  expect(statusOf(slow.reference)).toBe('succeeded')
  const of = (day: string) =>
    book.linesOfDay(day, 0, 10).items.map(({ transfer }) => transfer.order.reference)
  expect(of('2026-11-12')).toEqual([paid.reference])
  expect(of('2026-11-15')).toEqual([slow.reference])
})

it('keeps results, totals, statement and pending callbacks over a restart', () => {
  const { book, folder, close } = openTestBook()
  const sent = [...orders(30), order('0001'), order('0006')]
  const { results } = book.submit(sent)
  const events = book.takeNotices().map(({ event }) => event)
  book.closeNotices('delivered', events.slice(0, 20))
  book.closeNotices('given-up', events.slice(20, 25))
  const { totals } = book
  const states = book.recent().map(({ callback }) => callback)
  close()
  const again = openTestBook(folder)
  expect(again.book.submit(sent).results).toEqual(results)
  expect(again.book.totals).toEqual(totals)
  expect(again.book.lines(0, 100).items).toHaveLength(31)
  expect(again.book.takeNotices().map(({ event }) => event)).toEqual(events.slice(25))
  expect(again.book.recent().map(({ callback }) => callback)).toEqual(states)
  expect(again.book.submit([order()]).results[0]?.serial).toBe(32)
})

it('does not store card numbers', () => {
  const { book, folder } = openTestBook()
  const sent = [order(), order('0001'), order('0005')]
  book.submit(sent)
  const kept = readFileSync(join(folder, 'journal.jsonl'), 'utf8')
  for (const { cardNo, reference } of sent) {
    expect(kept).toContain(reference)
    expect(kept).not.toContain(cardNo)
    expect(kept).not.toContain(cardNo.slice(0, 12))
  }
})
