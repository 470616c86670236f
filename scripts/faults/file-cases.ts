/** Faults around bank files: every step of a file from its making to its settlement is cut off once, and done once (ADR 81, ADR 82). */
import { createHash } from 'node:crypto'
import { payByFiles } from '@paywages/server/testing/bank-files.ts'
import { encodeInput, requestOf } from '@paywages/server/testing/client.ts'
import { multipartOf } from '@paywages/server/testing/multipart.ts'
import type { EndpointName } from '@paywages/wire/endpoints.ts'
import { sql } from 'kysely'
import { cookieFor, type Prepared, pressStart } from './batches.ts'
import type { Case } from './case.ts'
import { lockBalance, lockBankFile, lockFileBatch, untilWaiting } from './locks.ts'
import type { World } from './world.ts'

const ENDINGS = [...Array.from({ length: 20 }, () => ''), '0001', '0002']

/** Over HTTP as a page does it; undefined where nobody answered. */
async function call(
  world: World,
  account: string,
  name: EndpointName,
  fields: unknown,
): Promise<Response | undefined> {
  const port = world.apiPorts[0] ?? 0
  const { method, url, query, payload, headers } = requestOf(name, fields)
  const address = new URL(String(url), `http://127.0.0.1:${port}`)
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, string>))
    address.searchParams.set(key, value)
  const isForm = payload instanceof Uint8Array
  const body = payload === undefined ? null : isForm ? new Uint8Array(payload) : JSON.stringify(payload)
  const type = isForm ? {} : { 'content-type': 'application/json' }
  try {
    const cookie = await cookieFor(port, account)
    const given = { ...type, ...(headers as Record<string, string>), cookie }
    return await fetch(address, { method: method ?? 'GET', headers: given, body })
  } catch {
    return undefined
  }
}

/** The call waits for the file when all apis die under it; asked again, it is done. */
async function killedOver(
  world: World,
  bankFileId: number,
  ask: () => Promise<Response | undefined>,
): Promise<Response> {
  const held = await lockBankFile(world, bankFileId)
  const first = ask()
  await untilWaiting(world)
  await world.kill('api')
  await held.release()
  if ((await first) !== undefined) throw new Error('a killed api has answered')
  await world.start('api')
  const again = await ask()
  if (again?.status !== 200)
    throw new Error(`asked again, it was answered ${again?.status} ${await again?.text()}`)
  return again
}

async function startByFiles(world: World, { batchId }: Prepared): Promise<void> {
  const providerId = world.people.providers.A1
  await payByFiles(world.services, providerId)
  const answer = await pressStart(world, batchId)
  await world.services.database.transact((tx) =>
    // A company with an account for files starts nothing after a restore before people have compared (ADR 158).
    sql`update paying_accounts set is_default = false, enabled = false where provider_id = ${providerId}`.execute(
      tx,
    ),
  )
  if (answer !== 'done') throw new Error(`the start was answered: ${answer}`)
}

async function fileOf(world: World, { batchId }: Prepared): Promise<number> {
  const files = () =>
    world.query<{ id: number }>('select bank_file_id as id from bank_files where batch_id = $1', [batchId])
  await world.until('the file is made', async () => (await files()).length > 0)
  const [file, ...more] = await files()
  if (!file || more.length > 0) throw new Error('the batch has not one file')
  return file.id
}

async function atCounter(world: World, bytes: Buffer): Promise<string> {
  const { body, contentType } = multipartOf([{ key: 'file', fileName: 'file.xlsx', value: bytes }])
  const page = await fetch(`${world.bank.url}/files`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  })
  const said = await page.text()
  if (!said.includes('已受理')) throw new Error('the bank did not take the file')
  return createHash('sha256').update(bytes).digest('hex')
}

/** By the bank's own statement: what was paid once, and the rest never. */
async function requirePaidOnce(world: World, { batchId }: Prepared): Promise<void> {
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const statement = await (await fetch(`${world.bank.url}/files/statement?day=${day}&as=camt.053`)).text()
  const rows = await world.query<{ reference: string; state: string }>(
    'select reference, state::text from row_transfers where batch_id = $1',
    [batchId],
  )
  for (const { reference, state } of rows) {
    const times = statement.split(`<EndToEndId>${reference}<`).length - 1
    if (times !== (state === 'succeeded' ? 1 : 0))
      throw new Error(`${reference} is ${state}, and the bank paid it ${times} times`)
  }
}

export const fileCases: readonly Case[] = [
  {
    fault: 'bank file: workers and apis killed over each of its steps',
    endings: ENDINGS,
    make: async (world, batch) => {
      await world.kill('worker')
      await startByFiles(world, batch)
      // Making it: the files are written, and nothing of them is committed.
      const making = await lockFileBatch(world, batch.batchId)
      await world.start('worker')
      await untilWaiting(world)
      await world.kill('worker')
      await making.release()
      await world.start('worker')
      const bankFileId = await fileOf(world, batch)

      const pay =
        (name: EndpointName, more: object = {}) =>
        () =>
          call(world, 'payA1', name, { bankFileId: String(bankFileId), ...more })
      const given = await killedOver(world, bankFileId, pay('downloadBankFile'))
      const id = await atCounter(world, Buffer.from(await given.arrayBuffer()))
      await killedOver(world, bankFileId, () =>
        call(
          world,
          'payA1',
          'submitBankFile',
          encodeInput('submitBankFile', { bankFileId, bankBatchNo: 'Z1' }),
        ),
      )

      const bytes = Buffer.from(
        await (await fetch(`${world.bank.url}/files/result?id=${id}&as=csv`)).arrayBuffer(),
      )
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const file = { fileName: 'result.csv', value: bytes }
      await killedOver(world, bankFileId, pay('importBankResult', { sha256, file }))
      const [result] = await world.query<{ id: number }>(
        `select result_id as id from bank_file_results where bank_file_id = $1 and state = 'waiting'`,
        [bankFileId],
      )
      await world.kill('worker')
      const decision = encodeInput('decideBankResult', {
        bankFileId,
        resultId: result?.id ?? 0,
        sha256,
        confirms: true,
        reason: '',
      })
      await killedOver(world, bankFileId, () => call(world, 'checkA1', 'decideBankResult', decision))

      // Settling it: the rows are ended, and nothing of it is committed.
      const settling = await lockBalance(world)
      await world.start('worker')
      await untilWaiting(world)
      await world.kill('worker')
      await settling.release()
      await world.start('worker')
      await world.until('the file is settled', async () => {
        const [row] = await world.query<{ state: string }>(
          'select state from bank_files where bank_file_id = $1',
          [bankFileId],
        )
        return row?.state === 'settled'
      })
      await requirePaidOnce(world, batch)
    },
  },
]
