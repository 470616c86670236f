// Every channel by which a batch reaches a bank, driven alike: orders handed over, what the bank did learned, its own record read.

import { createHash } from 'node:crypto'
import { openSignedHttpBank } from '../adapters/bank/signed-http.ts'
import type { Services } from '../app-services.ts'
import { workBankFiles } from '../bank-files/work-bank-files.ts'
import { queryDoubts } from '../transfers/query-bank.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import type { FileCases } from './bank-file-cases.ts'
import { downloaded, imported, payByFiles, payDirectly, submitted } from './bank-files.ts'
import { eventOf, noticeOf } from './bank-notice.ts'
import { multipartOf } from './multipart.ts'
import { takeStep } from './payout-batches.ts'
import { freshRow } from './payout-sheet.ts'
import { type ProviderFixture, readyBatch, transfersOf } from './provider-fixture.ts'
import { type SandboxBank, startSandboxBank } from './sandbox-bank.ts'

export type OnChannel = { readonly fixture: ProviderFixture; readonly batchId: number }

/** The two verbs of a channel, and what the bank's own record says of them. */
export type TriedChannel = {
  start(fixture: ProviderFixture, endings: readonly string[]): Promise<OnChannel>
  /** Once more where it was done before. */
  handOver(batch: OnChannel): Promise<void>
  /** All that the bank has to say by now. */
  learn(batch: OnChannel): Promise<void>
  /** How often the bank has executed each row. */
  executions(batch: OnChannel): Promise<number[]>
  /** The bank says that it refused what it had said to have paid. */
  contradict(batch: OnChannel): Promise<void>
  close(): Promise<void>
}

async function readyRows(cases: FileCases, fixture: ProviderFixture, endings: readonly string[]) {
  const rows = endings.map((ending) => {
    const row = freshRow({ amount: '100.00' })
    return ending === '' ? row : { ...row, cardNo: row.cardNo.slice(0, -4) + ending }
  })
  return readyBatch(cases.services, fixture, rows)
}

const timesOf = async (cases: FileCases, { batchId }: OnChannel, executed: readonly string[]) =>
  (await transfersOf(cases.services, batchId)).map(
    ({ reference }) => executed.filter((one) => one === reference).length,
  )

function direct(
  cases: FileCases,
  services: Services,
  bank: { executed(): Promise<readonly string[]>; close(): Promise<void> },
): TriedChannel {
  const learn = async () => {
    // Long enough to be asked about, and not for a bank to deny what it never took.
    cases.services.clock.advance(3_000)
    while ((await queryDoubts(services)) > 0);
  }
  return {
    start: async (fixture, endings) => {
      const { batchId } = await readyRows(cases, fixture, endings)
      await takeStep(cases.services, fixture.pay, batchId, 'transferring')
      return { fixture, batchId }
    },
    handOver: async () => {
      while ((await sendWaiting(services)) > 0);
    },
    learn,
    executions: async (batch) => timesOf(cases, batch, await bank.executed()),
    contradict: async ({ batchId }) => {
      const [paid] = await transfersOf(cases.services, batchId)
      const update = {
        status: 'rejected',
        amountFen: undefined,
        message: '',
        serial: '',
        at: undefined,
      } as const
      const notice = noticeOf(cases.services, [eventOf({ ...update, reference: paid?.reference ?? '' })])
      const { statusCode } = await cases.services.app.inject(notice)
      if (statusCode !== 204) throw new Error(`the notice was answered ${statusCode}`)
    },
    close: bank.close,
  }
}

export async function testsOwnBank(cases: FileCases): Promise<TriedChannel> {
  const { bank, clock } = cases.services
  const paid = async () =>
    [...bank.records.values()].flatMap(({ order, paidAt }) =>
      paidAt <= clock.now().getTime() ? [order.reference] : [],
    )
  return direct(cases, cases.services, { executed: paid, close: async () => undefined })
}

export async function sandboxDirectly(cases: FileCases): Promise<TriedChannel> {
  const sandbox = await startSandboxBank()
  const bank = openSignedHttpBank({ url: sandbox.url, secret: sandbox.secret, timeoutMs: 500 })
  const executed = async () => (await sandbox.executed()).map(({ reference }) => reference)
  return direct(cases, { ...cases.services, bank }, { executed, close: sandbox.stop })
}

/** By hand, as a clerk does it: downloaded, put into the sandbox's page, and its result brought back. */
export async function fileChannel(cases: FileCases, given?: SandboxBank): Promise<TriedChannel> {
  const { services } = cases
  const sandbox = given ?? (await startSandboxBank())
  const fileOf = async ({ batchId }: OnChannel) => {
    const [file] = await services.query<{ id: number; sha256: string; state: string }>(
      'select bank_file_id as id, sha256, state from bank_files where batch_id = $1',
      [batchId],
    )
    if (!file) throw new Error('no file was made')
    return file
  }
  const take = async (batch: OnChannel, change: (text: string) => string) => {
    const file = await fileOf(batch)
    const answer = await fetch(`${sandbox.url}/files/result?id=${file.sha256}&as=csv`)
    const value = new TextEncoder().encode(change(await answer.text()))
    const known = await services.query(
      'select 1 from bank_file_results where bank_file_id = $1 and sha256 = $2',
      [file.id, createHash('sha256').update(value).digest('hex')],
    )
    // Refused as known: nobody is asked again.
    if (known.length > 0) return
    const kept = await imported(services, batch.fixture.pay, file.id, { fileName: 'result.csv', value })
    await cases.confirm(batch.fixture, file.id, kept)
    await workBankFiles(services)
  }
  return {
    start: async (fixture, endings) => {
      const { batchId } = await readyRows(cases, fixture, endings)
      await payByFiles(services, fixture.providerId)
      await takeStep(services, fixture.pay, batchId, 'transferring')
      await payDirectly(services, fixture.providerId)
      await workBankFiles(services)
      return { fixture, batchId }
    },
    handOver: async (batch) => {
      const { id, state } = await fileOf(batch)
      const bytes = await downloaded(services, id, batch.fixture.pay, 'again')
      await putIntoPage(sandbox, bytes)
      if (state === 'made') await submitted(services, id, batch.fixture.pay, 'again')
    },
    learn: (batch) => take(batch, (text) => text),
    executions: async (batch) => timesOf(cases, batch, await debits(sandbox)),
    contradict: (batch) => take(batch, (text) => text.replaceAll(',成功,', ',失败,')),
    close: sandbox.stop,
  }
}

async function putIntoPage(sandbox: SandboxBank, bytes: Buffer): Promise<void> {
  const { body, contentType } = multipartOf([{ key: 'file', fileName: 'file.xlsx', value: bytes }])
  const headers = { 'content-type': contentType }
  await fetch(`${sandbox.url}/files`, { method: 'POST', headers, body: new Uint8Array(body) })
}

/** The references of today's debits, by the bank's statement. */
export async function debits(sandbox: SandboxBank): Promise<string[]> {
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const answer = await fetch(`${sandbox.url}/files/statement?day=${day}&as=camt.053`)
  return [...(await answer.text()).matchAll(/<EndToEndId>([^<]*)</g)].map(([, reference = '']) => reference)
}
