// Result files without headings, in fixed widths and in fen, through the real call: settled by their mapping, hostile ones by nothing (ADR 123).

import type { ResultMapping } from '@paywages/domain/bank-files/result-mapping.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeGb18030 } from '../adapters/spreadsheet/gb18030.ts'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { imported, postResult } from '../testing/bank-files.ts'
import { draftNamed, storedFormat } from '../testing/bank-formats.ts'
import type { SentFile } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import type { ProviderFixture } from '../testing/provider-fixture.ts'
import { rowsOfFile } from './file-store.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
beforeAll(async () => {
  cases = await openFileCases()
})
afterAll(() => cases.close())

const WORDS = {
  states: { succeeded: ['0'], rejected: ['1'], returned: ['2'], processing: ['9'] },
  reasons: [{ bank: 'E42', ours: '账户不存在' }],
}
const COLUMNS: ResultMapping = {
  ...WORDS,
  layout: 'columns',
  unit: 'fen',
  columns: { reference: '1', cardNo: '2', amount: '3', status: '4', reason: '5' },
}
const BYTES: ResultMapping = {
  ...WORDS,
  layout: 'bytes',
  encoding: 'gbk',
  unit: 'fen',
  columns: {
    position: '1-6',
    cardNo: '7-38',
    name: '39-98',
    amount: '99-113',
    status: '114-114',
    reason: '115-124',
  },
  totals: { at: 'last', count: '1-6', sum: '7-21' },
}

async function atBank(results: ResultMapping) {
  const fixture = await cases.company()
  const { key } = await storedFormat(
    cases.services,
    fixture.providerId,
    draftNamed(`无表头 ${results.layout}`, { results }),
  )
  const made = await cases.atBank(fixture, freshRows(3, { amount: '100.00' }), key)
  const stored = await cases.services.database.read((tx) => rowsOfFile(tx, made.bankFileId))
  const opened = cases.services.cipher.openRows(stored.map(({ sealed }) => sealed))
  const rows = stored.map((row, index) => ({ ...row, cardNo: opened[index]?.cardNo ?? '' }))
  return { fixture, rows, ...made }
}
type Row = Awaited<ReturnType<typeof atBank>>['rows'][number]

const bytesOf = (text: string) => encodeGb18030(text).length
const pad = (text: string, width: number) => text + ' '.repeat(width - bytesOf(text))
const fixedLine = ({ position, cardNo, name }: Row, status: string, reason = '', fen = 10_000) =>
  `${String(position).padStart(6, '0')}${pad(cardNo, 32)}${pad(name, 60)}${String(fen).padStart(15, '0')}${status}${pad(reason, 10)}`
const sums = (count: number, fen: number) =>
  `${String(count).padStart(6, '0')}${String(fen).padStart(15, '0')}`
const text = (...lines: readonly string[]): SentFile => ({
  fileName: 'result.txt',
  value: encodeGb18030(`${lines.join('\r\n')}\r\n`),
})

async function settled(fixture: ProviderFixture, bankFileId: number, file: SentFile) {
  const kept = await imported(cases.services, fixture.pay, bankFileId, file)
  await cases.confirm(fixture, bankFileId, kept)
  await workBankFiles(cases.services)
}

const refusalOf = async (fixture: ProviderFixture, bankFileId: number, file: SentFile) =>
  (await postResult(cases.services, fixture.pay, bankFileId, file)).body.code

it('settles fixed widths in fen by card, name and amount', async () => {
  const { fixture, rows, bankFileId, batchId } = await atBank(BYTES)
  const [one, two, three] = rows as [Row, Row, Row]
  const all = [fixedLine(one, '0'), fixedLine(two, '1', 'E42'), fixedLine(three, '9')]
  const refused = (...lines: readonly string[]) => refusalOf(fixture, bankFileId, text(...lines))
  expect(await refused(...all)).toBe('result-totals')
  expect(await refused(...all, sums(3, 30_001))).toBe('result-totals')
  expect(await refused(...all.slice(1), sums(3, 30_000))).toBe('result-totals')
  expect(await refused(fixedLine(one, '0', '', 1_000_000), sums(1, 1_000_000))).toBe('result-foreign-row')
  expect(await refused(fixedLine({ ...one, cardNo: two.cardNo }, '0'), sums(1, 10_000))).toBe(
    'result-foreign-row',
  )
  expect(await refused(fixedLine(one, '0'), fixedLine(one, '0'), sums(2, 20_000))).toBe('result-row-twice')
  // What is said in words that no place names, or in a word that is not listed, settles nothing.
  expect(await refused(fixedLine(one, '3'), sums(1, 10_000))).toBe('result-nothing')
  expect(await refused(`${fixedLine(one, '0')}已退汇`, sums(1, 10_000))).toBe('result-nothing')
  await settled(fixture, bankFileId, text(...all, sums(3, 30_000)))
  expect(await cases.states(batchId)).toEqual(['succeeded', 'failed', 'in-doubt'])
})

it.each(['|', '~', '^', ';'])(
  'settles columns parted by %s without headings, by our reference',
  async (character) => {
    const { fixture, rows, bankFileId, batchId } = await atBank(COLUMNS)
    const line = ({ reference, cardNo }: Row, status: string, fen = '10000') =>
      [reference, cardNo, fen, status, ''].join(character)
    const file = (...lines: readonly string[]): SentFile => ({ ...text(...lines), fileName: 'result.csv' })
    const [one, two, three] = rows as [Row, Row, Row]
    const refused = (...lines: readonly string[]) => refusalOf(fixture, bankFileId, file(...lines))
    expect(await refused(line(one, '0', '100'))).toBe('result-other-amount')
    expect(await refused(line(one, '0'), line(two, '0', '100.00'))).toBe('result-amount')
    expect(await refused(line(one, '0', '100.00'))).toBe('result-headings')
    expect(await refused(['参考号', '账号', '金额', '状态', '原因'].join(character), line(one, '0'))).toBe(
      'result-headings',
    )
    expect(await refused(line({ ...one, cardNo: two.cardNo }, '0'))).toBe('result-other-payee')
    await settled(fixture, bankFileId, file(line(one, '0'), line(two, '1'), line(three, '2')))
    expect(await cases.states(batchId)).toEqual(['succeeded', 'failed', 'returned'])
  },
)
