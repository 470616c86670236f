// Two people settle what the bank does not say: who may, with which evidence, once; and the bank still has the last word (D41).

import { randomUUID } from 'node:crypto'
import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { newsOf, onlyTransfer, type Word } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { manualTransfer } from '../testing/transfers.ts'
import { historyOf, transfersOf } from '../testing/workplace.ts'
import { hearBank } from './hear-bank.ts'

let house: TestHouse
const clients = {} as Record<AccountName, Client>
const CALLERS = ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'checkA2', 'checkB1'] as const

beforeAll(async () => {
  house = await openTestHouse()
  await createPeople(house)
  for (const account of CALLERS) clients[account] = await signIn(house, account)
})
afterAll(async () => {
  // What people resolved here, the bank of the tests never heard of.
  await expectMoneyTruths(house, [/the bank (did not|paid)/])
  await house.close()
})

const upload = (who: AccountName, kind: 'evidence' | 'document' | 'contract' = 'evidence') =>
  clients[who].answer('uploadFile', { kind })

type Ask = { rowId: number; outcome: 'succeeded' | 'failed'; reason: string; evidenceFileId: string }

async function propose(who: AccountName, rowId: number, over: Partial<Ask> = {}): Promise<Reply> {
  const evidenceFileId = over.evidenceFileId ?? (await upload(who))
  const ask: Ask = { rowId, outcome: 'succeeded', reason: '银行电话核实', ...over, evidenceFileId }
  return clients[who].call('proposeResolution', ask)
}

/** Given to people, and proposed: "succeeded" by the manager, unless told otherwise. */
async function proposed(outcome: Ask['outcome'] = 'succeeded', proposer: AccountName = 'managerA') {
  const { batchId, rowId, transferId } = await manualTransfer(house, 'A1')
  const { body } = await propose(proposer, rowId, { outcome })
  expect(body.status).toBe(0)
  const look = () => onlyTransfer(house, batchId)
  const hear = async (word: Word) => hearBank(house, 'notified', [newsOf((await look()).reference, word)])
  return { batchId, rowId, transferId, resolutionId: body.data as number, look, hear }
}

const decide = (who: AccountName, resolutionId: number, confirmed = true, reason = '') =>
  clients[who].call('decideResolution', { resolutionId, confirmed, reason })

const statusOf = async (resolutionId: number) =>
  (await house.query('select status from transfer_resolutions where resolution_id = $1', [resolutionId]))[0]
    ?.status

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}

async function available(): Promise<bigint> {
  const [row] = await house.query<{ fen: bigint }>(
    "select available_fen as fen from ledger_balances join providers using (provider_id) where name = 'Provider A1'",
  )
  return row?.fen ?? 0n
}

describe('proposeResolution', () => {
  it('with evidence shows in the pending list and in the history, and waits for another account', async () => {
    const { rowId, resolutionId, look, transferId } = await proposed('failed')
    expect(await look()).toMatchObject({ state: 'manual', status: 'processing' })
    expect((await historyOf(house, transferId)).at(-1)).toBe('proposed manual→manual')
    const { rows } = await clients.checkA1.answer('pendingTransfers', { state: 'manual', size: 100 })
    const row = rows.find((one) => one.rowId === rowId)
    expect(row).toMatchObject({
      state: 'manual',
      netFen: 10_000n,
      proposal: { resolutionId, outcome: 'failed' },
    })
    const fileId = row?.proposal?.evidenceFileId ?? ''
    expect((await clients.checkA1.call('downloadFile', { fileId })).http).toBe(200)
    expect((await clients.checkA2.call('downloadFile', { fileId })).http).toBe(404)
    const entries = await house.query(
      "select account, reason from audit_entries where action = 'propose-resolution' and object_id = $1",
      [String(rowId)],
    )
    expect(entries).toEqual([{ account: 'managerA', reason: '银行电话核实' }])
  })

  it.each<[AccountName, RefusalCode]>([
    ['payA1', 'not-allowed'],
    ['checkA1', 'not-allowed'],
    ['managerB', 'not-found'],
  ])('as %s is refused: %s', async (who, code) => {
    const { rowId } = await manualTransfer(house, 'A1')
    expectRefused(await propose(who, rowId), code)
  })

  it('requires an own, unused evidence file of a suitable kind', async () => {
    const { rowId } = await manualTransfer(house, 'A1')
    const used = await upload('managerA')
    await propose('managerA', (await manualTransfer(house, 'A1')).rowId, { evidenceFileId: used })
    for (const evidenceFileId of [
      used,
      await upload('admin'),
      await upload('payA1'),
      await upload('managerA', 'contract'),
      randomUUID(),
    ])
      expectRefused(await propose('managerA', rowId, { evidenceFileId }), 'file-gone')
    expect(
      await house.query(
        'select 1 from transfer_resolutions r join transfers t using (transfer_id) where t.row_id = $1',
        [rowId],
      ),
    ).toEqual([])
    expect(
      (await propose('managerA', rowId, { evidenceFileId: await upload('managerA', 'document') })).http,
    ).toBe(200)
  })

  it.each([
    [{ reason: '  ' }, '请填写核实说明'],
    [{ outcome: 'returned' }, '请选择核实结果'],
    [{ fileId: 'no-file' }, '请上传证明文件'],
  ])('rejects %j with a message on its field', async (over, msg) => {
    const { rowId } = await manualTransfer(house, 'A1')
    const good = {
      tranId: String(rowId),
      outcome: 'failed',
      reason: '核实',
      fileId: await upload('managerA'),
    }
    const { http, body } = await clients.managerA.wire('proposeResolution', { ...good, ...over })
    expect([http, body.errors?.[0]?.msg]).toEqual([400, msg])
  })

  it('is allowed only for transfers in state manual', async () => {
    const { rowId, hear } = await proposed()
    await hear('succeeded')
    expectRefused(await propose('managerA', rowId), 'transfer-not-manual')
    const { rowIds } = await storeBatch(house, 'payA1', [freshRow()])
    expectRefused(await propose('managerA', rowIds[0] ?? 0), 'not-found')
  })

  it('accepts only one of twenty concurrent proposals', async () => {
    const { rowId, transferId } = await manualTransfer(house, 'A1')
    const files = await Promise.all(
      Array.from({ length: 20 }, (_, n) => upload(n % 2 ? 'admin' : 'managerA')),
    )
    const replies = await Promise.all(
      files.map((evidenceFileId, n) => propose(n % 2 ? 'admin' : 'managerA', rowId, { evidenceFileId })),
    )
    const codes = replies.map(({ http, body }) => (http === 200 ? 'taken' : body.code)).sort()
    expect(codes).toEqual([...Array(19).fill('resolution-pending'), 'taken'])
    const attached = await house.query(
      'select 1 from files where file_id = any($1) and attached_at is not null',
      [files],
    )
    expect(attached).toHaveLength(1)
    expect((await historyOf(house, transferId)).filter((line) => line.startsWith('proposed'))).toHaveLength(1)
  })
})

describe('confirming a resolution', () => {
  it.each([
    ['checkA1', 'succeeded', 'succeeded', ''],
    ['admin', 'succeeded', 'succeeded', ''],
    ['checkA1', 'failed', 'failed', '人工核实未到账'],
  ] as const)('as %s ends the transfer as proposed: %s', async (who, outcome, status, error) => {
    const { rowId, resolutionId, look, transferId } = await proposed(outcome)
    const before = await available()
    expect((await decide(who, resolutionId, true, '属实')).http).toBe(200)
    expect(await look()).toMatchObject({ state: outcome, status, error })
    expect(await available()).toBe(before + (outcome === 'failed' ? 10_650n : 0n))
    expect([await statusOf(resolutionId), (await historyOf(house, transferId)).at(-1)]).toEqual([
      'confirmed',
      `resolved manual→${outcome}`,
    ])
    const { events } = await clients[who].answer('transferHistory', { rowId })
    expect(events.at(-1)).toMatchObject({ realName: `Name of ${who}`, detail: '银行电话核实' })
  })

  it.each<[AccountName, RefusalCode]>([
    ['payA1', 'not-allowed'],
    ['managerA', 'not-allowed'],
    ['checkA2', 'not-found'],
    ['checkB1', 'not-found'],
  ])('as %s is refused: %s', async (who, code) => {
    const { resolutionId, look } = await proposed()
    for (const confirmed of [true, false]) expectRefused(await decide(who, resolutionId, confirmed), code)
    expect([await statusOf(resolutionId), (await look()).state]).toEqual(['pending', 'manual'])
  })

  it('is refused to the proposer, also by the database, whatever their rights', async () => {
    const { resolutionId, look } = await proposed('succeeded', 'admin')
    expectRefused(await decide('admin', resolutionId), 'resolver-is-proposer')
    const byManager = await proposed('succeeded', 'managerA')
    await house.query("update accounts set check_right = true where account = 'managerA'")
    expectRefused(await decide('managerA', byManager.resolutionId), 'resolver-is-proposer')
    await house.query("update accounts set check_right = false where account = 'managerA'")
    expect((await look()).state).toBe('manual')
    await expect(
      house.query(
        "update transfer_resolutions set status = 'confirmed', decided_at = now(), decided_by = proposed_by where resolution_id = $1",
        [resolutionId],
      ),
    ).rejects.toThrow('resolver_is_another')
  })

  it('accepts only one of twenty concurrent decisions', async () => {
    for (const _ of [1, 2, 3]) {
      const { resolutionId, look } = await proposed('failed')
      const before = await available()
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) => decide(n % 2 ? 'checkA1' : 'admin', resolutionId, n % 3 > 0)),
      )
      const codes = replies.map(({ http, body }) => (http === 200 ? 'taken' : body.code)).sort()
      expect(codes).toEqual([...Array(19).fill('resolution-closed'), 'taken'])
      const confirmed = (await statusOf(resolutionId)) === 'confirmed'
      expect((await look()).state).toBe(confirmed ? 'failed' : 'manual')
      expect(await available()).toBe(before + (confirmed ? 10_650n : 0n))
    }
  })
})

describe('refusing a resolution', () => {
  it('keeps the transfer manual and allows another proposal', async () => {
    const { rowId, resolutionId, look, transferId } = await proposed()
    expect((await decide('checkA1', resolutionId, false, '回单不清楚')).http).toBe(200)
    expect([await statusOf(resolutionId), (await look()).state]).toEqual(['refused', 'manual'])
    expect((await historyOf(house, transferId)).at(-1)).toBe('proposal-refused manual→manual')
    expectRefused(await decide('checkA1', resolutionId), 'resolution-closed')
    expect((await propose('managerA', rowId, { outcome: 'failed' })).http).toBe(200)
  })

  it('is allowed to the proposer as a withdrawal', async () => {
    const { resolutionId } = await proposed('succeeded', 'admin')
    expect((await decide('admin', resolutionId, false)).http).toBe(200)
  })
})

describe('the bank’s answer about a manual transfer', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['rejected', 'failed'],
    ['returned', 'returned'],
  ] as const)('of %s ends the transfer and voids the pending proposal', async (word, state) => {
    const { resolutionId, look, hear } = await proposed('failed')
    await hear(word)
    expect([(await look()).state, await statusOf(resolutionId)]).toEqual([state, 'void'])
    expectRefused(await decide('checkA1', resolutionId), 'resolution-closed')
    expect((await look()).state).toBe(state)
  })

  it('of success wins over a concurrent confirmation of failure', async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      const { resolutionId, look, hear } = await proposed('failed')
      const before = await available()
      await Promise.all([decide('checkA1', resolutionId), hear('succeeded')])
      expect((await look()).state).toBe('succeeded')
      expect(await available()).toBe(before)
    }
  })

  it('still counts after a wrong resolution, as late success or as return', async () => {
    const wrong = await proposed('failed')
    await decide('checkA1', wrong.resolutionId)
    await wrong.hear('succeeded')
    expect(await wrong.look()).toMatchObject({ state: 'succeeded', status: 'succeeded', error: '' })
    expect((await historyOf(house, wrong.transferId)).at(-1)).toBe('notified failed→succeeded !late-success')
    const paid = await proposed('succeeded')
    await decide('checkA1', paid.resolutionId)
    await paid.hear('rejected')
    expect((await paid.look()).state).toBe('succeeded')
    expect((await historyOf(house, paid.transferId)).at(-1)).toBe(
      'notified succeeded→succeeded !contradiction',
    )
    await paid.hear('returned')
    expect(await paid.look()).toMatchObject({ state: 'returned', error: '退票' })
  })
})

it('ends only the decided transfer of a batch with several', async () => {
  const { batchId, rowId } = await manualTransfer(house, 'A1', freshRows(3))
  const { body } = await propose('managerA', rowId)
  await decide('checkA1', body.data as number)
  expect((await transfersOf(house, batchId)).map(({ state }) => state)).toEqual([
    'succeeded',
    'manual',
    'manual',
  ])
})
