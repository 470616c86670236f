// Results of bank files: read strictly, confirmed by a second person, and then in the books (ADR 82).

import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { expectRefused, type FileCases, openFileCases, refusal } from '../testing/bank-file-cases.ts'
import { imported, madeFiles, postResult, resultCsv, submitted } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { balanceOf } from '../testing/provider-fixture.ts'
import { decideResult, settleBankFiles } from './decide-result.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
let atBank: FileCases['atBank']
let company: FileCases['company']
let confirm: FileCases['confirm']
let services: FileCases['services']
let stateOf: FileCases['stateOf']
let states: FileCases['states']
beforeAll(async () => {
  cases = await openFileCases()
  ;({ atBank, company, confirm, services, stateOf, states } = cases)
})
afterAll(() => cases.close())

describe('a result', () => {
  it('settles what it names once a second person has confirmed it', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture)
    const held = (await balanceOf(services, fixture)).held
    const file = await resultCsv(services, bankFileId, ['成功', '失败'])
    const shown = await postResult(services, fixture.pay, bankFileId, file)
    expect(shown.body.data).toMatchObject({
      sucNum: 1,
      sucMoney: 100,
      failNum: 1,
      openNum: 1,
      openMoney: 100,
      referenceNum: 2,
    })
    expect(await stateOf(bankFileId)).toBe('submitted')
    const kept = await imported(services, fixture.pay, bankFileId, file)
    await settleBankFiles(services)
    expect(await states(batchId)).toEqual(['in-doubt', 'in-doubt', 'in-doubt'])

    expect(await refusal(confirm(fixture, bankFileId, kept, fixture.pay))).toBe('not-allowed')
    expect(await refusal(confirm(fixture, bankFileId, { ...kept, sha256: '0'.repeat(64) }))).toBe(
      'bank-result-changed',
    )
    await confirm(fixture, bankFileId, kept)
    expect(await refusal(confirm(fixture, bankFileId, kept))).toBe('bank-file-state')
    await Promise.all([workBankFiles(services), workBankFiles(services)])
    expect(await states(batchId)).toEqual(['succeeded', 'failed', 'in-doubt'])
    expect((await balanceOf(services, fixture)).held).toBe(held / 3n)
    expect(await stateOf(bankFileId)).toBe('submitted')

    expectRefused(await postResult(services, fixture.pay, bankFileId, file), 'bank-result-known')
    const last = await imported(
      services,
      fixture.pay,
      bankFileId,
      await resultCsv(services, bankFileId, [undefined, undefined, '成功']),
    )
    await confirm(fixture, bankFileId, last)
    await workBankFiles(services)
    expect([await stateOf(bankFileId), await states(batchId)]).toEqual([
      'settled',
      ['succeeded', 'failed', 'succeeded'],
    ])
  })

  it.each([
    ['submitted its file at the bank', 'bank_files', 'submitted_by', 'bank-file-own-submission'],
    ['imported it', 'bank_file_results', 'imported_by', 'bank-file-own-import'],
  ])('is not confirmed by whoever %s, whatever rights they have since', async (_, table, column, code) => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(1, { amount: '100.00' }))
    const kept = await imported(
      services,
      fixture.pay,
      bankFileId,
      await resultCsv(services, bankFileId, ['成功']),
    )
    await services.query(
      `update ${table} set ${column} = (select account_id from accounts where account = $1) where bank_file_id = $2`,
      [fixture.check, bankFileId],
    )
    expect(await refusal(confirm(fixture, bankFileId, kept))).toBe(code)
    await workBankFiles(services)
    expect([await stateOf(bankFileId), await states(batchId)]).toEqual(['imported', ['in-doubt']])
  })

  it('that contradicts an earlier one raises an alarm and takes nothing back', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(2, { amount: '100.00' }))
    for (const words of [
      ['成功', '失败'],
      ['失败', '成功'],
    ]) {
      await confirm(
        fixture,
        bankFileId,
        await imported(services, fixture.pay, bankFileId, await resultCsv(services, bankFileId, words)),
      )
      await workBankFiles(services)
    }
    expect(await states(batchId)).toEqual(['succeeded', 'succeeded'])
    const alarms = await services.query<{ alarm: string }>(
      `select e.alarm from transfer_events e join transfers t on t.row_id = e.transfer_id where t.batch_id = $1 and e.alarm is not null order by e.event_id`,
      [batchId],
    )
    expect(alarms.map(({ alarm }) => alarm).toSorted()).toEqual(['contradiction', 'late-success'])
  })

  it('of a settled file registers what came back days later, and gives the money back', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(1, { amount: '100.00' }))
    const before = await balanceOf(services, fixture)
    for (const [word, after] of [
      ['成功', 'succeeded'],
      ['退票', 'returned'],
    ] as const) {
      const file = await resultCsv(services, bankFileId, [word])
      await confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, file))
      await workBankFiles(services)
      expect([await stateOf(bankFileId), await states(batchId)]).toEqual(['settled', [after]])
    }
    expect((await balanceOf(services, fixture)).available).toBe(before.available + before.held)
  })

  it('is sent back with a reason, and another may come', async () => {
    const fixture = await company()
    const { bankFileId } = await atBank(fixture)
    const kept = await imported(
      services,
      fixture.pay,
      bankFileId,
      await resultCsv(services, bankFileId, ['成功']),
    )
    const back = async (reason: string) =>
      decideResult(services, await actorOf(services, fixture.check), {
        bankFileId,
        ...kept,
        revision: 0,
        confirms: false,
        reason,
      })
    expect(await refusal(back(''))).toBe('bank-file-reason')
    await back('合计与网银不符')
    expect(await stateOf(bankFileId)).toBe('submitted')
    await imported(services, fixture.pay, bankFileId, await resultCsv(services, bankFileId, ['成功']))
  })

  it('dates its payouts by the bank’s day, and not by that of the confirmation', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(1, { amount: '100.00' }))
    const paidOn = shanghaiDay(services.clock.now())
    services.clock.advance(2 * DAY_MS)
    const file = (await cases.sheetWithoutReferences(bankFileId))(paidOn)
    const shown = await postResult(services, fixture.pay, bankFileId, file)
    expect(shown.body.data).toMatchObject({ sucNum: 1, firstDay: paidOn, lastDay: paidOn })
    await confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, file))
    await workBankFiles(services)
    const [row] = await services.query<{ at: Date }>(
      'select payout_at as at from payout_lines where batch_id = $1',
      [batchId],
    )
    expect(row && shanghaiDay(row.at)).toBe(paidOn)
  })

  it('that cannot be taken into the books holds up no other', async () => {
    const fixture = await company()
    const one = () => freshRows(1, { amount: '100.00' })
    const [stuck, free] = [await atBank(fixture, one()), await atBank(fixture, one())]
    for (const { bankFileId } of [stuck, free]) {
      const file = await resultCsv(services, bankFileId, ['成功'])
      await confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, file))
    }
    await services.query(
      `alter table bank_file_results add constraint stuck check (bank_file_id <> ${stuck.bankFileId} or applied_to = 0)`,
    )
    await workBankFiles(services)
    expect([await states(stuck.batchId), await states(free.batchId)]).toEqual([['in-doubt'], ['succeeded']])
    await services.query('alter table bank_file_results drop constraint stuck')
    await workBankFiles(services)
    expect(await states(stuck.batchId)).toEqual(['succeeded'])
  })

  it('that never comes gives its rows to people after the time of the direct channel', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(1, { amount: '100.00' }))
    await workBankFiles(services)
    expect(await states(batchId)).toEqual(['in-doubt'])
    services.clock.advance(services.settings.retryPolicy.manualAfterMs + 1)
    await workBankFiles(services)
    expect(await states(batchId)).toEqual(['manual'])
    await confirm(
      fixture,
      bankFileId,
      await imported(services, fixture.pay, bankFileId, await resultCsv(services, bankFileId, ['成功'])),
    )
    await workBankFiles(services)
    expect(await states(batchId)).toEqual(['succeeded'])
  })

  it('shows file and position in the history of each transfer', async () => {
    const fixture = await company()
    const { rowIds, files } = await madeFiles(services, fixture, freshRows(2))
    await submitted(services, files[0] ?? 0, fixture.pay)
    const payer = await signIn(services, fixture.pay)
    const history = await payer.answer('transferHistory', { rowId: rowIds[1] ?? 0 })
    expect(history.bankFile).toMatchObject({ position: 2, bankBatchNo: 'Z0001' })
    expect(history.events.map(({ kind, to }) => [kind, to])).toEqual([['handed-over', 'in-doubt']])
  })
})
