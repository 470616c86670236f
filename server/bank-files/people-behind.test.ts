// The people behind a bank file: whoever confirms its result from the device that submitted it says why that is two people (ADR 63).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectRefused, type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { asked, imported, madeFiles, resultCsv } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { logIn } from '../testing/log-in.ts'

let cases: FileCases
beforeAll(async () => {
  cases = await openFileCases()
})
afterAll(() => cases.close())

it('asks for a word where the confirmer shares a device with whoever carried the file, and asks managers', async () => {
  const { services } = cases
  const fixture = await cases.company()
  const { batchId, bankFileId } = await cases.atBank(fixture)
  const file = await resultCsv(services, bankFileId, ['成功', '成功', '成功'])
  const kept = await imported(services, fixture.pay, bankFileId, file)
  const { device } = await logIn(services, fixture.pay)
  const { client } = await logIn(services, fixture.check, { device })
  const { files } = await client.answer('batchBankFiles', { batchId })
  expect(files[0]?.people).toMatchObject([{ high: true }])
  const confirm = (reason: string) =>
    client.wire('decideBankResult', { bankFileId, ...kept, decision: 1, reason })
  expectRefused(await confirm('  '), 'bank-result-people')
  expect((await confirm('两人共用一台电脑，已当面核对')).body.status).toBe(0)
  const [stored] = await services.query<{ reason: string }>(
    'select reason from bank_file_results where bank_file_id = $1',
    [bankFileId],
  )
  expect(stored?.reason).toBe('两人共用一台电脑，已当面核对')
  const { todos } = await (await signIn(services, 'managerA')).answer('todos', {})
  expect(todos.filter((one) => one.kind === 'account-pair' && one.batchId === batchId)).toHaveLength(1)
})

it('asks for a word where a file is withdrawn from the device of whoever asked for it, and asks managers', async () => {
  const { services } = cases
  const fixture = await cases.company()
  const { batchId, files } = await madeFiles(services, fixture)
  const bankFileId = files[0] ?? 0
  await asked(services, bankFileId, fixture.pay)
  const { device } = await logIn(services, fixture.pay)
  const { client } = await logIn(services, fixture.check, { device })
  const shown = await client.answer('batchBankFiles', { batchId })
  expect(shown.files[0]?.people).toMatchObject([{ high: true }])
  const withdraw = (reason?: string) =>
    client.wire('decideFileWithdrawal', { bankFileId, decision: 1, ...(reason ? { reason } : {}) })
  for (const reason of [undefined, '  ']) expectRefused(await withdraw(reason), 'bank-file-people')
  expect(await cases.stateOf(bankFileId)).toBe('made')
  expect((await withdraw('两人共用一台电脑，网银中没有该文件')).body.status).toBe(0)
  expect(await cases.stateOf(bankFileId)).toBe('withdrawn')
  const entries = await services.query<{ reason: string }>(
    `select reason from audit_entries where action = 'withdraw-bank-file' and object_id = $1`,
    [String(bankFileId)],
  )
  expect(entries).toEqual([{ reason: '两人共用一台电脑，网银中没有该文件' }])
  const { todos } = await (await signIn(services, 'managerA')).answer('todos', {})
  expect(todos.filter((one) => one.kind === 'account-pair' && one.batchId === batchId)).toHaveLength(1)
})

it('tells whoever asked for a withdrawal nothing of people', async () => {
  const { services } = cases
  const fixture = await cases.company()
  const { batchId, files } = await madeFiles(services, fixture)
  await asked(services, files[0] ?? 0, fixture.pay)
  const payer = await signIn(services, fixture.pay)
  expect((await payer.answer('batchBankFiles', { batchId })).files[0]?.people).toEqual([])
})
