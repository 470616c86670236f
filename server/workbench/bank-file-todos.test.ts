// Bank files on the workbench: whom each asks for its next step, and whom a late result worries.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { asked, downloaded, imported, madeFiles, resultCsv } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'

let cases: FileCases
beforeAll(async () => {
  cases = await openFileCases()
})
afterAll(() => cases.close())

it('asks each for their own step', async () => {
  const { services } = cases
  const fixture = await cases.company()
  const kinds = async (batchId: number) =>
    Promise.all(
      [fixture.pay, fixture.check, 'managerA'].map(async (account) => {
        const { todos } = await (await signIn(services, account)).answer('todos', {})
        const own = todos.find((one) => one.batchId === batchId)
        return own === undefined ? '' : `${own.kind} ${own.count} ${own.amountFen}`
      }),
    )
  const { batchId, files } = await madeFiles(services, fixture, freshRows(2, { amount: '100.00' }))
  const bankFileId = files[0] ?? 0
  expect(await kinds(batchId)).toEqual(['carry-file 1 20000', '', ''])
  await asked(services, bankFileId, fixture.pay)
  expect(await kinds(batchId)).toEqual(['', 'confirm-withdrawal 1 20000', ''])
  const reviewer = await signIn(services, fixture.check)
  await reviewer.answer('decideFileWithdrawal', { bankFileId, confirms: false, reason: 'at the bank' })
  await downloaded(services, bankFileId, fixture.pay)
  expect(await kinds(batchId)).toEqual(['carry-file 1 20000', '', ''])
  await (await signIn(services, fixture.pay)).answer('submitBankFile', { bankFileId })
  expect(await kinds(batchId)).toEqual(['import-result 1 20000', '', ''])
  services.clock.advance(24 * 3_600_000)
  expect(await kinds(batchId)).toEqual(['late-result 1 20000', '', 'late-result 1 20000'])
  await imported(services, fixture.pay, bankFileId, await resultCsv(services, bankFileId, ['成功', '失败']))
  expect(await kinds(batchId)).toEqual(['', 'confirm-result 1 20000', ''])
})
