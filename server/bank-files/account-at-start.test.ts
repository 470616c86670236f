// A batch's files name the account as it was when the batch was started, whatever was confirmed since (ADR 81).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { ACCOUNT_NO, downloaded, payByFiles } from '../testing/bank-files.ts'
import { fund, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { findPayingAccount, updatePayingAccount } from './account-store.ts'
import { makeBankFiles } from './make-files.ts'

let cases: FileCases
beforeAll(async () => {
  cases = await openFileCases()
})
afterAll(() => cases.close())

it('writes the account of the start, also where it was changed before the files were made', async () => {
  const { services } = cases
  const { providerId, pay, check } = await cases.company()
  await fund(services, providerId)
  const { batchId } = await storeBatch(services, pay, freshRows(2))
  await takeStep(services, pay, batchId, 'reviewing')
  await takeStep(services, check, batchId, 'ready')
  const accountId = await payByFiles(services, providerId, 'pain.001.001.09')
  await takeStep(services, pay, batchId, 'transferring')
  await services.database.transact(async (tx) => {
    const account = await findPayingAccount(tx, accountId)
    if (!account) throw new Error('no account')
    const number = {
      sealedAccount: services.cipher.seal('999900001111', PAYING_ACCOUNT_SEAL),
      accountTail: '1111',
    }
    await updatePayingAccount(
      tx,
      account,
      { ...account, ...number, holderName: '另一家公司' },
      services.clock.now(),
    )
  })
  await makeBankFiles(services)
  const [file] = await services.query<{ id: number }>(
    'select bank_file_id as id from bank_files where batch_id = $1',
    [batchId],
  )
  const message = (await downloaded(services, file?.id ?? 0, pay)).toString()
  expect(message).toContain(`<DbtrAcct><Id><Othr><Id>${ACCOUNT_NO}</Id>`)
  expect(message).toContain('星河科技有限公司')
  expect(message).not.toMatch(/999900001111|另一家公司/)
})
