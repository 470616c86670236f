// The life of bank files on real tables: made once, never sent, settled by a result that a second person confirmed (ADR 81, ADR 82).

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import {
  asked,
  downloaded,
  imported,
  madeFiles,
  payByFiles,
  payDirectly,
  postResult,
  resultCsv,
  submitted,
} from '../testing/bank-files.ts'
import { type Reply, signIn } from '../testing/client.ts'
import { expectMoneyTruths, moneyFindings } from '../testing/money-checks.ts'
import { sendAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { queryDoubts } from '../transfers/query-bank.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import { decideResult, settleBankFiles } from './decide-result.ts'
import { decideWithdrawal } from './file-steps.ts'
import { makeBankFiles } from './make-files.ts'
import { workBankFiles } from './work-bank-files.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(async () => {
  await expectMoneyTruths(services)
  await services.close()
})

const company = () => openProviderFixture(services, people, { fen: 100_000n })
const states = async (batchId: number) => (await transfersOf(services, batchId)).map(({ state }) => state)
const stateOf = async (bankFileId: number) =>
  (
    await services.query<{ state: string }>('select state from bank_files where bank_file_id = $1', [
      bankFileId,
    ])
  )[0]?.state

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

async function atBank(fixture: ProviderFixture, rows = freshRows(3, { amount: '100.00' })) {
  const { batchId, files } = await madeFiles(services, fixture, rows)
  const bankFileId = files[0] ?? 0
  await submitted(services, bankFileId, fixture.pay)
  return { batchId, bankFileId }
}

async function confirm(
  fixture: ProviderFixture,
  bankFileId: number,
  kept: { resultId: number; sha256: string },
  by = fixture.check,
) {
  await decideResult(services, await actorOf(services, by), {
    bankFileId,
    ...kept,
    confirms: true,
    reason: '',
  })
}

describe('a batch on the file channel', () => {
  it('is made into files once, and nothing of it is ever sent or asked about', async () => {
    const fixture = await company()
    const { batchId, files } = await madeFiles(services, fixture, freshRows(3, { amount: '100.00' }))
    expect(files).toHaveLength(1)
    await Promise.all([makeBankFiles(services), makeBankFiles(services)])
    const [count] = await services.query<{ n: number }>(
      'select count(*)::int as n from bank_files where batch_id = $1',
      [batchId],
    )
    expect(count?.n).toBe(1)
    expect(await sendWaiting(services)).toBe(0)
    await submitted(services, files[0] ?? 0, fixture.pay)
    expect(await states(batchId)).toEqual(['in-doubt', 'in-doubt', 'in-doubt'])
    services.clock.advance(3_600_000)
    expect([await sendWaiting(services), await queryDoubts(services)]).toEqual([0, 0])
    expect(await states(batchId)).toEqual(['in-doubt', 'in-doubt', 'in-doubt'])
    const [leases] = await services.query<{ n: number }>(
      'select count(*)::int as n from transfer_leases where batch_id = $1',
      [batchId],
    )
    expect(leases?.n).toBe(0)
  })

  it('leaves the direct channel as it was', async () => {
    const fixture = await company()
    const payer = await signIn(services, fixture.pay)
    const { batchId } = await readyBatch(services, fixture, freshRows(1, { amount: '100.00' }))
    expect(await payer.answer('startPlan', { batchId })).toMatchObject({
      channel: 'direct',
      payingAccountId: 0,
    })
    await takeStep(services, fixture.pay, batchId, 'transferring')
    await sendAll(services)
    expect(await states(batchId)).toEqual(['succeeded'])
    expect((await payer.call('batchBankFiles', { batchId })).http).toBe(404)
  })

  it('refuses a start on another account than was shown', async () => {
    const fixture = await company()
    const { batchId } = await readyBatch(services, fixture, freshRows(1, { amount: '100.00' }))
    const accountId = await payByFiles(services, fixture.providerId)
    const payer = await signIn(services, fixture.pay)
    expect(await payer.answer('startPlan', { batchId })).toMatchObject({
      channel: 'file',
      payingAccountId: accountId,
      fileCount: 1,
      rowCount: 1,
      faultCount: 0,
      formatName: '通用代发（Excel）',
    })
    const start = (payAccountId: number) =>
      payer.wire('decideBatch', { opId: batchId, status: 5, ispass: 1, payAccountId })
    expectRefused(await start(0), 'paying-account-changed')
    expectRefused(await start(accountId + 1), 'paying-account-changed')
    expect((await start(accountId)).body.status).toBe(0)
    await workBankFiles(services)
    await payDirectly(services, fixture.providerId)
  })

  it('names the rows that its format cannot express, and starts nothing', async () => {
    const fixture = await company()
    const { batchId } = await readyBatch(services, fixture, [
      freshRow({ amount: '1.00' }),
      freshRow({ amount: '1.00', name: '张㐂' }),
    ])
    await payByFiles(services, fixture.providerId, 'icbc-payroll')
    const payer = await signIn(services, fixture.pay)
    const plan = await payer.answer('startPlan', { batchId })
    expect([plan.faultCount, plan.faults[0]?.what]).toEqual([
      1,
      { heading: '收款账户名称', fault: 'character', detail: '㐂' },
    ])
    expectRefused(await payer.wire('decideBatch', { opId: batchId, status: 5, ispass: 1 }), 'bank-file-rows')
    expect(await states(batchId)).toEqual([null, null])
    await payDirectly(services, fixture.providerId)
  })

  it.each(['general-xlsx', 'icbc-payroll', 'boc-payroll', 'pain.001.001.09', 'cmb-payroll'])(
    'writes %s',
    async (formatKey) => {
      const fixture = await company()
      const { files } = await madeFiles(services, fixture, freshRows(2, { amount: '100.00' }), formatKey)
      const bytes = await downloaded(services, files[0] ?? 0, fixture.pay)
      expect(bytes.length).toBeGreaterThan(100)
      if (formatKey === 'icbc-payroll')
        expect(new TextDecoder('gbk').decode(bytes)).toMatch(/^币种,序号,收款账号/)
      if (formatKey.startsWith('pain'))
        expect(bytes.toString()).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>200.00</CtrlSum>')
    },
  )
})

describe('a file on its way', () => {
  it('is downloaded again only for a reason, and through its own call alone', async () => {
    const fixture = await company()
    const { files } = await madeFiles(services, fixture)
    const bankFileId = files[0] ?? 0
    const payer = await signIn(services, fixture.pay)
    expect((await payer.call('downloadBankFile', { bankFileId })).http).toBe(200)
    expectRefused(await payer.call('downloadBankFile', { bankFileId }), 'bank-file-reason')
    expect((await payer.call('downloadBankFile', { bankFileId, reason: '网银中断' })).http).toBe(200)
    const entries = await services.query<{ reason: string }>(
      `select reason from audit_entries where action = 'download-bank-file' and object_id = $1 order by entry_id`,
      [String(bankFileId)],
    )
    expect(entries.map(({ reason }) => reason)).toEqual(['', '网银中断'])
    const [file] = await services.query<{ id: string }>(
      'select store_file_id as id from bank_files where bank_file_id = $1',
      [bankFileId],
    )
    const other = await payer.wire('downloadFile', { fileId: file?.id })
    expect(other.http).toBe(404)
  })

  it('is not submitted before it was downloaded, nor by two at once twice', async () => {
    const fixture = await company()
    const { files, batchId } = await madeFiles(services, fixture)
    const bankFileId = files[0] ?? 0
    const payer = await signIn(services, fixture.pay)
    expectRefused(await payer.call('submitBankFile', { bankFileId }), 'bank-file-state')
    await downloaded(services, bankFileId, fixture.pay)
    const both = await Promise.all(
      [1, 2].map(() => payer.call('submitBankFile', { bankFileId, bankBatchNo: 'Z1' })),
    )
    expect(both.map(({ body }) => body.status).toSorted()).toEqual([0, 409])
    expect(await states(batchId)).toEqual(['in-doubt', 'in-doubt'])
  })

  it('is withdrawn by two people before it was submitted, which releases its money', async () => {
    const fixture = await company()
    const before = await balanceOf(services, fixture)
    const { files, batchId } = await madeFiles(services, fixture, freshRows(2, { amount: '100.00' }))
    const bankFileId = files[0] ?? 0
    const decide = async (by: string) =>
      decideWithdrawal(services, await actorOf(services, by), bankFileId, true)
    expect(await refusal(decide(fixture.check))).toBe('bank-file-not-withdrawing')
    await asked(services, bankFileId, fixture.pay)
    expect(await refusal(downloaded(services, bankFileId, fixture.pay))).toBe('bank-file-withdrawing')
    expect(await refusal(decide(fixture.pay))).toBe('bank-file-own-withdrawal')
    await decide(fixture.check)
    expect([await stateOf(bankFileId), await states(batchId)]).toEqual(['withdrawn', ['failed', 'failed']])
    const after = await balanceOf(services, fixture)
    expect([after.held, after.outcome, after.cost]).toEqual([before.held, before.outcome, before.cost])
    expect(await refusal(decide(fixture.check))).toBe('bank-file-state')
  })

  it('is not withdrawn where one of its transfers has moved on, and stays as it was', async () => {
    const fixture = await company()
    const { files, rowIds } = await madeFiles(services, fixture)
    const bankFileId = files[0] ?? 0
    await asked(services, bankFileId, fixture.pay)
    const move = (state: string) =>
      services.query('update transfers set state = $2 where row_id = $1', [rowIds[0], state])
    await move('manual')
    const decision = decideWithdrawal(services, await actorOf(services, fixture.check), bankFileId, true)
    expect([await refusal(decision), await stateOf(bankFileId)]).toEqual(['bank-file-moved', 'made'])
    await move('reserved')
  })

  it('is not downloaded while sending is halted: it may be at the bank already', async () => {
    const fixture = await company()
    const { files } = await madeFiles(services, fixture)
    const bankFileId = files[0] ?? 0
    const gate = (state: string, reason: string, at: Date | null) =>
      services.query('update sending_gate set state = $1, reason = $2, halted_at = $3', [state, reason, at])
    await gate('halted', 'unknown-debits', services.clock.now())
    const code = await refusal(downloaded(services, bankFileId, fixture.pay))
    await gate('open', '', null)
    expect([code, await stateOf(bankFileId)]).toEqual(['bank-file-halted', 'made'])
  })

  it('is not withdrawn once it was submitted', async () => {
    const fixture = await company()
    const { bankFileId } = await atBank(fixture)
    expect(await refusal(asked(services, bankFileId, fixture.pay))).toBe('bank-file-state')
  })
})

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
        confirms: false,
        reason,
      })
    expect(await refusal(back(''))).toBe('bank-file-reason')
    await back('合计与网银不符')
    expect(await stateOf(bankFileId)).toBe('submitted')
    await imported(services, fixture.pay, bankFileId, await resultCsv(services, bankFileId, ['成功']))
  })

  it('of another file, changed, or no file at all, changes nothing', async () => {
    const [fixture, other] = [await company(), await company()]
    const { bankFileId, batchId } = await atBank(fixture)
    const { bankFileId: foreign } = await atBank(other)
    const own = new TextDecoder().decode(
      (await resultCsv(services, bankFileId, ['成功', '成功', '成功'])).value as Uint8Array,
    )
    const post = (text: string, fileName = 'result.csv') =>
      postResult(services, fixture.pay, bankFileId, { fileName, value: new TextEncoder().encode(text) })
    expectRefused(
      await postResult(services, fixture.pay, bankFileId, await resultCsv(services, foreign, ['成功'])),
      'result-foreign-row',
    )
    expectRefused(await post(own.replace('100.00', '101.00')), 'result-other-amount')
    expectRefused(await post(`${own}${own.split('\r\n')[1]}\r\n`), 'result-row-twice')
    expectRefused(await post(own.replaceAll('状态', '备忘')), 'result-headings')
    expectRefused(await post('<?xml version="1.0"?><!DOCTYPE x><Document/>', 'r.xml'), 'file-type')
    expectRefused(await post('<Document xmlns="urn:x"><a>&b;</a></Document>', 'r.xml'), 'result-xml')
    expectRefused(await post(own.replaceAll('成功', '处理中')), 'result-nothing')
    expectRefused(await post('just text'), 'file-type')
    expect([await stateOf(bankFileId), await states(batchId)]).toEqual([
      'submitted',
      ['in-doubt', 'in-doubt', 'in-doubt'],
    ])
    const [loose] = await services.query<{ n: number }>(
      `select count(*)::int as n from files where kind = 'bank-result' and attached_at is null`,
    )
    expect(loose?.n).toBe(0)
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

describe('forged books are found (I16)', () => {
  const findings = async () =>
    (await moneyFindings(services)).filter(({ invariant }) => invariant === 'I16').map(({ what }) => what)
  /** Made, looked at, and undone. */
  async function found(forge: string, undo: string, values: readonly unknown[]) {
    await services.query(forge, values)
    const seen = await findings()
    await services.query(undo, values)
    return seen
  }

  it('finds each, and nothing otherwise', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(2, { amount: '100.00' }))
    expect(await findings()).toEqual([])
    const sum = (more: number) => `update bank_files set sum_fen = sum_fen + ${more} where bank_file_id = $1`
    expect(await found(sum(1), sum(-1), [bankFileId])).toEqual([
      expect.stringContaining('is not what its transfers come to'),
    ])
    const net = (more: number) =>
      `update bank_file_rows set net_fen = net_fen + ${more} * case position when 1 then 1 else -1 end where bank_file_id = $1`
    expect(await found(net(5), net(-5), [bankFileId])).toEqual([
      expect.stringContaining('is not what its transfers come to'),
    ])
    const paid = (state: string) => `update transfers set state = '${state}' where batch_id = $1`
    const unproved = await found(paid('succeeded'), paid('in-doubt'), [batchId])
    expect(unproved).toHaveLength(2)
    expect(unproved[0]).toContain('is succeeded without evidence')
    expect((await found(paid('sending'), paid('in-doubt'), [batchId]))[0]).toContain(
      'is sending without evidence',
    )
    const live = (value: boolean) => `update bank_file_rows set live = ${value} where bank_file_id = $1`
    expect((await found(live(false), live(true), [bankFileId]))[0]).toContain('its file is withdrawn')
    const channel = (word: string) => `update transfer_queues set channel = '${word}' where batch_id = $1`
    expect((await found(channel('direct'), channel('file'), [batchId]))[0]).toContain(
      'is sent directly and stands in a file',
    )
  })

  it('the database itself keeps a row from a second live file, and a file queue from waiting', async () => {
    const fixture = await company()
    const { batchId, bankFileId } = await atBank(fixture, freshRows(1, { amount: '100.00' }))
    await expect(
      services.query(
        'insert into bank_file_rows (bank_file_id, position, row_id, net_fen) select bank_file_id, 9, row_id, net_fen from bank_file_rows where bank_file_id = $1',
        [bankFileId],
      ),
    ).rejects.toThrow(/bank_file_rows_live_once/)
    await expect(
      services.query('update transfer_queues set waiting = 1 where batch_id = $1', [batchId]),
    ).rejects.toThrow(/files_never_wait/)
  })
})
