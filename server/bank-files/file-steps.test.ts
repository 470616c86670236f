// A bank file on its way: downloaded knowingly, submitted once, withdrawn by two people while it is not at the bank (ADR 81).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { expectRefused, type FileCases, openFileCases, refusal } from '../testing/bank-file-cases.ts'
import { asked, downloaded, madeFiles, payByFiles, payDirectly } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { balanceOf, readyBatch } from '../testing/provider-fixture.ts'
import { guardSending } from '../transfers/guard-sending.ts'
import { decideWithdrawal, submitBankFile } from './file-steps.ts'
import { makeBankFiles } from './make-files.ts'

let cases: FileCases
let atBank: FileCases['atBank']
let company: FileCases['company']
let services: FileCases['services']
let stateOf: FileCases['stateOf']
let states: FileCases['states']
beforeAll(async () => {
  cases = await openFileCases()
  ;({ atBank, company, services, stateOf, states } = cases)
})
afterAll(() => cases.close())

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

  it('is not withdrawn where another says why not, or where who asked takes it back', async () => {
    const fixture = await company()
    const { files } = await madeFiles(services, fixture)
    const bankFileId = files[0] ?? 0
    const refuse = async (by: string, reason?: string) =>
      decideWithdrawal(services, await actorOf(services, by), bankFileId, false, reason)
    await asked(services, bankFileId, fixture.pay)
    expect(await refusal(refuse(fixture.check))).toBe('bank-file-reason')
    expect(await refusal(refuse(fixture.check, ' '))).toBe('bank-file-reason')
    await refuse(fixture.check, 'it is at the bank')
    await asked(services, bankFileId, fixture.pay)
    await refuse(fixture.pay)
    const entries = await services.query<{ reason: string }>(
      `select reason from audit_entries where action = 'refuse-file-withdrawal' and object_id = $1 order by entry_id`,
      [String(bankFileId)],
    )
    expect([entries.length, entries[0]?.reason]).toEqual([2, 'it is at the bank'])
  })

  it('is submitted or asked back where both happen at once, never both', async () => {
    const fixture = await company()
    const { files, batchId } = await madeFiles(services, fixture, freshRows(1))
    const bankFileId = files[0] ?? 0
    await downloaded(services, bankFileId, fixture.pay)
    const payer = await signIn(services, fixture.pay)
    const reviewer = await signIn(services, fixture.check)
    const replies = await Promise.all([
      payer.wire('submitBankFile', { bankFileId, bankBatchNo: 'Z1' }),
      reviewer.wire('askFileWithdrawal', { bankFileId, reason: 'the wrong account' }),
    ])
    expect(replies.filter(({ body }) => body.status === 0)).toHaveLength(1)
    const withdrawn = replies[1]?.body.status === 0
    const decided = await payer.wire('decideFileWithdrawal', { bankFileId, decision: 1 })
    expect(decided.body.status === 0).toBe(withdrawn)
    expect([await stateOf(bankFileId), await states(batchId)]).toEqual(
      withdrawn ? ['withdrawn', ['failed']] : ['submitted', ['in-doubt']],
    )
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

  it.each([
    ['while sending is halted', `state = 'halted', reason = 'unknown-debits', halted_at = now()`],
    ['before a server that was started anew was looked at', `server_started_at = now() - interval '1 day'`],
  ])('is neither downloaded nor told as submitted %s: it may be at the bank already', async (_, change) => {
    const fixture = await company()
    const { files } = await madeFiles(services, fixture, freshRows(2, { amount: '1.00' }))
    const bankFileId = files[0] ?? 0
    await services.query(`update sending_gate set ${change}`)
    expect(await refusal(downloaded(services, bankFileId, fixture.pay))).toBe('bank-file-halted')
    expect(await stateOf(bankFileId)).toBe('made')
    await guardSending(services, { compare: true })
    await downloaded(services, bankFileId, fixture.pay)
    await services.query(`update sending_gate set ${change}`)
    const told = submitBankFile(services, await actorOf(services, fixture.pay), bankFileId, '')
    expect([await refusal(told), await stateOf(bankFileId)]).toEqual(['bank-file-halted', 'downloaded'])
    await guardSending(services, { compare: true })
  })

  it('is held after a restore, made or not, until two managers have compared with online banking', async () => {
    const fixture = await company()
    const { files } = await madeFiles(services, fixture, freshRows(2, { amount: '1.00' }))
    const bankFileId = files[0] ?? 0
    await downloaded(services, bankFileId, fixture.pay)
    const { batchId } = await readyBatch(services, fixture, [freshRow({ amount: '1.00' })])
    await payByFiles(services, fixture.providerId)
    await takeStep(services, fixture.pay, batchId, 'transferring')
    await services.query('update sending_gate set timeline = timeline + 1')
    // The signed record of the direct channel agrees; of files it knows nothing.
    expect(await guardSending(services)).toEqual({ state: 'open' })
    const again = () => downloaded(services, bankFileId, fixture.pay, 'lost')
    const tell = async () => submitBankFile(services, await actorOf(services, fixture.pay), bankFileId, '')
    expect([await refusal(again()), await refusal(tell())]).toEqual(Array(2).fill('bank-file-restored'))
    expect(await makeBankFiles(services)).toBe(0)
    // Its money would be paid again while the file is at the bank.
    expect(await refusal(asked(services, bankFileId, fixture.pay))).toBe('bank-file-restored')
    await services.query(
      `update bank_files set withdrawal_asked_by = (select account_id from accounts where account = $2), withdrawal_asked_at = now() where bank_file_id = $1`,
      [bankFileId, fixture.pay],
    )
    const withdraw = async (confirms: boolean) =>
      decideWithdrawal(services, await actorOf(services, fixture.check), bankFileId, confirms, 'at the bank')
    expect(await refusal(withdraw(true))).toBe('bank-file-restored')
    await withdraw(false)
    // Nor goes what may be at the bank by files out on the direct channel, whose record knows nothing of them.
    await payDirectly(services, fixture.providerId)
    const ready = await readyBatch(services, fixture, [freshRow({ amount: '1.00' })])
    const startDirectly = () => takeStep(services, fixture.pay, ready.batchId, 'transferring')
    expect(await refusal(startDirectly())).toBe('direct-start-restored')
    const [manager, admin] = [await signIn(services, 'managerA'), await signIn(services, 'admin')]
    expect((await manager.answer('batchBankFiles', { batchId })).held).toBe(true)
    const release = { providerId: fixture.providerId, word: 'none of them is there' }
    const { body } = await manager.call('releaseBankFiles', release)
    const { proposalId } = body as unknown as { proposalId: number }
    expect((await manager.call('confirmProposal', { proposalId })).body.code).toBe('own-proposal')
    expect(await refusal(again())).toBe('bank-file-restored')
    await admin.answer('confirmProposal', { proposalId })
    await tell()
    expect([await stateOf(bankFileId), await makeBankFiles(services)]).toEqual(['submitted', 1])
    await startDirectly()
    expect((await manager.call('releaseBankFiles', release)).body.code).toBe('bank-files-not-held')
    // Another company's files wait for their own comparison, and a second restore asks everybody again.
    expect((await madeFiles(services, await company())).files).toEqual([])
    // The same server stands for another one here: it was not told of before.
    await services.query(`update sending_gate set timeline = timeline + 1, restore_marks = '{}'`)
    services.clock.advance(1)
    await guardSending(services)
    expect(await refusal(again())).toBe('bank-file-restored')
    await services.query('update sending_gate set restored_at = null')
  })

  it('is not withdrawn once it was submitted', async () => {
    const fixture = await company()
    const { bankFileId } = await atBank(fixture)
    expect(await refusal(asked(services, bankFileId, fixture.pay))).toBe('bank-file-state')
  })
})
