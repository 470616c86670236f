// `npm run verify` in an outage: what the books alone prove is told, what the bank or the file store would have to tell is unknown.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@paywages/server/testing/template-database.ts'
import { TEST_SECRET } from '@paywages/server/testing/test-services.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './free-port.ts'

const AWAY = { S3_BUCKET: 'files', S3_REGION: 'cn', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }

let home: TestDatabase
let folder: string

beforeAll(async () => {
  home = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'paywages-verify-'))
})
afterAll(async () => {
  await home.drop()
  await rm(folder, { recursive: true, force: true })
})

async function verify(elsewhere: NodeJS.ProcessEnv, ...words: string[]): Promise<string> {
  const env = {
    ...process.env,
    DATABASE_URL: home.url,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET,
    BANK_URL: `http://127.0.0.1:${await freePort()}`,
    BANK_SECRET: 'b'.repeat(32),
    ...elsewhere,
  }
  return new Promise((settle) => {
    execFile(process.execPath, [join(import.meta.dirname, 'verify.ts'), ...words], { env }, (_, out, err) =>
      settle(`${out}${err}`),
    )
  })
}

it('proves the books while the bank is silent, and says that its record is unknown', async () => {
  const said = await verify({})
  expect(said).toMatch(/^I2 {2}holds/m)
  expect(said).toMatch(/^I3 {2}UNKNOWN/m)
  expect(said).toContain('not compared: the bank gave no definite answer')
  expect(said).toMatch(/^I16 holds/m)
  expect(said).toMatch(/^files hold/m)
})

it('leaves the bank out where it is told to, and says what a silent file store leaves unknown', async () => {
  const said = await verify({ ...AWAY, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }, '--bank-days=0')
  expect(said).toMatch(/^I3 {2}left out/m)
  expect(said).toMatch(/^I10 UNKNOWN/m)
  expect(said).toMatch(/^I16 holds/m)
  expect(said).toMatch(/^files UNKNOWN/m)
  expect(said).toMatch(/^bank files UNKNOWN/m)
  expect(said.match(/not (?:compared|looked at): The .*store .*/g)).toHaveLength(3)
})
