/** People at work through the console: sheets uploaded, approved, started and settled, lists read, records exported. */
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { freshRow, payoutSheet, type SheetRow } from '@paywages/server/testing/payout-sheet.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '@paywages/wire/endpoints.ts'
import { API_PREFIX } from '@paywages/wire/prefix.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { cookieFor, type Prepared, pressStart } from '../faults/batches.ts'

/** Most rows plain, with every ending that the bank answers by itself. */
const ENDINGS = [...Array.from({ length: 294 }, () => ''), '0001', '0002', '0003', '0006', '0008', '0005']

/** One sheet from its upload to its start. */
export async function paySheet(cluster: Cluster): Promise<Prepared> {
  const month = shanghaiMonth(cluster.services.clock.now())
  const rows = ENDINGS.map((ending) => {
    const row = freshRow({ month })
    return ending === '' ? row : { ...row, cardNo: row.cardNo.slice(0, -4) + ending }
  })
  const batchId = await upload(cluster, rows)
  for (const [account, to] of [
    ['payA1', 'reviewing'],
    ['checkA1', 'ready'],
  ] as const)
    await call(cluster, account, 'decideBatch', { batchId, to, pass: true })
  const answer = await pressStart(cluster, batchId)
  if (answer !== 'done') throw new Error(`the start was answered: ${answer}`)
  return { batchId, endings: ENDINGS, rows }
}

async function upload(cluster: Cluster, rows: readonly SheetRow[]): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await payoutSheet(rows))]), 'sheet.xlsx')
  const port = portOf(cluster)
  const answer = await fetch(`http://127.0.0.1:${port}${API_PREFIX}${endpoints.uploadSheet.path}`, {
    method: 'POST',
    headers: { cookie: await cookieFor(port) },
    body: form,
  })
  const { data } = (await answer.json()) as { data: unknown }
  const { batchId } = endpoints.uploadSheet.reply.data.decode(data as never)
  if (batchId === null) throw new Error(`the sheet was refused: ${JSON.stringify(data)}`)
  return batchId
}

/** What people look at while their sheets are under way. */
export async function readAround(cluster: Cluster, batchId: number): Promise<void> {
  await call(cluster, 'payA1', 'listBatches', {})
  await call(cluster, 'payA1', 'batchHead', { batchId })
  await call(cluster, 'payA1', 'batchRows', { batchId })
  await call(cluster, 'payA1', 'payDetails', {})
  await call(cluster, 'checkA1', 'listRecharges', {})
  await call(cluster, 'checkA1', 'listFreelancers', {})
}

/** A workbook, written by a thread of the api. */
export async function exportBatch(cluster: Cluster, batchId: number): Promise<void> {
  await call(cluster, 'payA1', 'exportBatch', { batchId })
}

const portOf = ({ apiPorts }: Cluster) => apiPorts[0] ?? 0

async function call<N extends EndpointName>(
  cluster: Cluster,
  account: string,
  name: N,
  input: InputOf<Endpoints[N]>,
): Promise<void> {
  const { method, path, input: shape } = endpoints[name]
  const port = portOf(cluster)
  const fields = shape.encode(input as never) as Record<string, unknown>
  const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : ''
  const answer = await fetch(`http://127.0.0.1:${port}${API_PREFIX}${path}${query}`, {
    method,
    headers: { cookie: await cookieFor(port, account), 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
  })
  const bytes = await answer.arrayBuffer()
  if (answer.status !== 200)
    throw new Error(`${name} was answered ${answer.status}: ${Buffer.from(bytes).toString('utf8', 0, 200)}`)
}
