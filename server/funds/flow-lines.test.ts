// Lines and balances of random flows against a plain walk through the postings: every page, kind and range, to the fen.

import { shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  balanceMove,
  FLOW_KINDS,
  type FlowKind,
  flowPhases,
  flowSideOf,
  sumByKind,
} from '@paywages/domain/ledger/fund-flow.ts'
import {
  type Payment,
  type Phase,
  type Posting,
  recharge,
  release,
  reserve,
  reverse,
  reverseRecharge,
  settle,
  settleLate,
} from '@paywages/domain/ledger/postings.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credit, postFacts, spend } from '../ledger/post-entries.ts'
import type { Subject } from '../ledger/store.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { type BalancedBatchFlow, listBatchFlows, withBalances } from './flow-by-batch.ts'
import { countLines, eachPieceOfLines, type FlowLine, listLines } from './flow-lines.ts'
import { readFlowPage } from './flow-page.ts'
import { type FlowRange, readFlowParts } from './flow-parts.ts'

let services: TestServices
let fixture: ProviderFixture
let all: Walked[]

type Walked = {
  id: bigint
  at: Date
  phase: Phase
  fen: bigint
  subject: string
  balance: bigint
  held: bigint
}

/** The same numbers for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return (((state ^ (state >>> 13)) >>> 0) % 1_000_003) % sides
  }
}

const FIRST = startOfDay('2026-02-26').getTime()
const HOUR = 3_600_000

/** Six days over the end of a month; a third of the moments is shared, and midnights are among them. */
function momentOf(roll: (sides: number) => number): Date {
  const day = FIRST + roll(6) * 24 * HOUR
  return new Date(day + (roll(3) === 0 ? roll(3) * 12 * HOUR : roll(24 * HOUR)))
}

async function live(roll: (sides: number) => number): Promise<void> {
  let subjects = BigInt(fixture.providerId) * 1_000_000n
  const entry = (subject: Subject, postings: readonly Posting[]) => {
    subjects += 1n
    // Five batches, paid side by side.
    return { subject, subjectId: subjects, batchId: subjects % 5n, postings }
  }
  const { providerId } = fixture
  for (let step = 0; step < 260; step += 1) {
    const at = momentOf(roll)
    const payment: Payment = {
      amountFen: BigInt(100 + roll(90_000)),
      feeFen: BigInt(roll(3) * 17),
      taxFen: BigInt(roll(2) * 31),
      vatFen: BigInt(roll(2) * 13),
    }
    await services.database.transact(async (tx) => {
      if (step % 4 === 0)
        return void (await credit(tx, providerId, entry('recharge', recharge(payment.amountFen * 6n)), at))
      if (step % 37 === 5)
        return void (await spend(tx, providerId, entry('reversal', reverseRecharge(50n)), at))
      const held = await spend(
        tx,
        providerId,
        entry('batch', reserve(payment.amountFen, payment.feeFen)),
        momentOf(roll),
      )
      if (!held.enough) return
      // One in seven stays under way; others are paid, not paid, paid after all, returned.
      const ends = [
        [],
        settle(payment),
        settle(payment),
        release(payment),
        [...release(payment), ...settleLate(payment)],
        [...settle(payment), ...reverse(payment)],
        [...release(payment), ...settleLate(payment), ...reverse(payment)],
      ][roll(7)]
      if (ends && ends.length > 0) await postFacts(tx, providerId, [entry('transfer', ends)], at)
    })
  }
  // More than the account can bear: it stands below zero for a while.
  const beyond = settleLate({ amountFen: 90_000_000n, feeFen: 1n, taxFen: 1n, vatFen: 1n })
  await services.database.transact((tx) =>
    postFacts(tx, providerId, [entry('transfer', beyond)], momentOf(roll)),
  )
  await services.database.transact((tx) =>
    credit(tx, providerId, entry('recharge', recharge(5_000n)), momentOf(roll)),
  )
}

/** A third of what was settled as earlier releases wrote it: a posting each for net, fee, tax and VAT. */
async function settleAsBefore(): Promise<void> {
  for (const statement of [
    'alter table ledger_postings disable trigger ledger_postings_settled_in_one_row',
    `insert into ledger_postings (posting_id, provider_id, phase, source, destination, amount_fen, subject, subject_id, at)
     overriding system value select posting_id, provider_id, phase, source, destination, amount_fen, subject, subject_id, at
     from ledger_lines where phase like 'settle-%' and subject_id % 3 = 0`,
    'alter table ledger_postings enable trigger ledger_postings_settled_in_one_row',
    'alter table ledger_settlements disable trigger user',
    'delete from ledger_settlements where transfer_id % 3 = 0',
    'alter table ledger_settlements enable trigger user',
  ])
    await services.query(statement)
}

async function walk(): Promise<Walked[]> {
  const postings = await services.query<{ id: bigint; at: Date; phase: Phase; fen: bigint; subject: string }>(
    `select posting_id as id, at, phase, amount_fen as fen,
      case subject when 'transfer' then 'batch ' || subject_id % 5 else subject || ' ' || subject_id end as subject
    from ledger_lines where provider_id = $1 order by at, posting_id`,
    [fixture.providerId],
  )
  let [balance, held] = [0n, 0n]
  return postings.map((posting) => {
    const move = balanceMove(posting.phase, posting.fen)
    balance += move.balanceFen
    held += move.heldFen
    return { ...posting, balance, held }
  })
}

/** What a plain walk gives for each batch, recharge or reversal, day and side. */
function walkedFlows(lines: readonly Walked[]): string[] {
  const groups = Map.groupBy(
    lines,
    ({ at, subject, phase }) => `${shanghaiDay(at)} ${subject} ${flowSideOf(phase)}`,
  )
  return [...groups]
    .map(([key, own]) => {
      const last = own.reduce((latest, { at }) => (at > latest ? at : latest), new Date(0))
      const fen = own.reduce((sum, one) => sum + one.fen, 0n)
      const balance = all.findLast(({ at }) => at <= last)?.balance
      return { key, last, text: `${key} ${last.toISOString()} ${fen} ${balance}` }
    })
    .toSorted((a, b) => b.last.getTime() - a.last.getTime())
    .map(({ text }) => text)
}
const reportedFlow = ({ day, subject, subjectId, side, at, amountFen, balanceFen }: BalancedBatchFlow) =>
  `${day} ${subject} ${subjectId} ${side} ${at.toISOString()} ${amountFen} ${balanceFen}`

const isLine = ({ phase }: Walked, kind?: FlowKind) => flowPhases(kind).includes(phase)
const reported = ({ postingId, at, phase, amountFen, balanceFen }: FlowLine) =>
  `${postingId} ${at.toISOString()} ${phase} ${amountFen} ${balanceFen}`
const walked = ({ id, at, phase, fen, balance }: Walked) =>
  `${id} ${at.toISOString()} ${phase} ${fen} ${balance}`

beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  // Another provider's lines at the same moments must never be met.
  for (const seed of [7, 11]) {
    fixture = await openProviderFixture(services, people)
    await live(dice(seed))
  }
  await settleAsBefore()
  all = await walk()
})
afterAll(() => services.close())

it('generates postings of every kind, at equal times, in both forms and with a negative balance', async () => {
  const forms = await services.query<{ phase: string }>(
    "select distinct phase from ledger_postings where phase like 'settle-%' union all select 'in one row' where exists (select from ledger_settlements) order by 1",
  )
  expect(forms.map(({ phase }) => phase)).toEqual([
    'in one row',
    'settle-fee',
    'settle-net',
    'settle-tax',
    'settle-vat',
  ])
  for (const kind of FLOW_KINDS) expect([kind, all.some((one) => isLine(one, kind))]).toEqual([kind, true])
  expect(all.filter((one) => isLine(one)).length).toBeGreaterThan(300)
  expect(new Set(all.map(({ at }) => at.getTime())).size).toBeLessThan(all.length / 2)
  expect(all.some(({ balance }) => balance < 0n)).toBe(true)
})

it('ends the fund flow with the account balance', async () => {
  const [balance] = await services.query<{ fen: bigint; held: bigint }>(
    'select available_fen + held_fen + suspense_fen as fen, held_fen as held from ledger_balances where provider_id = $1',
    [fixture.providerId],
  )
  expect([all.at(-1)?.balance, all.at(-1)?.held]).toEqual([balance?.fen, balance?.held])
})

const at = (text: string) => new Date(`2026-${text}+08:00`)
const RANGES: [string, Omit<FlowRange, 'providerId'>][] = [
  ['everything', {}],
  ['whole days', { from: at('02-27T00:00:00'), to: at('03-02T00:00:00') }],
  ['one whole day', { from: at('02-28T00:00:00'), to: at('03-01T00:00:00') }],
  ['a part of one day', { from: at('02-28T03:00:00'), to: at('02-28T12:00:00') }],
  ['from midnight into a day', { from: at('02-28T00:00:00'), to: at('02-28T12:00:00.001') }],
  ['parts at both ends', { from: at('02-27T12:00:00'), to: at('03-02T12:00:00') }],
  ['a part into the next day', { from: at('02-27T12:00:00.001'), to: at('02-28T00:00:00') }],
  ['open end', { from: at('02-28T12:00:00') }],
  ['open start', { to: at('02-28T12:00:00') }],
  ['before everything', { to: at('02-01T00:00:00') }],
  ['after everything', { from: at('05-01T00:00:00') }],
  ['end before start', { from: at('03-02T00:00:00'), to: at('02-27T00:00:00') }],
]

describe.each(RANGES)('fund flow in range "%s"', (_, { from, to }) => {
  const within = ({ at: moment }: Walked) =>
    (from === undefined || moment >= from) && (to === undefined || moment < to)
  const before = () => all.findLast(({ at: moment }) => from !== undefined && moment < from)
  const read = () =>
    services.database.read((tx) => readFlowParts(tx, { providerId: fixture.providerId, from, to }))

  it('returns opening and closing balance with the held part', async () => {
    const { opening, closing } = await read()
    const last = all.findLast(within) ?? before()
    expect(opening).toEqual({ balanceFen: before()?.balance ?? 0n, heldFen: before()?.held ?? 0n })
    expect(closing).toEqual({ balanceFen: last?.balance ?? 0n, heldFen: last?.held ?? 0n })
  })

  it.each([undefined, ...FLOW_KINDS])(
    'returns the right lines of kind %s on every page of every size',
    async (kind) => {
      const expected = all.filter((one) => within(one) && isLine(one, kind)).map(walked)
      const newest = expected.toReversed()
      await services.database.read(async (tx) => {
        const range = { providerId: fixture.providerId, from, to }
        const parts = await readFlowParts(tx, range)
        const { opening, closing } = parts
        const phases = flowPhases(kind)
        expect(countLines(parts, phases)).toBe(expected.length)
        for (const size of [1, 7, 100]) {
          // With single lines, some from everywhere; with larger pages, all of them and one beyond.
          const step = size === 1 ? 13 : 1
          for (let index = 0; index * size <= newest.length + size; index += step) {
            // Of single lines those farther than the fifth are looked for by their moments.
            const far = size === 1 ? 5 : undefined
            // And days farther than the nearest few by adding all of them up.
            const near = size === 1 ? 6 : undefined
            const shown = await readFlowPage(tx, range, phases, { index, size }, near)
            const page = await listLines(tx, fixture.providerId, shown, phases, far)
            expect(page.map(reported)).toEqual(newest.slice(index * size, (index + 1) * size))
            expect([shown.opening, shown.closing, shown.count]).toEqual([opening, closing, expected.length])
            expect(sumByKind(shown.sums)).toEqual(sumByKind(parts.parts.flatMap(({ sums }) => sums)))
          }
        }
        const exported: FlowLine[] = []
        for await (const piece of eachPieceOfLines(tx, fixture.providerId, parts, phases, 20))
          exported.push(...piece)
        expect(exported.map(reported)).toEqual(expected)
      })
    },
  )
})

const isMidnight = (edge: Date | undefined) =>
  edge === undefined || startOfDay(shanghaiDay(edge)).getTime() === edge.getTime()
const WHOLE_DAYS = RANGES.filter(([, { from, to }]) => isMidnight(from) && isMidnight(to))

describe.each(WHOLE_DAYS)('fund flow by batch in range "%s"', (_, { from, to }) => {
  const within = ({ at: moment }: Walked) =>
    (from === undefined || moment >= from) && (to === undefined || moment < to)
  it.each([undefined, ...FLOW_KINDS])(
    'returns one line for a batch, day and side of kind %s, on every page',
    async (kind) => {
      const expected = walkedFlows(all.filter((one) => within(one) && isLine(one, kind)))
      await services.database.read(async (tx) => {
        const range = { providerId: fixture.providerId, from, to }
        const parts = await readFlowParts(tx, range)
        const found: string[] = []
        for (let index = 0; index * 7 <= expected.length + 7; index += 1) {
          const { flows, count } = await listBatchFlows(tx, range, kind, { index, size: 7 })
          expect(count).toBe(expected.length)
          found.push(...(await withBalances(tx, fixture.providerId, parts, flows)).map(reportedFlow))
        }
        // Those of one moment stand in any order.
        expect(found.toSorted()).toEqual(expected.toSorted())
        const times = found.map((text) => /\d{4}-\S+Z/.exec(text)?.[0] ?? '')
        expect(times).toEqual(times.toSorted().toReversed())
      })
    },
  )
})
