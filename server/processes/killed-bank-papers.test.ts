// An api that is killed over bank statements and results of bank files leaves nothing readable, and what it leaves is gone after the next start (D33).

import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { openFileCases } from '../testing/bank-file-cases.ts'
import { resultCsv } from '../testing/bank-files.ts'
import { type Client, signIn } from '../testing/client.ts'
import { storedKeys } from '../testing/file-calls.ts'
import { filesIn } from '../testing/files-in.ts'
import { findPlainInDatabase, findPlainInFiles } from '../testing/find-plain.ts'
import { holdLock } from '../testing/held-lock.ts'
import { KillableApi, sizeIn } from '../testing/killable-api.ts'
import { multipartOf, type Part } from '../testing/multipart.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { LAYOUTS, type ListedPayment, statementPdf } from '../testing/statement-pdfs.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

/** So many lines that more than one chunk of bytes is received. */
const LINES = 150
const noise = (bytes: number) => randomBytes(bytes).toString('base64url')

type Paper = {
  readonly call: 'uploadStatements' | 'importBankResult'
  readonly bytes: Buffer
  readonly parts: readonly Part[]
}
type Kind = 'pdf' | 'xlsx' | 'result'

let services: TestServices
let payer: Client
/** Of another company: what one person uploads at once is bounded. */
let other: Client
let api: KillableApi
let papers: Record<Kind, Paper>
let cards: string[]
let keptBefore: string[]

beforeAll(async () => {
  services = await openTestServices()
  services.clock.set(new Date())
  const { company, atBank } = await openFileCases(services)
  const fixture = await company()
  const { bankFileId } = await atBank(fixture, freshRows(LINES, { amount: '1.00' }))
  payer = await signIn(services, fixture.pay)
  other = await signIn(services, 'payA1')
  const listed = freshRows(LINES * 2).map(
    ({ name, cardNo }, index): ListedPayment => ({
      ...{ at: services.clock.now(), reference: '', name, cardNo, netFen: BigInt(100 + index) },
      remark: noise(12),
    }),
  )
  const pdf = Buffer.from(await statementPdf(LAYOUTS.twoSided, listed.slice(0, LINES)))
  const xlsx = await statementXlsx(listed.slice(LINES))
  const result = await resultOf(bankFileId)
  papers = { pdf: statement('statement.pdf', pdf), xlsx: statement('statement.xlsx', xlsx), result }
  const sent = /,(\d{16,19}),/g
  cards = [
    ...listed.map(({ cardNo }) => cardNo),
    ...[...result.bytes.toString('utf8').matchAll(sent)].map(([, cardNo = '']) => cardNo),
  ]
  keptBefore = await storedKeys(services)
  api = await KillableApi.start(services)
})
afterAll(async () => {
  await api.kill()
  await services.close()
})

const statement = (fileName: string, bytes: Buffer): Paper => ({
  call: 'uploadStatements',
  bytes,
  parts: [{ key: 'files', fileName, value: bytes }],
})

function statementXlsx(listed: readonly ListedPayment[]): Promise<Buffer> {
  const titles = ['交易日期', '借贷标志', '交易金额', '对方户名', '对方账号', '摘要']
  const columns = titles.map((title) => ({ title, kind: 'text' as const }))
  const cells = listed.map(({ at, name, cardNo, netFen }) =>
    [shanghaiDay(at), '借', (Number(netFen) / 100).toFixed(2), name, cardNo, noise(450)].map((text) => ({
      text,
    })),
  )
  return buffer(writeXlsx(cells, { sheetName: '明细', columns }))
}

/** Kept, not only shown: the digest says that a person has seen it. */
async function resultOf(bankFileId: number): Promise<Paper> {
  const { value } = await resultCsv(
    services,
    bankFileId,
    Array.from({ length: LINES }, () => '成功'),
  )
  const lines = Buffer.from(value).toString('utf8').trimEnd().split('\r\n')
  const padded = lines.map((line, index) => `${line},${index === 0 ? '摘要' : noise(450)}`)
  const bytes = Buffer.from(`${padded.join('\r\n')}\r\n`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const fields = { ...{ bankFileId: String(bankFileId) }, sha256 }
  return {
    call: 'importBankResult',
    bytes,
    parts: [
      ...Object.entries(fields).map(([key, value]) => ({ key, value })),
      { key: 'file', fileName: 'result.csv', value: bytes },
    ],
  }
}

function send(kind: Kind, share = 1): void {
  const { call, parts } = papers[kind]
  api.send(call, kind === 'xlsx' ? other : payer, multipartOf(parts), share)
}

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 5 })

async function killReceiving(): Promise<void> {
  for (const kind of ['pdf', 'xlsx', 'result'] as const) send(kind, 0.9)
  await soon(async () => expect(await filesIn(api.temporary)).toHaveLength(3))
}

/** The sealed copy lies there while a thread is started to read it. */
async function killReading(kind: Kind): Promise<void> {
  send(kind)
  await soon(async () => expect(await sizeIn(api.reading)).toBeGreaterThan(papers[kind].bytes.length))
}

async function killCommitting(): Promise<void> {
  const held = await holdLock(services, 'lock table audit_entries in share mode')
  for (const kind of ['pdf', 'xlsx', 'result'] as const) send(kind)
  await held.untilWaiting(3)
  await api.kill()
  await held.release()
}

it.each<[string, () => Promise<void>]>([
  ['while it receives all three', killReceiving],
  ['while it reads a statement in PDF', () => killReading('pdf')],
  ['while it reads a statement in a workbook', () => killReading('xlsx')],
  ['while it reads a result', () => killReading('result')],
  ['before it commits all three', killCommitting],
])('leaves nothing readable when killed %s', async (_, killThere) => {
  await killThere()
  await api.kill()
  await api.untilForgotten()
  const pieces = Object.values(papers).flatMap(({ bytes }) =>
    [0.2, 0.5, 0.8].map((at) => bytes.subarray(bytes.length * at, bytes.length * at + 40)),
  )
  expect(await findPlainInFiles(services.settings.dataDir, cards, pieces)).toEqual([])
  expect(await findPlainInDatabase(services, cards)).toEqual([])
  expect(await services.query('select 1 from statements')).toEqual([])
  expect(await services.query('select 1 from bank_file_results')).toEqual([])
  await api.restart()
  expect([...(await filesIn(api.temporary)), ...(await filesIn(api.reading))]).toEqual([])
})

it('sweeps the sealed papers of calls that never ended within a day, and leaves what is kept', async () => {
  expect((await storedKeys(services)).length).toBeGreaterThan(keptBefore.length)
  services.clock.set(new Date(Date.now() + DAY_MS + 60_000))
  await sweepFiles(services)
  expect(await storedKeys(services)).toEqual(keptBefore)
})
