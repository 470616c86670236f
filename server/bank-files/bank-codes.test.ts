// CNAPS codes: a format that demands them names the rows without one, and a loaded table puts them into the file (ADR 95).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { downloaded, payByFiles } from '../testing/bank-files.ts'
import { draftNamed, storedFormat } from '../testing/bank-formats.ts'
import { signIn } from '../testing/client.ts'
import { takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, readyBatch } from '../testing/provider-fixture.ts'
import { withSealed } from '../testing/sealed-file.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { loadBankCodes } from './load-bank-codes.ts'
import { makeBankFiles } from './make-files.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const load = (...lines: readonly string[]) =>
  withSealed(Buffer.from(lines.join('\r\n')), (file) =>
    loadBankCodes(services, file, { kind: 'csv', by: '值班员' }),
  )

const stored = async () =>
  (await services.query<{ code: string }>('select code from bank_codes order by code')).map(
    ({ code }) => code,
  )

it('names the rows whose bank has no code before the start, and writes the codes once they are loaded', async () => {
  const fixture = await openProviderFixture(services, await createPeople(services), { fen: 1_000_000n })
  const plain = draftNamed('要联行号的')
  const cnaps = { heading: '联行号', field: 'cnaps', required: true } as const
  const { key } = await storedFormat(services, fixture.providerId, {
    ...plain,
    columns: [...plain.columns, cnaps],
  })
  const { batchId } = await readyBatch(services, fixture, [
    freshRow({ amount: '1.00', bank: '工商银行' }),
    freshRow({ amount: '2.00', bank: '招商银行深圳分行' }),
  ])
  await payByFiles(services, fixture.providerId, key)
  const payer = await signIn(services, fixture.pay)
  const faults = async () =>
    (await payer.answer('startPlan', { batchId })).faults.map(({ rowNumber, what }) => [rowNumber, what])
  const missing = { heading: '联行号', fault: 'missing', detail: '' }
  expect(await faults()).toEqual([
    [2, { ...missing, detail: '工商银行' }],
    [3, { ...missing, detail: '招商银行深圳分行' }],
  ])

  const icbc = '102100099996,中国工商银行股份有限公司'
  expect(await load('联行号表', '联行号,行名', icbc, '308584000013,招商银行股份有限公司')).toEqual({
    count: 2,
  })
  // The head office is not the branch.
  expect(await faults()).toEqual([[3, { ...missing, detail: '招商银行深圳分行' }]])
  const branch = '308584001024,招商银行股份有限公司深圳分行'
  expect(await load('联行号,行名', icbc, branch)).toEqual({ count: 2 })
  expect([await faults(), await stored()]).toEqual([[], ['102100099996', '308584001024']])

  await takeStep(services, fixture.pay, batchId, 'transferring')
  await makeBankFiles(services)
  const [file] = await services.query<{ id: number }>('select bank_file_id as id from bank_files')
  const text = new TextDecoder('gbk').decode(await downloaded(services, file?.id ?? 0, fixture.pay))
  expect(
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split('|').at(-1)),
  ).toEqual(['联行号', '102100099996', '308584001024'])
})

it('loads a table whole or not at all', async () => {
  const before = await stored()
  expect(await load('联行号,行名', '102100099996,工行', '1.02E+11,招行')).toEqual({
    faults: [{ line: 3, fault: 'code' }],
  })
  expect(await load('联行号,行名')).toEqual({ missing: 'rows' })
  expect(await load('代码,银行', '102100099996,工行')).toEqual({ missing: 'headings' })
  expect(await stored()).toEqual(before)
})
