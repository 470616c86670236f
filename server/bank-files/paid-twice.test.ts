// A bank that lies: a file it has seen is paid again, and its own statement tells it aloud (ADR 84, ADR 85).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { postStatements } from '../testing/bank-statements.ts'
import { debits, fileChannel } from '../testing/channels.ts'
import { signIn } from '../testing/client.ts'
import { type SandboxBank, startSandboxBank } from '../testing/sandbox-bank.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
let sandbox: SandboxBank
beforeAll(async () => {
  cases = await openFileCases()
  sandbox = await startSandboxBank()
  // The sandbox's statements are of today.
  cases.services.clock.set(new Date())
})
afterAll(async () => {
  await sandbox.stop()
  await cases.close()
})

const alarms = async () =>
  (await cases.services.metrics.transferAlarms.get()).values.find(
    ({ labels }) => labels.alarm === 'statement-debited-twice',
  )?.value ?? 0

it('is an alarm for every row of the file, and changes nothing in the books', async () => {
  const { services } = cases
  const channel = await fileChannel(cases, sandbox)
  await sandbox.control({ repeatsFiles: true })
  const batch = await channel.start(await cases.company(), ['', ''])
  await channel.handOver(batch)
  await channel.handOver(batch)
  await channel.learn(batch)
  expect(await cases.states(batch.batchId)).toEqual(['succeeded', 'succeeded'])
  expect([(await debits(sandbox)).length, await alarms()]).toEqual([4, 0])

  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const statement = await fetch(`${sandbox.url}/files/statement?day=${day}&as=xlsx`)
  const bytes = new Uint8Array(await statement.arrayBuffer())
  const client = await signIn(services, batch.fixture.pay)
  expect((await postStatements(client, [{ fileName: 'statement.xlsx', bytes }])).body.status).toBe(0)
  await workBankFiles(services)
  const found = await services.query<{ position: number; what: string }>(
    `select c.position, c.what from bank_file_contradictions c join bank_files f using (bank_file_id)
     where f.batch_id = $1 and c.ended_at is null order by 1`,
    [batch.batchId],
  )
  expect(found).toEqual([1, 2].map((position) => ({ position, what: 'debited-twice' })))
  expect(await alarms()).toBe(2)
  expect(await cases.states(batch.batchId)).toEqual(['succeeded', 'succeeded'])
})
