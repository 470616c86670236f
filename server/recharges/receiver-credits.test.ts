// Statements of receiving accounts: credits once, matched once, and unseen money credited by managers alone (D50).

import { refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  creditOf,
  FREE_RECEIVER,
  freshCredit,
  openCredit,
  receiverCsv,
  storeListed,
  TO_FREE_RECEIVER,
} from '../testing/receiver-statements.ts'
import { storeRecharge } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let manager: Client
let checker: Client

beforeAll(async () => {
  services = await openTestServices({ settings: { UNMATCHED_RECHARGE_YUAN: '0' } })
  people = await createPeople(services)
  manager = await signIn(services, 'managerA')
  checker = await signIn(services, 'checkA1')
})
afterAll(() => services.close())

const stateOf = async (rechargeId: number) => {
  const { matched, needsManager, status, creditDay } = await checker.answer('rechargeDetail', { rechargeId })
  return { matched, needsManager, status, creditDay }
}
const upload = (client: Client, value: Uint8Array, recvAccount = FREE_RECEIVER) =>
  client.wire('uploadReceiverStatement', { recvAccount, file: { fileName: '收款.csv', value } })
const msgOf = (code: keyof typeof refusals) => refusals[code].msg

describe('uploading a statement', () => {
  it('keeps its credits, matches the recharge and tells the rest as unregistered', async () => {
    const seen = freshCredit({ balanceFen: 900_000_00n, remark: '充值款' })
    const strange = freshCredit({ name: '无人登记有限公司', account: '', balanceFen: 950_000_00n })
    const paid = freshCredit({ kind: 'debit', balanceFen: 940_000_00n })
    const rechargeId = await storeRecharge(services, 'payA1', {
      ...TO_FREE_RECEIVER,
      amountFen: seen.amountFen,
    })
    expect(await stateOf(rechargeId)).toMatchObject({ matched: false, needsManager: true })
    const { body } = await upload(manager, receiverCsv([seen, strange, paid]))
    expect(body).toMatchObject({ status: 0, data: { lineNum: 3, creditNum: 2, newNum: 2, matchedNum: 1 } })
    expect(await stateOf(rechargeId)).toEqual({
      matched: true,
      needsManager: false,
      status: 'pending',
      creditDay: '2026-03-16',
    })
    const { rows } = await manager.answer('listCredits', { state: 'open' })
    expect(rows.find(({ amountFen }) => amountFen === strange.amountFen)).toMatchObject({
      payerName: '无人登记有限公司',
      balanceFen: 950_000_00n,
      rechargeId: null,
      fileName: '收款.csv',
    })
    const matched = await manager.answer('listCredits', { state: 'matched' })
    expect(matched.rows.map(({ rechargeId: id }) => id)).toEqual([rechargeId])
    expect(matched.rows[0]).toMatchObject({ payerAccount: '622202******8901', remark: '充值款' })
    expect((await checker.wire('listCredits', {})).http).toBe(403)
    // Its money was seen: the customer's own reviewer credits it.
    expect((await checker.call('auditRecharge', { rechargeId, approves: true })).http).toBe(200)
    await expectMoneyTruths(services)
  })

  it('takes the same file once, at the same moment too, and lines of overlapping statements once', async () => {
    const lines = [freshCredit({ balanceFen: 1_00n }), freshCredit({ balanceFen: 2_00n })]
    const csv = receiverCsv(lines)
    const [first, second] = await Promise.all([upload(manager, csv), upload(manager, csv)])
    expect([first.body.status, second.body.status].sort()).toEqual([0, 409])
    expect((await upload(manager, csv)).body.msg).toContain('已上传过')
    // The same lines in another bank's print, with one more.
    const again = lines.map((line) => ({ ...line, name: `${line.name} `, remark: '另一格式' }))
    const result = await storeListed(services, 'managerA', [...again, freshCredit({ balanceFen: 3_00n })])
    expect(result).toMatchObject({ creditCount: 3, newCount: 1 })
  })

  it.each([
    ['an account of no brand', '6222020012345678901', 'receiver-unknown'],
    ['an account of the other brand', '33050161800000002001', 'receiver-unknown'],
  ] as const)('refuses %s', async (_, account, code) => {
    const { body } = await upload(manager, receiverCsv([freshCredit()]), account)
    expect(body.msg).toBe(msgOf(code))
  })

  it('refuses an account that received for another platform, and hides its credits', async () => {
    const [receiver] = services.brands.brand(1).receivers
    const account = receiver?.recvAccount ?? ''
    await storeRecharge(services, 'payB1')
    const { body, http } = await upload(manager, receiverCsv([freshCredit()]), account)
    expect([http, body.msg]).toEqual([403, msgOf('receiver-other-platform')])
    const credit = freshCredit({ name: '另一平台的付款人', account: '' })
    await storeListed(services, 'admin', [credit], account)
    const creditId = await creditOf(services, credit.amountFen)
    expect((await manager.answer('listCredits', { receiverAccount: account })).count).toBe(0)
    expect((await manager.call('chooseCredit', { creditId, rechargeId: null })).http).toBe(404)
    const admin = await signIn(services, 'admin')
    expect((await admin.answer('listCredits', { receiverAccount: account })).count).toBe(1)
  })

  it('refuses a statement without money that came in', async () => {
    const { body } = await upload(manager, receiverCsv([freshCredit({ kind: 'debit' })]))
    expect(body.msg).toBe(msgOf('no-credits'))
  })
})

describe('auditing', () => {
  it('lets a manager alone credit money that nobody saw, and tells the reviewer so', async () => {
    const rechargeId = await storeRecharge(services, 'payA1')
    const count = async () => (await manager.answer('pendingRecharges', {})) as number
    const before = await count()
    const { http, body } = await checker.call('auditRecharge', { rechargeId, approves: true })
    expect([http, body.msg]).toEqual([422, msgOf('recharge-needs-manager')])
    const elsewhere = await signIn(services, 'managerB')
    expect((await elsewhere.call('auditRecharge', { rechargeId, approves: true })).http).toBe(404)
    const [one, other] = await Promise.all([
      manager.call('auditRecharge', { rechargeId, approves: true }),
      manager.call('auditRecharge', { rechargeId, approves: true }),
    ])
    expect([one.http, other.http].sort()).toEqual([200, 409])
    expect(await count()).toBe(before - 1)
    await expectMoneyTruths(services)
  })

  it('is not for a manager among the customer’s own people', async () => {
    const rechargeId = await storeRecharge(services, 'payB1')
    const own = await signIn(services, 'managerB')
    expect((await own.answer('todos', {})).todos.filter(({ kind }) => kind === 'audit-recharge')).toEqual([])
    const audited = await own.call('auditRecharge', { rechargeId, approves: true })
    expect([audited.http, audited.body.msg]).toEqual([422, msgOf('own-company-recharge')])
    const admin = await signIn(services, 'admin')
    expect((await admin.call('auditRecharge', { rechargeId, approves: true })).http).toBe(200)
  })

  it('lets reviewers reject it, and takes the match off a rejected one', async () => {
    const credit = freshCredit()
    const draft = { ...TO_FREE_RECEIVER, amountFen: credit.amountFen }
    await storeListed(services, 'managerA', [credit])
    const first = await storeRecharge(services, 'payA1', draft)
    expect(await stateOf(first)).toMatchObject({ matched: true })
    await checker.answer('auditRecharge', { rechargeId: first, approves: false })
    const second = await storeRecharge(services, 'payA1', draft)
    expect([await stateOf(first), await stateOf(second)]).toMatchObject([
      { matched: false },
      { matched: true },
    ])
  })
})

it('money of another company is not matched by itself, however exactly two clerks register it', async () => {
  const credit = freshCredit({ name: 'Provider A2 Ltd', account: '33050161809900000123' })
  const draft = {
    ...TO_FREE_RECEIVER,
    amountFen: credit.amountFen,
    payerName: 'Provider A2 Ltd',
    payerAccount: '33050161809900000123',
  }
  await storeListed(services, 'managerA', [credit])
  const taken = await storeRecharge(services, 'payA1', draft)
  expect(await stateOf(taken)).toMatchObject({ matched: false, needsManager: true })
  expect((await checker.call('auditRecharge', { rechargeId: taken, approves: true })).http).toBe(422)
  const owned = await storeRecharge(services, 'payA2', draft)
  const admin = await signIn(services, 'admin')
  expect(await admin.answer('rechargeDetail', { rechargeId: owned })).toMatchObject({ matched: true })
})

describe('matching by hand', () => {
  it('matches once, is undone before the audit, and stands after it', async () => {
    const { creditId, rechargeId } = await openCredit(services)
    const { rows } = await manager.answer('creditCandidates', { creditId })
    expect(rows.map((row) => row.rechargeId)).toEqual([rechargeId])
    await manager.answer('chooseCredit', { creditId, rechargeId })
    expect((await manager.call('chooseCredit', { creditId, rechargeId })).body.msg).toBe(
      msgOf('credit-taken'),
    )
    await manager.answer('chooseCredit', { creditId, rechargeId: null })
    expect(await stateOf(rechargeId)).toMatchObject({ matched: false, needsManager: true })
    await manager.answer('chooseCredit', { creditId, rechargeId })
    await checker.answer('auditRecharge', { rechargeId, approves: true })
    expect((await manager.call('chooseCredit', { creditId, rechargeId: null })).http).toBe(409)
    const entries = await services.query(
      "select action, account_id from audit_entries where object_kind = 'recharge' and object_id = $1 and action like '%match%' order by entry_id",
      [String(rechargeId)],
    )
    expect(entries).toHaveLength(3)
  })

  it('gives one line to one recharge, whoever chooses at the same moment', async () => {
    const credit = freshCredit({ name: '另一付款人', account: '' })
    const draft = { ...TO_FREE_RECEIVER, amountFen: credit.amountFen }
    const ids = [await storeRecharge(services, 'payA1', draft), await storeRecharge(services, 'payA1', draft)]
    await storeListed(services, 'admin', [credit])
    const creditId = await creditOf(services, credit.amountFen)
    const answers = await Promise.all(
      ids.map((rechargeId) => manager.call('chooseCredit', { creditId, rechargeId })),
    )
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
    const seen = await Promise.all(ids.map(stateOf))
    expect(seen.filter(({ matched }) => matched)).toHaveLength(1)
    await expect(
      services.query(
        'update receiver_credits set recharge_id = $1, matched_at = now() where recharge_id is null',
        [ids.find((_, index) => seen[index]?.matched)],
      ),
    ).rejects.toThrow('receiver_credits_recharge_once')
  })

  it('is not for one’s own recharge, nor for another amount or another platform', async () => {
    const own = await openCredit(services, 'managerA')
    expect((await manager.call('chooseCredit', own)).body.msg).toBe(msgOf('own-recharge'))
    const other = await openCredit(services)
    const wrong = { creditId: own.creditId, rechargeId: other.rechargeId }
    expect((await manager.call('chooseCredit', wrong)).body.msg).toBe(msgOf('credit-other-amount'))
    const foreign = await storeRecharge(services, 'payB1')
    expect((await manager.call('chooseCredit', { creditId: own.creditId, rechargeId: foreign })).http).toBe(
      404,
    )
    expect(people.providers.B1).toBeGreaterThan(0)
  })
})

describe('credits that nobody registered', () => {
  const waiting = async (account: string) => {
    const { todos } = await (await signIn(services, account)).answer('todos', {})
    const found = todos.find(({ kind }) => kind === 'unregistered-credit')
    return { count: found?.count ?? 0, fen: found?.amountFen ?? 0n }
  }

  it('wait for managers with their number and sum, until they are matched', async () => {
    const before = await waiting('managerA')
    const { creditId, rechargeId } = await openCredit(services)
    const [row] = await services.query<{ fen: bigint }>(
      'select amount_fen as fen from receiver_credits where credit_id = $1',
      [creditId],
    )
    expect(await waiting('managerA')).toEqual({ count: before.count + 1, fen: before.fen + (row?.fen ?? 0n) })
    for (const other of ['payA1', 'checkA1']) expect(await waiting(other)).toEqual({ count: 0, fen: 0n })
    await manager.answer('chooseCredit', { creditId, rechargeId })
    expect(await waiting('managerA')).toEqual(before)
  })
})
