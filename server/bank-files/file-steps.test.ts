// A bank file on its way: downloaded knowingly, submitted once, withdrawn by two people while it is not at the bank (ADR 81).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { expectRefused, type FileCases, openFileCases, refusal } from '../testing/bank-file-cases.ts'
import { asked, downloaded, madeFiles } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { balanceOf } from '../testing/provider-fixture.ts'
import { decideWithdrawal } from './file-steps.ts'

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
