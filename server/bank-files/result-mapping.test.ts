// A result file in one bank's own headings and words: mapped by its format, confirmed by two, then in the books (ADR 96).

import type { ResultMapping } from '@paywages/domain/bank-files/result-mapping.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { imported, postResult, resultCsv } from '../testing/bank-files.ts'
import { draftNamed } from '../testing/bank-formats.ts'
import { type Client, type SentFile, signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
let manager: Client
let admin: Client
beforeAll(async () => {
  cases = await openFileCases()
  manager = await signIn(cases.services, 'managerA')
  admin = await signIn(cases.services, 'admin')
})
afterAll(() => cases.close())

const mapping = (status: string): ResultMapping => ({
  columns: { reference: '客户编号', amount: '清算金额', status, reason: '返回信息' },
  states: { succeeded: ['0000'], rejected: ['9999'], returned: [], processing: ['0001'] },
  reasons: [{ bank: 'E0042', ours: '账户不存在' }],
})

async function confirmed(providerId: number, status: string, formatKey?: string): Promise<string> {
  const draft = { ...draftNamed('自有回盘'), results: mapping(status) }
  const { body } = await manager.call('proposeBankFormat', { providerId, draft, formatKey })
  const { proposalId } = body as unknown as { proposalId: number }
  const [proposal] = await cases.services.query<{ after: Record<string, string> }>(
    'select facts_after as after from proposals where proposal_id = $1',
    [proposalId],
  )
  expect(proposal?.after.formatResults).toContain(`${status}→状态；返回信息→原因；成功：0000；失败：9999`)
  await admin.answer('confirmProposal', { proposalId })
  const { rows } = await admin.answer('listBankFormats', { providerId })
  return rows.find(({ bankFormatId, name }) => bankFormatId > 0 && name === '自有回盘')?.key ?? ''
}

async function withdraw(key: string, version: number): Promise<void> {
  const [found] = await cases.services.query<{ bankFormatId: number }>(
    'select bank_format_id as "bankFormatId" from bank_formats where format_key = $1 and version = $2',
    [key, version],
  )
  const bankFormatId = found?.bankFormatId ?? 0
  expect((await manager.call('withdrawBankFormat', { bankFormatId, reason: 'wrong' })).http).toBe(200)
}

/** As that bank writes it, under the heading for its codes. */
async function bankCsv(bankFileId: number, heading: string, codes: readonly string[]): Promise<SentFile> {
  const rows = await cases.services.query<{ reference: string }>(
    `select t.reference from bank_file_rows f join row_transfers t using (row_id) where f.bank_file_id = $1 order by f.position`,
    [bankFileId],
  )
  const lines = rows.map(({ reference }, index) => `${reference},100.00,${codes[index]}`)
  const text = [`客户编号,清算金额,${heading},返回信息`, ...lines].join('\r\n')
  return { fileName: 'result.csv', value: new TextEncoder().encode(text) }
}

it('settles by the words of its format, which a second manager confirmed with it', async () => {
  const { services, states, confirm } = cases
  const fixture = await cases.company()
  const key = await confirmed(fixture.providerId, '返回码')
  const rows = freshRows(4, { amount: '100.00' })
  const { batchId, bankFileId } = await cases.atBank(fixture, rows, key)

  // The usual headings and words are not this bank's.
  const usual = await resultCsv(services, bankFileId, ['成功', '成功', '成功', '成功'])
  expect((await postResult(services, fixture.pay, bankFileId, usual)).body.status).not.toBe(0)

  const file = await bankCsv(bankFileId, '返回码', ['0000,', '9999,E0042', '0001,', '成功,'])
  const kept = await imported(services, fixture.pay, bankFileId, file)
  await confirm(fixture, bankFileId, kept)
  await workBankFiles(services)
  expect(await states(batchId)).toEqual(['succeeded', 'failed', 'in-doubt', 'in-doubt'])
  const [failed] = await services.query<{ error: string }>(
    `select error from payout_lines where batch_id = $1 and status = 'failed'`,
    [batchId],
  )
  expect(failed?.error).toBe('账户不存在')

  // The bank writes otherwise from some day on: what it writes then, and what it wrote before, are both read.
  await confirmed(fixture.providerId, '新返回码', key)
  const late = await bankCsv(bankFileId, '返回码', ['0000,', '9999,', '0000,', '0001,'])
  await confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, late))
  await workBankFiles(services)
  const last = await bankCsv(bankFileId, '新返回码', ['0000,', '9999,', '0000,', '0000,'])
  await confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, last))
  await workBankFiles(services)
  expect(await states(batchId)).toEqual(['succeeded', 'failed', 'succeeded', 'succeeded'])
})

it('leaves a row in doubt whose word means something else since another version', async () => {
  const { services } = cases
  const fixture = await cases.company()
  const key = await confirmed(fixture.providerId, '返回码')
  const { batchId, bankFileId } = await cases.atBank(fixture, freshRows(3, { amount: '100.00' }), key)
  const turned: ResultMapping = {
    ...mapping('返回码'),
    states: { succeeded: ['9999'], rejected: ['0000'], returned: [], processing: ['0001', '0002'] },
  }
  const draft = { ...draftNamed('自有回盘'), results: turned }
  const { body } = await manager.call('proposeBankFormat', {
    ...{ providerId: fixture.providerId, draft, formatKey: key },
  })
  await admin.answer('confirmProposal', {
    proposalId: (body as unknown as { proposalId: number }).proposalId,
  })
  const file = await bankCsv(bankFileId, '返回码', ['0000,', '9999,', '0001,'])
  expect((await postResult(services, fixture.pay, bankFileId, file)).body.code).toBe('result-nothing')
  // Withdrawn, it says nothing any more: the version of the start is read.
  await withdraw(key, 2)
  const kept = await imported(services, fixture.pay, bankFileId, file)
  await cases.confirm(fixture, bankFileId, kept)
  await workBankFiles(services)
  expect(await cases.states(batchId)).toEqual(['succeeded', 'failed', 'in-doubt'])
})

it('is read by its version of the start where every version was withdrawn while the file is out', async () => {
  const { services } = cases
  const fixture = await cases.company()
  const key = await confirmed(fixture.providerId, '返回码')
  const { batchId, bankFileId } = await cases.atBank(fixture, freshRows(2, { amount: '100.00' }), key)
  await withdraw(key, 1)
  const file = await bankCsv(bankFileId, '返回码', ['0000,', '9999,E0042'])
  await cases.confirm(fixture, bankFileId, await imported(services, fixture.pay, bankFileId, file))
  await workBankFiles(services)
  expect(await cases.states(batchId)).toEqual(['succeeded', 'failed'])
})

it('is refused by the rules of formats', async () => {
  const { providerId } = await cases.company()
  const results = { ...mapping('返回码'), states: { ...mapping('返回码').states, returned: ['0000'] } }
  const { body } = await manager.call('proposeBankFormat', {
    providerId,
    draft: { ...draftNamed('两义'), results },
  })
  expect([body.code, body.msg]).toEqual(['bank-format-wrong', expect.stringContaining('“0000”有两个含义')])
})
