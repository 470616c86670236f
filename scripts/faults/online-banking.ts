/** What people do about bank files in a fault: the calls of the console's pages, and the bank's counter, where files are carried. */
import { createHash } from 'node:crypto'
import { holdOf } from '@paywages/server/bank-files/file-hold.ts'
import { encodeInput, requestOf } from '@paywages/server/testing/client.ts'
import { multipartOf } from '@paywages/server/testing/multipart.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { EndpointName, Endpoints } from '@paywages/wire/endpoints.ts'
import { type Company, cookieFor, type Prepared } from './batches.ts'
import type { World } from './world.ts'

/** Over HTTP as a page does it; undefined where nobody answered. */
export async function call(
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

/** The same, of what must be answered. */
export async function ask<N extends EndpointName>(
  world: World,
  account: string,
  name: N,
  input: InputOf<Endpoints[N]>,
): Promise<Response> {
  const answer = await call(world, account, name, encodeInput(name, input))
  if (answer?.status !== 200)
    throw new Error(`${name} was answered: ${answer?.status} ${await answer?.text()}`)
  return answer
}

/** One manager says what online banking showed, another confirms it. */
export async function compareByTwo(world: World, company: Company): Promise<void> {
  const release = { providerId: world.people.providers[company], word: 'it was executed' }
  const proposed = await ask(world, `manager${company[0]}`, 'releaseBankFiles', release)
  const { proposalId } = (await proposed.json()) as { proposalId: number }
  await ask(world, 'admin', 'confirmProposal', { proposalId: Number(proposalId) })
}

/** After the restores of other cases, or of an earlier round, no file is made before that. */
export async function compareWhereHeld(world: World, company: Company): Promise<void> {
  const held = await world.services.database.read((tx) => holdOf(tx, world.people.providers[company]))
  if (held !== undefined) await compareByTwo(world, company)
}

export async function fileOf(world: World, { batchId }: Prepared): Promise<number> {
  const files = () =>
    world.query<{ id: number }>('select bank_file_id as id from bank_files where batch_id = $1', [batchId])
  await world.until('the file is made', async () => (await files()).length > 0)
  const [file, ...more] = await files()
  if (!file || more.length > 0) throw new Error('the batch has not one file')
  return file.id
}

export async function atCounter(world: World, bytes: Buffer): Promise<string> {
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

/** What the bank says of a file that it took. */
export async function resultOf(world: Pick<World, 'bank'>, id: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${world.bank.url}/files/result?id=${id}&as=csv`)).arrayBuffer())
}

type Debit = { readonly reference: string; readonly name: string; readonly cardNo: string }

/** Of today, by the bank's own statement; what it paid twice stands there twice. */
export async function paidAtCounter(world: Pick<World, 'bank'>): Promise<Debit[]> {
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const statement = await (await fetch(`${world.bank.url}/files/statement?day=${day}&as=camt.053`)).text()
  const debits = statement.matchAll(
    /<EndToEndId>([^<]*)<.*?<Nm>([^<]*)<.*?<CdtrAcct><Id><Othr><Id>([^<]*)</gs,
  )
  return [...debits].map(([, reference = '', name = '', cardNo = '']) => ({ reference, name, cardNo }))
}

/** What was paid once, and the rest never. */
export async function requirePaidOnce(world: World, { batchId }: Prepared): Promise<void> {
  const paid = await paidAtCounter(world)
  const rows = await world.query<{ reference: string; state: string }>(
    'select reference, state::text from row_transfers where batch_id = $1',
    [batchId],
  )
  for (const { reference, state } of rows) {
    const times = paid.filter((debit) => debit.reference === reference).length
    if (times !== (state === 'succeeded' ? 1 : 0))
      throw new Error(`${reference} is ${state}, and the bank paid it ${times} times`)
  }
}
