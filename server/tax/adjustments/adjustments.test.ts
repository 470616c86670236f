// Adjustments by two people: entered, confirmed, rejected, withdrawn; closed months, amounts below zero, and closing at the same time.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '../../testing/actor.ts'
import { type Client, type Reply, signIn } from '../../testing/client.ts'
import { registeredPerson, type TestPerson } from '../../testing/freelancers.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { freshRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { payOn } from '../../testing/tax-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { closeMonths } from '../periods/close-months.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let payer: Client
let checker: Client
let person: TestPerson

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(at('2026-08-10'))
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
  await moveTo('2026-08-10')
  person = await registeredPerson(services, fixture.pay as 'payA1')
})
afterAll(() => services.close())

const at = (day: string) => new Date(`${day}T10:00:00+08:00`)
/** Sessions end overnight. */
async function moveTo(day: string) {
  services.clock.set(at(day))
  payer = await signIn(services, fixture.pay)
  checker = await signIn(services, fixture.check)
}
const reported = ({ http, body }: Reply) => `${http} ${body.code ?? body.status}`

type Wanted = { month?: string; item?: 'exempt-income' | 'donation'; amountFen?: bigint; reason?: string }
const draft = (wanted: Wanted = {}) => ({
  userId: person.userId,
  month: '2026-08',
  item: 'exempt-income' as const,
  amountFen: 2_000_00n,
  reason: '见义勇为奖金',
  ...wanted,
})
const enter = (wanted: Wanted = {}, client = payer) => client.answer('proposeAdjustment', draft(wanted))
const confirm = (ids: readonly number[], client = checker) =>
  client.call('confirmAdjustments', { adjustmentIds: [...ids] })
const listed = async (client = payer) => (await client.answer('listAdjustments', {})).rows

/** Pays somebody in each of these months and closes them. */
async function closeThrough(lastDay: string, ...days: string[]) {
  for (const day of days) await payOn(services, fixture, day)
  await closeMonthsAt(services, fixture, at(lastDay))
  await moveTo(lastDay)
}

describe('entering an adjustment', () => {
  it('waits for another person, who sees it with the ID number masked', async () => {
    const adjustmentId = await enter()
    expect(await listed(checker)).toMatchObject([
      {
        adjustmentId,
        name: person.name,
        idCardNo: expect.stringContaining('*'),
        month: '2026-08',
        countedMonth: '',
        item: 'exempt-income',
        amountFen: 2_000_00n,
        reason: '见义勇为奖金',
        status: 'proposed',
        decidedAt: null,
      },
    ])
    const [entry] = await services.query(
      "select object_id, provider_id, after from audit_entries where action = 'enter-tax-adjustment' order by entry_id desc limit 1",
    )
    expect(entry).toMatchObject({
      object_id: String(adjustmentId),
      provider_id: fixture.providerId,
      after: { month: '2026-08', item: 'exempt-income', amount: '2000.00' },
    })
  })

  it.each([
    ['a month to come', { month: '2026-09' }, '422 adjustment-month-ahead'],
    ['a year that is over', { month: '2024-12' }, '422 adjustment-year-over'],
  ])('refuses %s', async (_, wanted, refusal) =>
    expect(reported(await payer.call('proposeAdjustment', draft(wanted)))).toBe(refusal),
  )

  it.each([
    ['no amount', { money: 0 }],
    ['a fraction of a fen', { money: 1.005 }],
    ['an amount above the maximum', { money: 10_000_000 }],
    ['an unknown item', { adjustItem: 'bonus' }],
    ['no reason', { reason: ' ' }],
    ['a reason of one character', { reason: '奖' }],
    ['nobody', { uid: 0 }],
  ])('refuses %s', async (_, wrong) => {
    const good = { uid: person.userId, month: '2026-08', adjustItem: 'donation', money: 1, reason: '捐赠' }
    const { http, body } = await payer.wire('proposeAdjustment', { ...good, ...wrong })
    expect([http, body.errors?.length]).toEqual([400, 1])
  })

  it('refuses the same entry twice, until the first is over', async () => {
    const adjustmentId = await enter()
    expect(reported(await payer.call('proposeAdjustment', draft()))).toBe('409 adjustment-duplicate')
    await enter({ reason: '另一笔奖金' })
    await payer.answer('withdrawAdjustment', { adjustmentId })
    await enter()
  })

  it('does not find a person whom only another provider knows', async () => {
    const stranger = await registeredPerson(services, 'payA2')
    const input = { ...draft(), userId: stranger.userId }
    expect(reported(await payer.call('proposeAdjustment', input))).toBe('404 not-found')
    const manager = await signIn(services, 'managerA')
    const foreign = { ...input, providerId: fixture.providerId }
    expect(reported(await manager.call('proposeAdjustment', foreign))).toBe('404 not-found')
    await manager.answer('proposeAdjustment', { ...input, providerId: people.providers.A2 })
  })

  it('finds by month, name, ID number and state', async () => {
    await enter({ month: '2026-07' })
    const find = async (filter: object) => (await payer.answer('listAdjustments', filter)).count
    expect(await find({ month: '2026-07' })).toBe(1)
    expect(await find({ month: '2026-06' })).toBe(0)
    expect(await find({ name: person.name.slice(0, 2), status: 'proposed' })).toBe(1)
    expect(await find({ idCardNo: person.idCardNo })).toBe(1)
    expect(await find({ idCardNo: freshRow().idCardNo })).toBe(0)
    expect(await find({ status: 'confirmed' })).toBe(0)
    expect((await payer.call('exportAdjustments', { status: 'proposed' })).http).toBe(200)
  })
})

describe('the second person', () => {
  it('is never who entered it, whatever rights they hold', async () => {
    const manager = await signIn(services, 'managerA')
    const input = { ...draft(), providerId: fixture.providerId }
    const adjustmentId = await manager.answer('proposeAdjustment', input)
    expect(reported(await confirm([adjustmentId], manager))).toBe('403 own-adjustment')
    const rejection = { adjustmentIds: [adjustmentId], reason: '金额不符' }
    expect(reported(await manager.call('rejectAdjustments', rejection))).toBe('403 own-adjustment')
    expect(reported(await confirm([adjustmentId], await signIn(services, 'admin')))).toBe('200 0')
    await expect(
      services.query('update tax_adjustments set decided_by = proposed_by where adjustment_id = $1', [
        adjustmentId,
      ]),
    ).rejects.toThrow('never changes')
  })

  it('cannot be bypassed in the database either', async () => {
    const adjustmentId = await enter()
    const changes = [
      "status = 'confirmed', counted_month = month, counted_after = 0, decided_by = proposed_by, decided_at = now()",
      'amount_fen = 1',
    ]
    for (const change of changes)
      await expect(
        services.query(`update tax_adjustments set ${change} where adjustment_id = $1`, [adjustmentId]),
      ).rejects.toThrow(/violates check|never changes/)
    await expect(
      services.query('delete from tax_adjustments where adjustment_id = $1', [adjustmentId]),
    ).rejects.toThrow(/append-only|permission denied/)
  })

  it('decides once: confirmed, rejected and withdrawn are final', async () => {
    const [one, two, three] = [
      await enter(),
      await enter({ reason: '第二笔' }),
      await enter({ reason: '第三笔' }),
    ]
    expect(reported(await confirm([one]))).toBe('200 0')
    await checker.answer('rejectAdjustments', { adjustmentIds: [two], reason: '金额不符' })
    expect(reported(await checker.call('withdrawAdjustment', { adjustmentId: three }))).toBe(
      '403 not-allowed',
    )
    const manager = await signIn(services, 'managerA')
    expect(reported(await manager.call('withdrawAdjustment', { adjustmentId: three }))).toBe(
      '403 not-adjustment-proposer',
    )
    await payer.answer('withdrawAdjustment', { adjustmentId: three })
    for (const adjustmentId of [one, two, three]) {
      expect(reported(await confirm([adjustmentId]))).toBe('409 state-changed')
      expect(reported(await payer.call('withdrawAdjustment', { adjustmentId }))).toBe('409 state-changed')
    }
    const rows = await listed()
    expect(rows.map(({ status, decisionReason }) => [status, decisionReason])).toEqual([
      ['withdrawn', ''],
      ['rejected', '金额不符'],
      ['confirmed', ''],
    ])
    const [{ actions } = { actions: '' }] = await services.query<{ actions: string }>(
      `select string_agg(action, ' ' order by entry_id) as actions from audit_entries
       where provider_id = $1 and object_kind = 'tax-adjustment' and action not like 'enter-%'`,
      [fixture.providerId],
    )
    expect(actions).toBe('confirm-tax-adjustment reject-tax-adjustment withdraw-tax-adjustment')
  })

  it('confirms several at once, all or none', async () => {
    const ids = [await enter(), await enter({ item: 'donation' })]
    const undoing = await enter({ amountFen: -2_000_01n, reason: '冲减' })
    const reply = await confirm([...ids, undoing])
    expect(reported(reply)).toBe('422 adjustment-below-zero')
    expect(reply.body.msg).toContain(`${person.name}的免税收入`)
    expect((await listed()).every(({ status }) => status === 'proposed')).toBe(true)
    expect(reported(await confirm(ids))).toBe('200 0')
  })
})

describe('an amount below zero', () => {
  it('undoes what stands, and no more', async () => {
    await confirm([await enter()])
    const tooMuch = await enter({ amountFen: -2_000_01n, reason: '录入有误' })
    expect(reported(await confirm([tooMuch]))).toBe('422 adjustment-below-zero')
    const other = await enter({ item: 'donation', amountFen: -1n, reason: '录入有误' })
    expect(reported(await confirm([other]))).toBe('422 adjustment-below-zero')
    const all = await enter({ amountFen: -2_000_00n, reason: '录入有误' })
    expect(reported(await confirm([all]))).toBe('200 0')
    const again = await enter({ amountFen: -1n, reason: '录入有误' })
    expect(reported(await confirm([again]))).toBe('422 adjustment-below-zero')
  })
})

describe('a closed month', () => {
  const counted = async () =>
    (await listed()).map(({ month, countedMonth, declaredMonth }) => [month, countedMonth, declaredMonth])

  it('takes nothing more: what is entered for it counts in the next open one, and says so', async () => {
    await closeThrough('2026-09-05', '2026-08-12')
    await confirm([await enter({ month: '2026-08' })])
    expect(await counted()).toEqual([['2026-08', '2026-09', '']])
    await closeThrough('2026-10-05', '2026-09-12')
    expect(await counted()).toEqual([['2026-08', '2026-09', '2026-09']])
  })

  it('is looked up at the confirmation, not at the entry', async () => {
    const adjustmentId = await enter({ month: '2026-08' })
    await closeThrough('2026-09-05', '2026-08-12')
    await confirm([adjustmentId])
    expect(await counted()).toEqual([['2026-08', '2026-09', '']])
  })

  it('of a year that is over takes nothing at all', async () => {
    await moveTo('2026-12-20')
    const adjustmentId = await enter({ month: '2026-12' })
    await closeThrough('2027-01-05', '2026-12-22')
    expect(reported(await confirm([adjustmentId]))).toBe('422 adjustment-year-over')
    expect(reported(await payer.call('proposeAdjustment', draft({ month: '2026-11' })))).toBe(
      '422 adjustment-year-over',
    )
  })

  it.each(['confirms first', 'closes first'])('leaves one result when somebody else %s', async (order) => {
    await payOn(services, fixture, '2026-08-12')
    await moveTo('2026-08-12')
    const adjustmentId = await enter({ month: '2026-08' })
    await moveTo('2026-09-05')
    const { providerId } = fixture
    const closer = await actorOf(services, fixture.pay)
    const close = () => closeMonths(services, closer, { of: 'provider', providerId })
    const held = await holdLock(services, "select pg_advisory_xact_lock(hashtext('tax-periods'), $1)", [
      providerId,
    ])
    const first = order === 'confirms first' ? confirm([adjustmentId]) : close()
    await held.untilWaiting(1)
    const second = order === 'confirms first' ? close() : confirm([adjustmentId])
    await held.untilWaiting(2)
    await held.release()
    await Promise.all([first, second])
    expect(await counted()).toEqual([
      order === 'confirms first' ? ['2026-08', '2026-08', '2026-08'] : ['2026-08', '2026-09', ''],
    ])
    const [booked] = await services.query(
      `select count(*)::int as entries from tax_adjustment_entries join tax_periods using (tax_id) where provider_id = $1`,
      [providerId],
    )
    expect(booked).toEqual({ entries: order === 'confirms first' ? 1 : 0 })
  })

  it('waits for a start under way, so that it is known for which starts each counts', async () => {
    const adjustmentId = await enter()
    const held = await holdLock(services, 'select pg_advisory_xact_lock(7, $1)', [fixture.providerId])
    const confirmed = confirm([adjustmentId])
    await held.untilWaiting(1)
    await held.release()
    expect(reported(await confirmed)).toBe('200 0')
  })

  it('keeps what it declares', async () => {
    await confirm([await enter()])
    await closeThrough('2026-09-05', '2026-08-12')
    for (const change of [
      'update tax_adjustment_entries set amount_fen = 1',
      'delete from tax_adjustment_entries',
    ])
      await expect(services.query(change)).rejects.toThrow(/append-only|permission denied/)
  })
})
