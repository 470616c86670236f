// The choice of how a correction is filed: by managers, once, earlier periods first, and what two at once leave behind (docs/rules/tax.md).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readMigrations } from '../../adapters/postgres/migration-files.ts'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf, sendInVain } from '../../testing/doubted-transfer.ts'
import { payAt, startAt } from '../../testing/filing-packs.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { settleAll } from '../../testing/payout-batches.ts'
import { freshRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { attachProofFile, closeMonthsAt } from '../../testing/tax.ts'
import { brief, correctionSteps, gapsIn, liveReturnAndLateSuccess } from '../../testing/tax-corrections.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-01-10T10:00:00+08:00'))
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
})
afterAll(() => services.close())

const close = (at: string) => closeMonthsAt(services, fixture, new Date(at))

const { declaration, corrected, choice, file, corrections } = correctionSteps(() => ({
  services,
  fixture,
}))

describe('how a return and a late success of a closed month are filed', () => {
  beforeEach(() => liveReturnAndLateSuccess(services, fixture, { further: '30000' }))

  it('is chosen once, written into the audit log and refused a second time', async () => {
    expect((await file('2026-02', '2026-01', 'amended')).http).toBe(200)
    const again = await file('2026-02', '2026-01', 'current')
    expect([again.http, again.body.code]).toEqual([409, 'correction-filed'])
    expect(again.body.msg).toMatch(
      /^2026-01 的更正已按「更正申报」申报（.+，2026-03-01 09:00），申报方式只能选择一次，不能更改$/,
    )
    const entries = await services.query(
      `select account, after from audit_entries where action = 'file-tax-correction' and provider_id = $1`,
      [fixture.providerId],
    )
    expect(entries).toMatchObject([
      {
        account: 'managerA',
        after: {
          month: '2026-02',
          correctedMonth: '2026-01',
          filingWay: 'amended',
          count: 2,
          income: '-20000.00',
          tax: '-480.00',
        },
      },
    ])
    for (const change of [
      `update tax_correction_filings set way = 'current'`,
      'delete from tax_correction_filings',
    ])
      await expect(services.query(change)).rejects.toThrow('tax_correction_filings is append-only')
  })

  it('chosen by two managers at once has one result, and the other is told', async () => {
    const [one, other] = [await signIn(services, 'managerA'), await signIn(services, 'admin')]
    // Neither can write before both have looked.
    const lock = await holdLock(services, 'lock table tax_correction_filings in exclusive mode')
    const called = [
      one.call('fileCorrection', choice('2026-02', '2026-01', 'current')),
      other.call('fileCorrection', choice('2026-02', '2026-01', 'amended')),
    ]
    await lock.untilWaiting(2)
    await lock.release()
    const answers = await Promise.all(called)
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
    const kept = await services.query<{ way: string }>(
      `select f.way from tax_correction_filings f join tax_periods p using (tax_id) where p.provider_id = $1`,
      [fixture.providerId],
    )
    expect(kept).toEqual([{ way: answers[0]?.http === 200 ? 'current' : 'amended' }])
  })

  it.each(['files first', 'closes first'])(
    'leaves the correction and the next month whole when one of two %s',
    async (order) => {
      await payAt(services, fixture, '2026-03-10T10:00:00+08:00', freshRow(), '8000')
      services.clock.set(new Date('2026-04-01T09:00:00+08:00'))
      const lock = await holdLock(services, "select pg_advisory_xact_lock(hashtext('tax-periods'), $1)", [
        fixture.providerId,
      ])
      const steps = [
        () => file('2026-02', '2026-01', 'amended'),
        () => close('2026-04-01T09:00:00+08:00'),
      ] as const
      const calls: Promise<unknown>[] = []
      for (const step of order === 'files first' ? steps : steps.toReversed()) {
        calls.push(step())
        await lock.untilWaiting(calls.length)
      }
      await lock.release()
      await Promise.all(calls)
      expect(await corrections('2026-02')).toMatchObject([{ way: 'amended' }])
      const { sheets } = await declaration('2026-03')
      expect(brief(sheets.申报明细)?.at(-1)?.slice(0, 2)).toEqual(['合计', 8000])
      expect(gapsIn(sheets.核对)).toEqual([0, 0])
    },
  )

  it('waits on the workbench of managers until it is chosen', async () => {
    /** Of all companies in scope, those of other tests among them. */
    const waiting = async (account: string) => {
      const { todos } = await (await signIn(services, account)).answer('todos', {})
      return todos.find(({ kind }) => kind === 'file-correction')?.count ?? 0
    }
    const before = await waiting('managerA')
    expect(before).toBeGreaterThan(0)
    expect([await waiting(fixture.pay), await waiting('managerB')]).toEqual([0, 0])
    await file('2026-02', '2026-01', 'current')
    expect(await waiting('managerA')).toBe(before - 1)
  })

  it('is refused for a month that is not closed and for one that nothing corrects', async () => {
    const open = await file('2026-03', '2026-01', 'current')
    expect([open.http, open.body.code]).toEqual([422, 'tax-month-open'])
    const none = await file('2026-02', '2025-12', 'current')
    expect([none.http, none.body.code]).toEqual([422, 'correction-missing'])
    expect(none.body.msg).toBe('2026-02 没有需要申报的 2025-12 更正')
    expect(await corrections('2026-03')).toEqual([])
  })

  it('counts as filed in the current period where the tax was proven before there was a choice', async () => {
    const backfill = readMigrations()
      .find(({ number }) => number === 29)
      ?.steps.find(({ kind }) => kind === 'batches')
    const ways = () =>
      services.query(
        `select f.month, f.way, f.chosen_by, f.chosen_at from tax_correction_filings f join tax_periods p using (tax_id) where p.provider_id = $1`,
        [fixture.providerId],
      )
    const run = async () => {
      for (let position: unknown = 0; position !== null; )
        [{ position } = { position: null }] = await services.query<{ position: unknown }>(
          backfill?.sql ?? '',
          [position],
        )
    }
    await run()
    expect(await ways()).toEqual([])
    const [period] = await services.query<{ id: number }>(
      `select tax_id as id from tax_periods where provider_id = $1 and month = '2026-02'`,
      [fixture.providerId],
    )
    await attachProofFile(services, fixture.providerId, period?.id ?? 0)
    await run()
    await run()
    expect(await ways()).toEqual([
      { month: '2026-01', way: 'current', chosen_by: null, chosen_at: services.clock.now() },
    ])
    expect(await corrections('2026-02')).toMatchObject([{ way: 'current', byName: '' }])
    expect((await declaration('2026-02')).book.SheetNames).toEqual(['申报明细', '说明', '核对'])
  })

  it('waits for the corrections of earlier periods', async () => {
    const late = await startAt(services, fixture, '2026-03-31T10:00:00+08:00', freshRow(), '5000')
    await sendInVain(services, 'lost-answer')
    await close('2026-04-01T09:00:00+08:00')
    await settleAll(services)
    await close('2026-05-01T09:00:00+08:00')
    expect(await corrections('2026-04')).toMatchObject([{ correctedMonth: '2026-03', waitsFor: '2026-02' }])
    const refused = await file('2026-04', '2026-03', 'current')
    expect([refused.http, refused.body.code]).toEqual([422, 'correction-earlier-open'])
    expect(refused.body.msg).toBe('请先选择 2026-02 中更正的申报方式，再选择以后月份的')
    await file('2026-02', '2026-01', 'current')
    expect((await file('2026-04', '2026-03', 'current')).http).toBe(200)
    // What was declared with its period corrects that period when it comes back, not the month it was paid in.
    await applyUpdateOf(services, late.batchId, 'returned')
    await close('2026-06-01T09:00:00+08:00')
    expect(await corrections('2026-05')).toMatchObject([{ correctedMonth: '2026-04', taxFen: 0n }])
    await file('2026-05', '2026-04', 'amended')
    expect(brief((await corrected('2026-05', '2026-04')).sheets.更正申报明细)?.at(-1)).toEqual(['合计', 0, 0])
  })
})

it('stays out of a period that it takes below zero, is said so beforehand, and goes onto the old month', async () => {
  await liveReturnAndLateSuccess(services, fixture, { further: '29999.99' })
  expect(await corrections('2026-02')).toMatchObject([{ belowZeroCount: 1, belowZero: ['安一'], way: null }])
  const refused = await file('2026-02', '2026-01', 'current')
  expect([refused.http, refused.body.code]).toEqual([422, 'correction-below-zero'])
  expect(refused.body.msg).toBe(
    '在本期更正后，安一 1 人 2026-02 的收入为负，扣缴端不接受负数；请对 2026-01 选择「更正申报」',
  )
  expect(await corrections('2026-02')).toMatchObject([{ way: null }])
  expect((await file('2026-02', '2026-01', 'amended')).http).toBe(200)
  expect(await corrections('2026-02')).toMatchObject([{ belowZeroCount: 0, belowZero: [], way: 'amended' }])
})

it('is asked about together with what was chosen to stay in the period before', async () => {
  const one = freshRow({ name: '安一' })
  const january = await payAt(services, fixture, '2026-01-10T10:00:00+08:00', one, '6000')
  const february = await payAt(services, fixture, '2026-02-10T10:00:00+08:00', one, '6000')
  await close('2026-03-01T09:00:00+08:00')
  for (const { batchId } of [january, february]) await applyUpdateOf(services, batchId, 'returned')
  await payAt(services, fixture, '2026-03-10T10:00:00+08:00', one, '10000')
  await close('2026-04-01T09:00:00+08:00')
  const below = async () => (await corrections('2026-03')).map(({ belowZero }) => belowZero)
  expect(await below()).toEqual([[], []])
  expect((await file('2026-03', '2026-01', 'current')).http).toBe(200)
  expect(await below()).toEqual([[], ['安一']])
  expect((await file('2026-03', '2026-02', 'current')).body.code).toBe('correction-below-zero')
})
