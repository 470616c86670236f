// Every upload but that of payout sheets, with content to look for afterwards: papers that are read on the way, and those that are kept as they are.

import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { shanghaiDay, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import type { EndpointName } from '@paywages/wire/endpoints.ts'
import { writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import { openFileCases } from './bank-file-cases.ts'
import { resultCsv } from './bank-files.ts'
import { type Client, encodeInput, requestOf, type SentFile, signIn } from './client.ts'
import { invitedPerson, registeredPerson } from './freelancers.ts'
import { adjustmentSheet, freshRows, payoutSheet, peopleSheet, type SheetRow } from './payout-sheet.ts'
import { FREE_RECEIVER, freshCredit, receiverCsv } from './receiver-statements.ts'
import { identified, photoOf, readyToSign } from './signing.ts'
import { LAYOUTS, type ListedPayment, statementPdf } from './statement-pdfs.ts'
import { oneProof } from './tax-fixture.ts'
import type { TestServices } from './test-services.ts'

/** So many lines that more than one chunk of bytes is received. */
const LINES = 150
const noise = (bytes: number) => randomBytes(bytes).toString('base64url')

export type UploadToKill = {
  readonly call: EndpointName
  readonly by: Client
  readonly body: { readonly body: Buffer; readonly contentType: string }
  /** What nobody may find as it was sent. */
  readonly bytes: Buffer
}

export type UploadsToKill = {
  readonly read: readonly UploadToKill[]
  readonly kept: readonly UploadToKill[]
  /** Numbers that stand in them. */
  readonly numbers: readonly string[]
}

export const PEOPLE_IN_SHEET = LINES

/** No more at once by one person, nor by all, than a process receives side by side. */
export async function uploadsToKill(services: TestServices): Promise<UploadsToKill> {
  const { company, atBank, people } = await openFileCases(services)
  const { taxId } = await oneProof(services, people)
  services.clock.set(new Date())
  const fixture = await company()
  const { bankFileId } = await atBank(fixture, freshRows(LINES, { amount: '1.00' }))
  const [payer, payA1, payA2, admin] = await Promise.all(
    [fixture.pay, 'payA1', 'payA2', 'admin'].map((account) => signIn(services, account)),
  )
  const month = shanghaiMonth(services.clock.now())
  const rows = (count = LINES) =>
    Array.from(
      { length: count },
      () => freshRows(1, { month, amount: '1', remark: noise(300) })[0] as SheetRow,
    )
  const [inPdf, inXlsx, registering, asked] = [rows(), rows(), rows(), rows()]
  const adjusted = await Promise.all(Array.from({ length: 20 }, () => registeredPerson(services, 'payA2')))
  const result = await resultOf(services, bankFileId)
  const credits = Array.from({ length: LINES }, (_, index) =>
    freshCredit({ account: `62220200${String(10_000_000 + index)}`, remark: noise(300) }),
  )
  const template = asked.map(({ name, cardNo, remark }) => `${name},${cardNo},1.00,${remark}`)
  const read = [
    uploadOf('uploadStatements', payer, 'files', await pdfOf(inPdf, services.clock.now())),
    uploadOf('uploadStatements', payA1, 'files', await xlsxOf(inXlsx, services.clock.now())),
    uploadOf('importBankResult', payer, 'file', result, {
      bankFileId: String(bankFileId),
      sha256: createHash('sha256').update(result.value).digest('hex'),
    }),
    uploadOf('importFreelancers', payA1, 'file', {
      fileName: 'people.xlsx',
      value: await peopleSheet(registering),
    }),
    uploadOf('importAdjustments', payA2, 'file', {
      fileName: 'adjustments.xlsx',
      value: await adjustmentSheet(
        adjusted.map(({ name, idCardNo }) => ({
          ...{ name, idCardNo, month, item: '免税收入', amount: '1' },
          remark: noise(60),
        })),
      ),
    }),
    uploadOf('askColumns', payA2, 'file', { fileName: 'asked.xlsx', value: await payoutSheet(asked) }),
    uploadOf('readBankTemplate', admin, 'file', {
      fileName: 'template.csv',
      value: Buffer.from(['收款户名,收款账号,金额（元）,备注', ...template].join('\r\n')),
    }),
    uploadOf(
      'uploadReceiverStatement',
      admin,
      'file',
      { fileName: 'receiver.csv', value: receiverCsv(credits) },
      { recvAccount: FREE_RECEIVER },
    ),
  ]
  const { kept, signers } = await keptAsTheyAre(services, taxId)
  const sent = [...result.value.toString('utf8').matchAll(/,(\d{16,19}),/g)].map(([, cardNo = '']) => cardNo)
  const listed = [inPdf, inXlsx, registering, asked, adjusted].flatMap((all) => someOf<Named>(all))
  const numbers = [
    ...[...listed, ...signers].flatMap(({ cardNo, idCardNo, phone }) => [cardNo, idCardNo, phone]),
    ...someOf(credits).map(({ account }) => account),
    ...someOf(sent),
  ]
  return { read, kept, numbers }
}

/** Papers of records, a photograph and a signature of two people who sign. */
async function keptAsTheyAre(services: TestServices, taxId: number) {
  const [payA1, payA2, managerA] = await Promise.all(
    ['payA1', 'payA2', 'managerA'].map((account) => signIn(services, account)),
  )
  const photographer = await invitedPerson(services, 'payA1')
  const { session } = await identified(services, photographer)
  const photo = photoOf()
  const { input, person: signer } = await readyToSign(services, 'payA1')
  const kept = [
    uploadOf('uploadReceipt', payA1, 'file', paperOf('receipt.pdf')),
    uploadOf('uploadFile', payA1, 'file', paperOf('contract.pdf'), { fileKind: 'contract' }),
    uploadOf('uploadFile', payA2, 'file', paperOf('invoice.pdf'), { fileKind: 'invoice' }),
    uploadOf('uploadFile', payA2, 'file', paperOf('evidence.pdf'), { fileKind: 'evidence' }),
    uploadOf('uploadProof', managerA, 'file', paperOf('proof.pdf'), { taxId: String(taxId) }),
    {
      ...jsonOf('storePhoto', payA1, { session, side: 'front', image: photo.toString('base64') }),
      bytes: photo,
    },
    jsonOf('completeSigning', payA1, encodeInput('completeSigning', input)),
  ]
  return { kept, signers: [photographer, signer] }
}

type Named = Pick<SheetRow, 'cardNo' | 'idCardNo' | 'phone'>

/** The first, one in the middle and the last: each is looked for in everything that is left. */
const someOf = <T>(all: readonly T[]): T[] =>
  [0, Math.floor(all.length / 2), all.length - 1].flatMap((index) => all[index] ?? [])

function uploadOf(
  call: EndpointName,
  by: Client | undefined,
  field: string,
  file: SentFile,
  fields: Readonly<Record<string, string>> = {},
): UploadToKill {
  const { payload, headers } = requestOf(call, { ...fields, [field]: file })
  const contentType = String(headers?.['content-type'])
  return {
    call,
    by: by as Client,
    body: { body: payload as Buffer, contentType },
    bytes: Buffer.from(file.value),
  }
}

function jsonOf(call: EndpointName, by: Client | undefined, fields: unknown): UploadToKill {
  const body = Buffer.from(JSON.stringify(fields))
  return { call, by: by as Client, body: { body, contentType: 'application/json' }, bytes: body }
}

/** Of more than one chunk, which no packing hides. */
function paperOf(fileName: string): SentFile {
  return { fileName, value: pdfSample(`1 0 obj<</Type/Catalog>>endobj\n%${noise(300_000)}\n`) }
}

async function pdfOf(rows: readonly SheetRow[], at: Date): Promise<SentFile> {
  const listed = rows.map(
    ({ name, cardNo }, index): ListedPayment => ({
      ...{ at, reference: '', name, cardNo, netFen: BigInt(100 + index), remark: noise(12) },
    }),
  )
  return { fileName: 'statement.pdf', value: await statementPdf(LAYOUTS.twoSided, listed) }
}

async function xlsxOf(rows: readonly SheetRow[], at: Date): Promise<SentFile> {
  const titles = ['交易日期', '借贷标志', '交易金额', '对方户名', '对方账号', '摘要']
  const columns = titles.map((title) => ({ title, kind: 'text' as const }))
  const cells = rows.map(({ name, cardNo }, index) =>
    [shanghaiDay(at), '借', `${index + 1}.00`, name, cardNo, noise(450)].map((text) => ({ text })),
  )
  return { fileName: 'statement.xlsx', value: await buffer(writeXlsx(cells, { sheetName: '明细', columns })) }
}

/** Kept, not only shown, where its digest comes along: it says that a person has seen it. */
async function resultOf(services: TestServices, bankFileId: number) {
  const words = Array.from({ length: LINES }, () => '成功')
  const { value } = await resultCsv(services, bankFileId, words)
  const lines = Buffer.from(value).toString('utf8').trimEnd().split('\r\n')
  const padded = lines.map((line, index) => `${line},${index === 0 ? '摘要' : noise(900)}`)
  return { fileName: 'result.csv', value: Buffer.from(`${padded.join('\r\n')}\r\n`) }
}
