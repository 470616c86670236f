// Two accounts in one browser, at one address or of one name: told to those who decide, checked with a word, and looked into by managers (D44, ADR 63).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { logIn } from '../testing/log-in.ts'
import { fund, storeBatch } from '../testing/payout-batches.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const AUDIT = { to: 'reviewing', pass: true } as const
const REVIEW = { to: 'ready', pass: true } as const
const START = { to: 'transferring', pass: true } as const
const HOME = '203.0.113.7'

let services: TestServices
let people: People
let batchId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  await fund(services, people.providers.A1)
})
afterAll(() => services.close())

beforeEach(async () => {
  await services.query('delete from account_places')
  await services.query('delete from account_pairs')
  batchId = (await storeBatch(services, 'payA1')).batchId
})

/** A login by the form, in a browser that was used before or not. */
async function enter(account: string, from: { device?: string | undefined; remoteAddress?: string } = {}) {
  const { client, device, body } = await logIn(services, account, from)
  expect(body.status).toBe(0)
  return { client, device }
}

const headOf = (client: Client) => client.answer('batchHead', { batchId })
const risksOf = async (client: Client) => (await client.answer('batchRisks', { batchId })).risks
const pairsAsked = async (account: string) =>
  (await (await signIn(services, account)).answer('todos', {})).todos.filter(
    ({ kind }) => kind === 'account-pair',
  )

/** Payer, then reviewer, in the same browser. */
async function oneBrowser() {
  const { client: payer, device } = await enter('payA1')
  await payer.answer('decideBatch', { batchId, ...AUDIT })
  const { client: reviewer } = await enter('checkA1', { device })
  return { payer, reviewer }
}

describe('two accounts in one browser', () => {
  it('are a high risk that the reviewer checks with a word, which the approval and the audit log keep', async () => {
    const { payer, reviewer } = await oneBrowser()
    const riskId = `device-shared-${people.accounts.payA1}-${people.accounts.checkA1}`
    expect(await risksOf(reviewer)).toMatchObject([
      {
        riskId,
        kind: 'device-shared',
        names: ['Name of payA1（payA1）', 'Name of checkA1（checkA1）'],
        rowCount: 0,
      },
    ])
    const told = await reviewer.call('decideBatch', { batchId, ...REVIEW })
    expect([told.http, told.body.code]).toEqual([422, 'risks-unchecked'])
    const checkedRisks = [{ riskId, word: '前台电脑，两人在场' }]
    await reviewer.answer('decideBatch', { batchId, ...REVIEW, checkedRisks })
    const { history } = await headOf(payer)
    expect(history.at(-1)).toMatchObject({ step: 'review', checkedRisks: [{ kind: 'device-shared' }] })
    const [entry] = await services.query(
      "select after from audit_entries where action = 'review-batch' and object_id = $1",
      [String(batchId)],
    )
    expect(entry).toMatchObject({
      after: { checkedRisks: ['复核人与其他经办人使用同一设备：前台电脑，两人在场'] },
    })
  })

  it('are told on the page to whoever looks, and to the reviewer before the decision', async () => {
    const { reviewer, payer } = await oneBrowser()
    const words = 'Name of payA1（payA1）与 Name of checkA1（checkA1）使用过同一设备，请确认不是同一人'
    expect((await headOf(reviewer)).accountPairs).toEqual([{ words, high: true, cleared: '' }])
    // Until the reviewer has decided, nobody else sees a reviewer.
    expect((await headOf(payer)).accountPairs).toEqual([])
  })

  it('are nothing to a reviewer with a browser of their own', async () => {
    await oneBrowser()
    await services.query('delete from account_places')
    await enter('payA1')
    const { client } = await enter('checkA1')
    expect(await risksOf(client)).toEqual([])
    await client.answer('decideBatch', { batchId, ...REVIEW })
    expect(await pairsAsked('managerA')).toEqual([])
  })

  it('are told for ninety days after the device was last used by both', async () => {
    const { reviewer } = await oneBrowser()
    const age = (days: number) =>
      services.query(
        'update account_places set last_used_on = ($1::timestamptz - make_interval(days => $2))::date',
        [services.clock.now(), days],
      )
    await age(89)
    expect(await risksOf(reviewer)).toHaveLength(1)
    await age(92)
    expect(await risksOf(reviewer)).toEqual([])
  })

  it('keeps digests only: neither the cookie nor the address', async () => {
    const { device } = await enter('payA1', { remoteAddress: HOME })
    const kept = JSON.stringify(await services.query('select * from account_places'))
    expect(kept).not.toContain(HOME)
    expect(kept).not.toContain(device?.split('.')[0] ?? 'no device')
  })
})

describe('one address', () => {
  const pairsFor = async (accounts: readonly string[]) => {
    for (const account of accounts) await enter(account, { remoteAddress: HOME })
    const { client: payer } = await enter('payA1')
    await payer.answer('decideBatch', { batchId, ...AUDIT })
    const { client } = await enter('checkA1')
    return { client, pairs: (await headOf(client)).accountPairs }
  }

  it('is told where few others use it, and needs no word', async () => {
    const { client, pairs } = await pairsFor(['payA1', 'checkA1', 'payA2'])
    expect(pairs).toMatchObject([{ high: false }])
    expect(pairs[0]?.words).toContain('从同一网络地址登录')
    await client.answer('decideBatch', { batchId, ...REVIEW })
    expect(await pairsAsked('managerA')).toHaveLength(1)
  })

  it('tells nothing where many use it, as behind an office’s one address', async () => {
    const { pairs } = await pairsFor(['payA1', 'checkA1', 'payA2', 'managerA'])
    expect(pairs).toEqual([])
  })

  it('is noted while people work, too, and never of the machine itself', async () => {
    const { client } = await enter('payA1')
    const networks = () => services.query("select 1 from account_places where kind = 'network'")
    expect(await networks()).toEqual([])
    services.clock.advance(120_000)
    await client.send({
      method: 'GET',
      url: `/paywages/api/excel/batch?opId=${batchId}`,
      remoteAddress: HOME,
    })
    expect(await networks()).toHaveLength(1)
  })
})

describe('managers', () => {
  async function reviewed() {
    const { reviewer, payer } = await oneBrowser()
    const checkedRisks = (await risksOf(reviewer)).map(({ riskId }) => ({ riskId, word: '已核实' }))
    await reviewer.answer('decideBatch', { batchId, ...REVIEW, checkedRisks })
    return payer
  }
  const clear = async (account: string) =>
    (await signIn(services, account)).call('clearPairs', { batchId, word: '已分别致电本人' })

  it('find it among their to-dos, look into it once, and the page tells what they found', async () => {
    await reviewed()
    expect(await pairsAsked('managerA')).toMatchObject([
      { batchId, title: 'Name of payA1、Name of checkA1', reasons: [{ reason: '使用过同一设备' }] },
    ])
    expect(await pairsAsked('managerB')).toEqual([])
    expect(await pairsAsked('payA1')).toEqual([])
    expect((await headOf(await signIn(services, 'managerA'))).mayClearPairs).toBe(true)
    const answers = await Promise.all([clear('managerA'), clear('admin')])
    expect(answers.map(({ body }) => body.code ?? 'done').sort()).toEqual(['done', 'no-pair-open'])
    expect(await pairsAsked('managerA')).toEqual([])
    const { accountPairs, mayClearPairs } = await headOf(await signIn(services, 'managerA'))
    expect([accountPairs[0]?.cleared, mayClearPairs]).toEqual([
      expect.stringMatching(/^Name of (managerA|admin) 2026-\d\d-\d\d 已核实：已分别致电本人$/),
      false,
    ])
  })

  it('are asked again when the pair shares more, or after a month', async () => {
    await reviewed()
    await clear('managerA')
    const payer = (await enter('payA1')).client
    await payer.answer('decideBatch', { batchId, ...START })
    expect(await pairsAsked('managerA')).toEqual([])
    await services.query("update account_pairs set traits = '{name}'")
    batchId = (await storeBatch(services, 'payA1')).batchId
    await reviewed()
    expect(await pairsAsked('managerA')).toMatchObject([{ batchId }])
  })

  it('look into none of their own, nor into those of other platforms', async () => {
    await reviewed()
    const [a, b] = [people.accounts.managerA, people.accounts.checkA1].toSorted((x, y) => x - y)
    await services.query('update account_pairs set account_a = $1, account_b = $2', [a, b])
    await services.query(
      `insert into payout_approvals (batch_id, step, account_id, passed, at) values ($1, 'audit', $2, true, now())`,
      [batchId, people.accounts.managerA],
    )
    expect(await pairsAsked('managerA')).toEqual([])
    expect((await clear('managerA')).body.code).toBe('pair-about-you')
    expect((await clear('managerB')).http).toBe(404)
    const short = { opId: batchId, word: '已' }
    expect((await (await signIn(services, 'admin')).wire('clearPairs', short)).http).toBe(400)
    expect((await clear('admin')).http).toBe(200)
  })
})
