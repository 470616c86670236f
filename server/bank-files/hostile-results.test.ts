// Hostile result files through the real call: each is refused with a sentence or leaves rows in doubt, and none settles anything wrong.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { downloaded } from '../testing/bank-files.ts'
import { type Client, signIn } from '../testing/client.ts'
import { HOSTILE_LISTS } from '../testing/hostile-lists.ts'
import { HOSTILE_MESSAGES } from '../testing/hostile-messages.ts'
import type { AtBank, Victim } from '../testing/hostile-result.ts'
import { HOSTILE_SHEETS } from '../testing/hostile-sheets.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { settleBankFiles } from './decide-result.ts'
import { rowsOfFile } from './file-store.ts'

const HOSTILE_RESULTS = [...HOSTILE_SHEETS, ...HOSTILE_LISTS, ...HOSTILE_MESSAGES]

let cases: FileCases
let payer: Client
let victim: Victim
let bankFileId: number
let batchId: number

beforeAll(async () => {
  cases = await openFileCases()
  const { services } = cases
  const [fixture, other] = [await cases.company(), await cases.company()]
  ;({ bankFileId, batchId } = await cases.atBank(fixture, freshRows(3, { amount: '100.00' })))
  const foreign = await cases.atBank(other, freshRows(1, { amount: '100.00' }))
  const read = async (id: number) => {
    const rows = await services.database.read((tx) => rowsOfFile(tx, id))
    const opened = services.cipher.openRows(rows.map(({ sealed }) => sealed))
    return rows.map(({ reference, name }, at) => ({ reference, name, cardNo: opened[at]?.cardNo ?? '' }))
  }
  const messages = await services.query<{ id: string }>(
    'select message_id as id from bank_files where bank_file_id = any($1) order by bank_file_id',
    [[bankFileId, foreign.bankFileId]],
  )
  victim = {
    rows: (await read(bankFileId)) as [AtBank, AtBank, AtBank],
    foreign: (await read(foreign.bankFileId))[0] as AtBank,
    messageId: messages[0]?.id ?? '',
    foreignMessageId: messages[1]?.id ?? '',
    own: await downloaded(services, bankFileId, fixture.pay, 'again'),
    day: shanghaiDay(services.clock.now()),
  }
  payer = await signIn(services, fixture.pay)
})
afterAll(() => cases.close())

describe('hostile results', () => {
  it('are at least fifty', () => expect(HOSTILE_RESULTS.length).toBeGreaterThanOrEqual(50))

  it.each(HOSTILE_RESULTS)('%s', async (_, file, outcome, fileName) => {
    const { body } = await payer.wire('importBankResult', {
      bankFileId: String(bankFileId),
      file: { fileName, value: file(victim) },
    })
    if (typeof outcome === 'string') {
      expect([body.code, body.status === 0]).toEqual([outcome, false])
      expect(body.msg).toMatch(/[\u4e00-\u9fff]/)
    } else {
      const { sucNum, failNum, backNum } = body.data as Record<string, number>
      expect([sucNum, failNum, backNum]).toEqual(outcome)
    }
  })

  it('leave file and transfers as they were, and nothing behind', async () => {
    while ((await settleBankFiles(cases.services)) > 0);
    expect([await cases.stateOf(bankFileId), await cases.states(batchId)]).toEqual([
      'submitted',
      ['in-doubt', 'in-doubt', 'in-doubt'],
    ])
    const [left] = await cases.services.query<{ results: number; loose: number }>(
      `select (select count(*)::int from bank_file_results) as results,
         (select count(*)::int from files where kind = 'bank-result' and attached_at is null) as loose`,
    )
    expect(left).toEqual({ results: 0, loose: 0 })
  })
})
