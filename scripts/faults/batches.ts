/** Approved batches with every card ending of the sandbox, and what must become of each row (D24). */
import { randomBytes } from 'node:crypto'
import { shanghaiDay, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { packRows } from '@paywages/server/adapters/spreadsheet/row-packing.ts'
import { storeMadeFile } from '@paywages/server/files/store-made-file.ts'
import { decideBatch } from '@paywages/server/payouts/decide-batch.ts'
import { judgeHere } from '@paywages/server/payouts/open-judge.ts'
import { uploadSheet } from '@paywages/server/payouts/upload-sheet.ts'
import { addRecharge } from '@paywages/server/recharges/add-recharge.ts'
import { auditRecharge } from '@paywages/server/recharges/audit-recharge.ts'
import { freshRow, rawRows, type SheetRow } from '@paywages/server/testing/payout-sheet.ts'
import { digestOf, PASSWORD } from '@paywages/server/testing/people.ts'
import { startBatch } from '@paywages/server/transfers/start-batch.ts'
import { endpoints } from '@paywages/wire/endpoints.ts'
import { API_PREFIX } from '@paywages/wire/prefix.ts'
import { demoActor } from '../demo/actor.ts'
import type { World } from './world.ts'

/** Where batches are made: the services, and the addresses at which the console answers. */
export type Console = Pick<World, 'services' | 'apiPorts'>

/** How rows of these cards end, whatever faults come between. */
export const ENDS: Readonly<Record<string, string>> = {
  '0001': 'failed',
  '0002': 'failed',
  '0003': 'succeeded',
  '0004': 'succeeded',
  '0005': 'failed',
  '0006': 'failed',
  '0007': 'succeeded',
  '0008': 'succeeded',
}

/** Most cases are of A1; the others are for cases that leave a company otherwise than they found it. */
export type Company = 'A1' | 'A2' | 'B1'

export type Prepared = {
  readonly batchId: number
  readonly endings: readonly string[]
  readonly rows: readonly SheetRow[]
}

/** A batch that waits for its start; endings of '' behave as most cards do. */
export function readyBatch(
  world: Console,
  endings: readonly string[],
  company: Company = 'A1',
): Promise<Prepared> {
  const month = shanghaiMonth(world.services.clock.now())
  const rows = endings.map((ending) => {
    const row = freshRow({ month })
    return ending === '' ? row : { ...row, cardNo: row.cardNo.slice(0, -4) + ending }
  })
  return sameBatch(world, { endings, rows }, company)
}

/** The same people and amounts, uploaded and approved once more. */
export async function sameBatch(
  world: Console,
  { endings, rows }: Pick<Prepared, 'endings' | 'rows'>,
  company: Company = 'A1',
): Promise<Prepared> {
  const { services } = world
  async function* chunks() {
    yield packRows(rawRows(rows))
  }
  const result = await uploadSheet(
    services,
    await demoActor(services, `pay${company}`),
    judgeHere(services),
    {
      file: { name: 'sheet.xlsx', size: 1_000n, sha256: randomBytes(32).toString('hex') },
      rows: chunks(),
      confirmDuplicate: true,
      uploadKey: undefined,
      signal: new AbortController().signal,
    },
  )
  if (result.batchId === null) throw new Error(`bad rows: ${result.failedRows[0]?.reason}`)
  await take(world, `pay${company}`, result.batchId, 'reviewing')
  await take(world, `check${company}`, result.batchId, 'ready')
  return { batchId: result.batchId, endings, rows }
}

async function take(world: Console, account: string, batchId: number, to: BatchStatus): Promise<void> {
  const decision = { to, pass: true, reason: '', checkedRisks: [] }
  await decideBatch(world.services, await demoActor(world.services, account), batchId, decision, startBatch)
}

/** A recharge by one person, approved by another. */
export async function fund(world: Console, yuan: bigint, company: Company = 'A1'): Promise<void> {
  const { services } = world
  const payer = await demoActor(services, `pay${company}`)
  const receiptFileId = await storeMadeFile(services, payer, {
    kind: 'receipt',
    name: 'receipt.pdf',
    content: 'pdf',
    stream: receipt(),
  })
  const [receiver] = services.brands.brand(1).receivers
  const rechargeId = await addRecharge(services, payer, {
    payerName: 'Payer Ltd',
    payerAccount: '6222020012345678901',
    receiverName: receiver?.recvName ?? '',
    receiverAccount: receiver?.recvAccount ?? '',
    receiverBank: receiver?.recvBank,
    amountFen: yuan * 100n,
    payDay: shanghaiDay(payer.at),
    receiptFileId,
  })
  const audit = { approves: true, reason: '', confirmDuplicate: true }
  await auditRecharge(services, await demoActor(services, `check${company}`), rechargeId, audit)
}

async function* receipt(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`%PDF-1.4\n% ${randomBytes(16).toString('hex')}\n%%EOF\n`)
}

const cookies = new Map<string, string>()

/** A restored database may not know them. */
export const forgetSessions = () => cookies.clear()

/** Logs in where nobody has; a fault may have to come after it. */
export async function cookieFor(port: number, account = 'payA1'): Promise<string> {
  const known = cookies.get(`${port} ${account}`)
  if (known !== undefined) return known
  const answer = await fetch(`http://127.0.0.1:${port}${API_PREFIX}${endpoints.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(endpoints.login.input.encode({ account, passwordDigest: digestOf(PASSWORD) })),
  })
  if (answer.status !== 200) throw new Error(`the login was answered ${answer.status}`)
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  cookies.set(`${port} ${account}`, cookie)
  return cookie
}

/** Presses the button of the console; tells what it answered, or that it did not. */
export async function pressStart(
  world: Console,
  batchId: number,
  api = 0,
  company: Company = 'A1',
): Promise<'done' | 'refused' | 'no answer'> {
  const port = world.apiPorts[api] ?? 0
  try {
    const { path, input } = endpoints.decideBatch
    const answer = await fetch(`http://127.0.0.1:${port}${API_PREFIX}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: await cookieFor(port, `pay${company}`) },
      body: JSON.stringify(input.encode({ batchId, to: 'transferring', pass: true })),
    })
    return answer.status === 200 ? 'done' : answer.status >= 500 ? 'no answer' : 'refused'
  } catch {
    return 'no answer'
  }
}
