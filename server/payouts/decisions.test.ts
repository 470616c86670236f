// Every cell of state × decision × right through the call, and what a decision leaves behind (D17).

import { BATCH_STATUSES, type BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { payStored, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<'pay' | 'check', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  clients.pay = await signIn(services, 'payA1')
  clients.check = await signIn(services, 'checkA1')
})
afterAll(() => services.close())

/** A batch brought there by the steps that lead there; only the transfer is pretended. */
async function batchAt(status: BatchStatus): Promise<number> {
  const { batchId } = await storeBatch(services, 'payA1', freshRows(1))
  if (status === 'auditing') return batchId
  if (status === 'audit-rejected') {
    await takeStep(services, 'payA1', batchId, 'audit-rejected')
    return batchId
  }
  await takeStep(services, 'payA1', batchId, 'reviewing')
  if (status === 'reviewing') return batchId
  await takeStep(services, 'checkA1', batchId, status === 'review-rejected' ? 'review-rejected' : 'ready')
  if (status === 'transferring') await payStored(services, batchId)
  return batchId
}

async function recordOf(batchId: number) {
  const [batch] = await services.query('select * from payout_batches where batch_id = $1', [batchId])
  const history = await services.query(
    'select step, account_id, passed, reason, content_hash is not null as hashed, key_id is not null as keyed from payout_approvals where batch_id = $1 order by approval_id',
    [batchId],
  )
  const entries = await services.query(
    "select account, action, result, reason, before, after from audit_entries where object_kind = 'payout-batch' and object_id = $1 order by entry_id",
    [String(batchId)],
  )
  return { batch, history, entries }
}

const decide = (who: 'pay' | 'check', batchId: number, status: unknown, ispass: unknown, more: object = {}) =>
  clients[who].wire('decideBatch', { opId: batchId, status, ispass, ...more })

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  const { http: expected, msg } = refusals[code]
  expect([http, body.status, body.code, body.msg]).toEqual([expected, expected, code, msg])
}

type Way = { from: number; to: number; ispass: 0 | 1; right: 'pay' | 'check' }

/** The only ways a decision can go, in the numbers of the wire. */
const WAYS: Way[] = [
  { from: 0, to: 1, ispass: 1, right: 'pay' },
  { from: 0, to: 2, ispass: 0, right: 'pay' },
  { from: 1, to: 3, ispass: 1, right: 'check' },
  { from: 1, to: 4, ispass: 0, right: 'check' },
  { from: 3, to: 5, ispass: 1, right: 'pay' },
]
const LACKS = { pay: 'needs-pay-right', check: 'needs-check-right' } as const

describe('refused decisions', () => {
  const standing = new Map<BatchStatus, Promise<number>>()
  function balanceAt(status: BatchStatus): Promise<number> {
    const made = standing.get(status) ?? batchAt(status)
    standing.set(status, made)
    return made
  }

  const numbers = BATCH_STATUSES.map((_, number) => number)
  const cells = numbers.flatMap((from) =>
    numbers.flatMap((to) =>
      ([0, 1] as const).flatMap((ispass) =>
        (['pay', 'check'] as const).flatMap((who) => {
          const way = WAYS.find((one) => one.to === to && one.ispass === ispass)
          const code: RefusalCode | undefined =
            way === undefined
              ? 'decision-disagrees'
              : way.right !== who
                ? LACKS[way.right]
                : way.from !== from
                  ? 'state-changed'
                  : undefined
          return code === undefined ? [] : [{ from, to, ispass, who, code }]
        }),
      ),
    ),
  )

  it('are all combinations except the five allowed ones', () => expect(cells).toHaveLength(6 * 6 * 2 * 2 - 5))

  it.each(cells)('$from → $to, ispass $ispass, by $who: $code', async ({ from, to, ispass, who, code }) => {
    const batchId = await balanceAt(BATCH_STATUSES[from] ?? 'auditing')
    const before = await recordOf(batchId)
    expectRefused(await decide(who, batchId, to, ispass), code)
    expect(await recordOf(batchId)).toEqual(before)
  })
})

describe('accepted decisions', () => {
  it.each(WAYS.filter(({ to }) => to !== 5))(
    '$from → $to by $right changes the status and records approval and audit log entry',
    async ({ from, to, ispass, right }) => {
      const [fromStatus, toStatus] = [BATCH_STATUSES[from] ?? 'auditing', BATCH_STATUSES[to]]
      const batchId = await batchAt(fromStatus)
      const before = await recordOf(batchId)
      services.clock.advance(60_000)
      const { http, body } = await decide(right, batchId, to, ispass, { reason: ' 金额不对 ' })
      expect([http, body]).toEqual([200, { status: 0, msg: '', data: null }])
      const after = await recordOf(batchId)
      expect(after.batch).toEqual({ ...before.batch, status: toStatus })
      const passed = ispass === 1
      const step = right === 'pay' ? 'audit' : 'review'
      const reason = passed ? '' : '金额不对'
      const account_id = people.accounts[`${right}A1`]
      expect(after.history).toEqual([
        ...before.history,
        { step, account_id, passed, reason, hashed: passed, keyed: passed },
      ])
      expect(after.entries.slice(before.entries.length)).toEqual([
        {
          account: `${right}A1`,
          action: `${step}-batch`,
          result: 'done',
          reason,
          before: { status: fromStatus },
          after: { status: toStatus },
        },
      ])
    },
  )

  it('appear in the history with real names, reasons and times', async () => {
    const batchId = await batchAt('auditing')
    const uploadedAt = services.clock.now()
    services.clock.advance(60_000)
    await decide('pay', batchId, 1, 1)
    services.clock.advance(60_000)
    await decide('check', batchId, 4, 0, { reason: '缺少验收单' })
    const { history } = await clients.check.answer('batchHead', { batchId })
    const at = (minutes: number) => new Date(uploadedAt.getTime() + minutes * 60_000)
    const by = (account: 'payA1' | 'checkA1') => ({
      accountId: people.accounts[account],
      account,
      realName: `Name of ${account}`,
      asManager: false,
    })
    expect(history).toEqual([
      { step: 'upload', ...by('payA1'), passed: true, reason: '', at: at(0), checkedRisks: [] },
      { step: 'audit', ...by('payA1'), passed: true, reason: '', at: at(1), checkedRisks: [] },
      { step: 'review', ...by('checkA1'), passed: false, reason: '缺少验收单', at: at(2), checkedRisks: [] },
    ])
  })
})

describe('fields of decideBatch', () => {
  let batchId: number
  beforeAll(async () => {
    batchId = await batchAt('auditing')
  })

  it.each([
    ['ispass', '1'],
    ['ispass', true],
    ['ispass', [1]],
    ['ispass', 2],
    ['ispass', null],
    ['ispass', undefined],
    ['ispass', { $ne: 0 }],
    ['status', '1'],
    ['status', true],
    ['status', [1]],
    ['status', 6],
    ['status', -1],
    ['status', 1.5],
    ['status', undefined],
    ['status', 'constructor'],
    ['opId', '1'],
    ['opId', [1]],
    ['opId', 0],
    ['opId', 1e300],
    ['opId', undefined],
    ['reason', 'a'.repeat(101)],
    ['reason', 1],
    ['reason', 'line\nbreak'],
    ['checkedRisks', '1'],
    ['checkedRisks', [{ riskId: 'x', word: '好' }]],
    ['checkedRisks', [{ riskId: 'x', word: ' 好 ' }]],
    ['checkedRisks', [{ riskId: 'x', word: '好'.repeat(51) }]],
    ['checkedRisks', [{ riskId: 1, word: '已核实' }]],
    ['checkedRisks', [{ riskId: 'x' }]],
  ])('rejects %s as %j and changes nothing', async (field, value) => {
    const before = await recordOf(batchId)
    const fields = { opId: batchId, status: 1, ispass: 1, [field]: value }
    const { http, body } = await clients.pay.wire('decideBatch', fields)
    expect([http, body.code, body.errors?.[0]?.field.split('.')[0]]).toEqual([400, 'malformed', field])
    expect(body.errors?.[0]?.msg).toMatch(/\p{Script=Han}/u)
    expect(await recordOf(batchId)).toEqual(before)
  })

  it('drops a reason given with an approval', async () => {
    const id = await batchAt('auditing')
    await decide('pay', id, 1, 1, { reason: 'none asked' })
    expect((await recordOf(id)).history.at(-1)).toMatchObject({ passed: true, reason: '' })
  })
})
