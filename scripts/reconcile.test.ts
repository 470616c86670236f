// The operator's reconciliation of one day by hand: a day that agrees, a debit that our books do not know, a bank that is silent.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { openSignedHttpBank } from '@paywages/server/adapters/bank/signed-http.ts'
import { type SandboxBank, startSandboxBank } from '@paywages/server/testing/sandbox-bank.ts'
import { createTestDatabase, type TestDatabase } from '@paywages/server/testing/template-database.ts'
import { TEST_SECRET } from '@paywages/server/testing/test-services.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const COMMAND = join(import.meta.dirname, 'reconcile.ts')

let home: TestDatabase
let bank: SandboxBank
let folder: string

beforeAll(async () => {
  home = await createTestDatabase()
  bank = await startSandboxBank()
  folder = await mkdtemp(join(tmpdir(), 'paywages-reconcile-'))
})
afterAll(async () => {
  await bank.stop()
  await home.drop()
  await rm(folder, { recursive: true, force: true })
})

type Told = { readonly code: number; readonly said: string }

function reconcile(day: string): Promise<Told> {
  const env = {
    ...process.env,
    DATABASE_URL: home.url,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET,
    BANK_URL: bank.url,
    BANK_SECRET: bank.secret,
  }
  return new Promise((settle) => {
    execFile(process.execPath, [COMMAND, day], { env }, (error, out, err) =>
      settle({ code: error === null ? 0 : 1, said: `${out}${err}` }),
    )
  })
}

it('agrees, names what our books do not know, and says when the bank gives no record', async () => {
  const day = shanghaiDay(new Date())
  expect(await reconcile('yesterday')).toMatchObject({ code: 1, said: expect.stringContaining('Which day?') })
  expect(await reconcile(day)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${day}: 0 lines of the bank`),
  })

  const channel = openSignedHttpBank({ url: bank.url, secret: bank.secret, timeoutMs: 30_000 })
  const reference = 'P000000000000000000000001'
  await channel.submit([
    {
      ...{ reference, amountFen: 12_345n, cardNo: '6222021202000012347', name: '王小明' },
      ...{ bankName: '中国工商银行', remark: '' },
    },
  ])
  expect(await reconcile(day)).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      new RegExp(
        `1 lines of the bank, 0 transfers changed, 0 debits adopted[^]*not in our books: ${reference}, .*123.45 yuan`,
      ),
    ),
  })

  await bank.stop()
  expect(await reconcile(day)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`The bank did not give its record of ${day}`),
  })
})
