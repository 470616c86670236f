/** Faults around bank files: every step of a file from its making to its settlement is cut off once, and done once (ADR 81, ADR 82). */
import { createHash } from 'node:crypto'
import { payByFiles } from '@paywages/server/testing/bank-files.ts'
import { encodeInput } from '@paywages/server/testing/client.ts'
import type { EndpointName } from '@paywages/wire/endpoints.ts'
import { sql } from 'kysely'
import { type Prepared, pressStart } from './batches.ts'
import type { Case } from './case.ts'
import { lockBalance, lockBankFile, lockFileBatch, untilWaiting } from './locks.ts'
import { atCounter, call, compareWhereHeld, fileOf, requirePaidOnce, resultOf } from './online-banking.ts'
import type { World } from './world.ts'

const ENDINGS = [...Array.from({ length: 20 }, () => ''), '0001', '0002']

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

export const fileCases: readonly Case[] = [
  {
    fault: 'bank file: workers and apis killed over each of its steps',
    endings: ENDINGS,
    make: async (world, batch) => {
      await compareWhereHeld(world, 'A1')
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

      const bytes = await resultOf(world, id)
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
