// Two people settle what the bank does not say: who may, with which evidence, once; and the bank still has the last word (D41).

import { randomUUID } from 'node:crypto'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { type BankStatus, onlyTransfer, updateOf } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople } from '../testing/people.ts'
import { historyOf, transfersOf } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { manualTransfer } from '../testing/transfers.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'
import { reconcileStatement } from './reconcile-statement.ts'

let services: TestServices
const clients = {} as Record<AccountName, Client>
const CALLERS = ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'checkA2', 'checkB1'] as const

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  for (const account of CALLERS) clients[account] = await signIn(services, account)
})
afterAll(async () => {
  // What people resolved here, the bank of the tests never heard of.
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const upload = (who: AccountName, kind: 'evidence' | 'document' | 'contract' = 'evidence') =>
  clients[who].answer('uploadFile', { kind })

type Input = { rowId: number; outcome: 'succeeded' | 'failed'; reason: string; evidenceFileId: string }

async function propose(who: AccountName, rowId: number, over: Partial<Input> = {}): Promise<Reply> {
  const evidenceFileId = over.evidenceFileId ?? (await upload(who))
  const input: Input = { rowId, outcome: 'succeeded', reason: '银行电话核实', ...over, evidenceFileId }
  return clients[who].call('proposeResolution', input)
}

/** Given to people, and proposed: "succeeded" by the manager, unless told otherwise. */
async function proposed(outcome: Input['outcome'] = 'succeeded', proposer: AccountName = 'managerA') {
  const { batchId, rowId, transferId } = await manualTransfer(services, 'A1')
  const { body } = await propose(proposer, rowId, { outcome })
  expect(body.status).toBe(0)
  const current = () => onlyTransfer(services, batchId)
  const applyBankStatus = async (status: BankStatus) =>
    applyBankUpdates(services, 'notified', [updateOf((await current()).reference, status)])
  return { batchId, rowId, transferId, resolutionId: body.data as number, current, applyBankStatus }
}

const decide = (who: AccountName, resolutionId: number, confirmed = true, reason = '') =>
  clients[who].call('decideResolution', { resolutionId, confirmed, reason })

const statusOf = async (resolutionId: number) =>
  (
    await services.query('select status from transfer_resolutions where resolution_id = $1', [resolutionId])
  )[0]?.status

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}

async function available(): Promise<bigint> {
  const [row] = await services.query<{ fen: bigint }>(
    "select available_fen as fen from ledger_balances join providers using (provider_id) where name = 'Provider A1'",
  )
  return row?.fen ?? 0n
}

describe('proposeResolution', () => {
  it('with evidence shows in the pending list and in the history, and waits for another account', async () => {
    const { batchId, rowId, resolutionId, current, transferId } = await proposed('failed')
    expect(await current()).toMatchObject({ state: 'manual', status: 'processing' })
    expect(await clients.checkA1.answer('batchProgress', { batchId })).toMatchObject({
      atBankCount: 1,
      manualCount: 1,
      paused: false,
      halted: false,
    })
    expect((await historyOf(services, transferId)).at(-1)).toBe('proposed manual→manual')
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
    const entries = await services.query(
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
    const { rowId } = await manualTransfer(services, 'A1')
    expectRefused(await propose(who, rowId), code)
  })

  it('requires an own, unused evidence file of a suitable kind', async () => {
    const { rowId } = await manualTransfer(services, 'A1')
    const used = await upload('managerA')
    await propose('managerA', (await manualTransfer(services, 'A1')).rowId, { evidenceFileId: used })
    for (const evidenceFileId of [
      used,
      await upload('admin'),
      await upload('payA1'),
      await upload('managerA', 'contract'),
      randomUUID(),
    ])
      expectRefused(await propose('managerA', rowId, { evidenceFileId }), 'file-gone')
    expect(
      await services.query(
        'select 1 from transfer_resolutions r join row_transfers t using (transfer_id) where t.row_id = $1',
        [rowId],
      ),
    ).toEqual([])
    expect(
      (await propose('managerA', rowId, { evidenceFileId: await upload('managerA', 'document') })).http,
    ).toBe(200)
  })

  it.each([
    [{ reason: '  ' }, '请填写核实说明'],
    [{ outcome: 'refunded' }, '请选择核实结果'],
    [{ fileId: 'no-file' }, '请上传证明文件'],
  ])('rejects %j with a message on its field', async (over, msg) => {
    const { rowId } = await manualTransfer(services, 'A1')
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
    const { rowId, applyBankStatus } = await proposed()
    await applyBankStatus('succeeded')
    expectRefused(await propose('managerA', rowId), 'transfer-not-manual')
    const { rowIds } = await storeBatch(services, 'payA1', [freshRow()])
    expectRefused(await propose('managerA', rowIds[0] ?? 0), 'not-found')
  })

  it('accepts only one of twenty concurrent proposals', async () => {
    const { rowId, transferId } = await manualTransfer(services, 'A1')
    const files = await Promise.all(
      Array.from({ length: 20 }, (_, n) => upload(n % 2 ? 'admin' : 'managerA')),
    )
    const replies = await Promise.all(
      files.map((evidenceFileId, n) => propose(n % 2 ? 'admin' : 'managerA', rowId, { evidenceFileId })),
    )
    const codes = replies.map(({ http, body }) => (http === 200 ? 'taken' : body.code)).sort()
    expect(codes).toEqual([...Array(19).fill('resolution-pending'), 'taken'])
    const attached = await services.query(
      'select 1 from files where file_id = any($1) and attached_at is not null',
      [files],
    )
    expect(attached).toHaveLength(1)
    expect(
      (await historyOf(services, transferId)).filter((line) => line.startsWith('proposed')),
    ).toHaveLength(1)
  })
})

describe('confirming a resolution', () => {
  it.each([
    ['checkA1', 'succeeded', 'succeeded', ''],
    ['admin', 'succeeded', 'succeeded', ''],
    ['checkA1', 'failed', 'failed', '人工核实未到账'],
  ] as const)('as %s ends the transfer as proposed: %s', async (who, outcome, status, error) => {
    const { rowId, resolutionId, current, transferId } = await proposed(outcome)
    const before = await available()
    expect((await decide(who, resolutionId, true, '属实')).http).toBe(200)
    expect(await current()).toMatchObject({ state: outcome, status, error })
    expect(await available()).toBe(before + (outcome === 'failed' ? 10_650n : 0n))
    expect([await statusOf(resolutionId), (await historyOf(services, transferId)).at(-1)]).toEqual([
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
    const { resolutionId, current } = await proposed()
    for (const confirmed of [true, false]) expectRefused(await decide(who, resolutionId, confirmed), code)
    expect([await statusOf(resolutionId), (await current()).state]).toEqual(['pending', 'manual'])
  })

  it('is refused to the proposer, also by the database, whatever their rights', async () => {
    const { resolutionId, current } = await proposed('succeeded', 'admin')
    expectRefused(await decide('admin', resolutionId), 'resolver-is-proposer')
    const byManager = await proposed('succeeded', 'managerA')
    await services.query("update accounts set check_right = true where account = 'managerA'")
    expectRefused(await decide('managerA', byManager.resolutionId), 'resolver-is-proposer')
    await services.query("update accounts set check_right = false where account = 'managerA'")
    expect((await current()).state).toBe('manual')
    await expect(
      services.query(
        "update transfer_resolutions set status = 'confirmed', decided_at = now(), decided_by = proposed_by where resolution_id = $1",
        [resolutionId],
      ),
    ).rejects.toThrow('resolver_is_another')
  })

  it('accepts only one of twenty concurrent decisions', async () => {
    for (const _ of [1, 2, 3]) {
      const { resolutionId, current } = await proposed('failed')
      const before = await available()
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) => decide(n % 2 ? 'checkA1' : 'admin', resolutionId, n % 3 > 0)),
      )
      const codes = replies.map(({ http, body }) => (http === 200 ? 'taken' : body.code)).sort()
      expect(codes).toEqual([...Array(19).fill('resolution-closed'), 'taken'])
      const confirmed = (await statusOf(resolutionId)) === 'confirmed'
      expect((await current()).state).toBe(confirmed ? 'failed' : 'manual')
      expect(await available()).toBe(before + (confirmed ? 10_650n : 0n))
    }
  })
})

describe('refusing a resolution', () => {
  it('keeps the transfer manual and allows another proposal', async () => {
    const { rowId, resolutionId, current, transferId } = await proposed()
    expect((await decide('checkA1', resolutionId, false, '回单不清楚')).http).toBe(200)
    expect([await statusOf(resolutionId), (await current()).state]).toEqual(['refused', 'manual'])
    expect((await historyOf(services, transferId)).at(-1)).toBe('proposal-refused manual→manual')
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
  ] as const)('of %s ends the transfer and voids the pending proposal', async (status, state) => {
    const { resolutionId, current, applyBankStatus } = await proposed('failed')
    await applyBankStatus(status)
    expect([(await current()).state, await statusOf(resolutionId)]).toEqual([state, 'void'])
    expectRefused(await decide('checkA1', resolutionId), 'resolution-closed')
    expect((await current()).state).toBe(state)
  })

  it('of success wins over a concurrent confirmation of failure', async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      const { resolutionId, current, applyBankStatus } = await proposed('failed')
      const before = await available()
      await Promise.all([decide('checkA1', resolutionId), applyBankStatus('succeeded')])
      expect((await current()).state).toBe('succeeded')
      expect(await available()).toBe(before)
    }
  })

  it('still counts after a wrong resolution, as late success or as return', async () => {
    const wrong = await proposed('failed')
    await decide('checkA1', wrong.resolutionId)
    await wrong.applyBankStatus('succeeded')
    expect(await wrong.current()).toMatchObject({ state: 'succeeded', status: 'succeeded', error: '' })
    expect((await historyOf(services, wrong.transferId)).at(-1)).toBe(
      'notified failed→succeeded !late-success',
    )
    const paid = await proposed('succeeded')
    await decide('checkA1', paid.resolutionId)
    await paid.applyBankStatus('rejected')
    expect((await paid.current()).state).toBe('succeeded')
    expect((await historyOf(services, paid.transferId)).at(-1)).toBe(
      'notified succeeded→succeeded !contradiction',
    )
    await paid.applyBankStatus('returned')
    expect(await paid.current()).toMatchObject({ state: 'returned', error: '退票' })
  })
})

it('ends only the decided transfer of a batch with several', async () => {
  const { batchId, rowId } = await manualTransfer(services, 'A1', freshRows(3))
  const { body } = await propose('managerA', rowId)
  await decide('checkA1', body.data as number)
  expect((await transfersOf(services, batchId)).map(({ state }) => state)).toEqual([
    'succeeded',
    'manual',
    'manual',
  ])
})

it('is not looked for on the day of the decision: the bank may have paid on another', async () => {
  const { resolutionId, rowId, current } = await proposed('succeeded')
  // The bank had given it a number before it fell silent.
  await services.query("update transfers set bank_serial = '77' where row_id = $1", [rowId])
  await decide('checkA1', resolutionId)
  const { missing } = await reconcileStatement(services, shanghaiDay(services.clock.now()))
  expect(missing).not.toContain((await current()).reference)
})
