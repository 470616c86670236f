// Debits that nothing explains: two people, one reason each in the audit log, and the halt lifted by nothing less (ADR 27).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { signIn } from '../testing/client.ts'
import { bankFindings, expectMoneyTruths } from '../testing/money-checks.ts'
import { sendAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createAccount, createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, readyBatch, startedBatch, transfersOf } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { decideDebit, proposeDebit } from './explain-debit.ts'
import { guardSending } from './guard-sending.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People
beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  const superManager = { account: 'admin2', providerId: people.providers.A1, platformId: people.platforms.A }
  await services.database.transact((tx) => createAccount(tx, services, 'super', superManager))
})
afterAll(() => services.close())

const HALTED = { state: 'halted', reason: 'unknown-debits' }
const person = freshRow()
let serial = 0
let reference: string
let debitId: number

/** The bank has executed something under a reference of a batch that nobody here has seen. */
beforeEach(async () => {
  serial += 1
  reference = `PW202601010001R${serial}Xaaaaaaaaaaaa`
  const { name, cardNo } = person
  const order = { reference, amountFen: 10_000n, cardNo, name, bankName: '', remark: '' }
  await services.bank.submit([order])
  expect(await guardSending(services, { compare: true })).toEqual(HALTED)
  const [row] = await services.query<{ id: number }>(
    'select debit_id::int as id from unknown_debits where reference = $1',
    [reference],
  )
  debitId = row?.id ?? 0
})

const explain = async (outcome: 'paid' | 'foreign') => {
  await proposeDebit(services, await actorOf(services, 'admin'), {
    debitId,
    outcome,
    reason: 'seen at the bank',
  })
  await decideDebit(services, await actorOf(services, 'admin2'), { debitId, confirmed: true, reason: '' })
}

describe('an unknown debit', () => {
  it('is a finding of I3 and halts sending until two people have explained it', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    await startedBatch(services, fixture, [freshRow()])
    expect(await bankFindings(services)).toEqual([
      `the bank paid 100.00 yuan on 2026-03-16 under ${reference} (serial ${serial}), which our books do not know (no-batch)`,
    ])
    const proposal = { debitId, outcome: 'foreign', reason: 'seen at the bank' } as const
    await proposeDebit(services, await actorOf(services, 'admin'), proposal)
    await expect(proposeDebit(services, await actorOf(services, 'admin'), proposal)).rejects.toMatchObject({
      code: 'debit-pending',
    })
    const confirm = async (account: string) =>
      decideDebit(services, await actorOf(services, account), { debitId, confirmed: true, reason: '' })
    await expect(confirm('admin')).rejects.toMatchObject({ code: 'resolver-is-proposer' })
    await expect(confirm('checkA1')).rejects.toMatchObject({ code: 'resolver-may-not' })
    expect(await guardSending(services)).toEqual(HALTED)
    expect(await sendWaiting(services)).toBe(0)
    await confirm('admin2')
    await expect(confirm('admin2')).rejects.toMatchObject({ code: 'debit-closed' })
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect(await sendWaiting(services)).toBe(1)
    // Read once more, the bank's record brings nothing back that was explained.
    expect(await guardSending(services, { compare: true })).toEqual({ state: 'open' })
    expect(await bankFindings(services)).toEqual([])
    const log = await services.query<{ line: string }>(
      `select action || ' ' || reason as line from audit_entries where object_kind = 'unknown-debit' order by entry_id`,
    )
    expect(log.map(({ line }) => line)).toEqual(['propose-debit seen at the bank', 'confirm-debit '])
  })

  it('is paid once when its sheet is uploaded again after two people said so', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    await explain('paid')
    expect(await guardSending(services)).toEqual({ state: 'open' })
    const { batchId } = await startedBatch(services, fixture, [{ ...person, amount: '100' }])
    await sendAll(services)
    expect(await transfersOf(services, batchId)).toMatchObject([{ reference, state: 'succeeded' }])
    expect(services.bank.executed().filter((one) => one.reference === reference)).toHaveLength(1)
    // The next one is another payment.
    const next = await startedBatch(services, fixture, [{ ...person, amount: '100', remark: 'next' }])
    await sendAll(services)
    const [transfer] = await transfersOf(services, next.batchId)
    expect([transfer?.state, transfer?.reference === reference]).toEqual(['succeeded', false])
  })

  it.each([
    ['in another amount', '100.01', { name: person.name }],
    [
      'to a name that the record masks, in another amount',
      '99',
      { name: `${person.name.slice(0, 1)}${'*'.repeat(person.name.length - 1)}` },
    ],
    ['to a card whose holder the record does not name', '100', { name: '' }],
  ])(
    'holds back what it may have paid %s, until two people say that it is none of ours',
    async (_, amount, said) => {
      const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
      const again = { ...person, amount, remark: amount }
      const tell = (name: string, tail: string) =>
        services.query('update unknown_debits set name = $1, card_tail = $2 where debit_id = $3', [
          name,
          tail,
          debitId,
        ])
      // Started before the bank told of the debit.
      await tell('nobody', '0000')
      const early = await startedBatch(services, fixture, [again])
      await tell(said.name, person.cardNo.slice(-4))
      const like = { code: 'debit-like-row' }
      const late = await readyBatch(services, fixture, [{ ...again, remark: 'late' }])
      const start = () => takeStep(services, fixture.pay, late.batchId, 'transferring')
      await expect(start()).rejects.toMatchObject(like)
      await explain('paid')
      expect(await guardSending(services)).toEqual({ state: 'open' })
      expect(await sendWaiting(services)).toBe(0)
      expect(await transfersOf(services, early.batchId)).toMatchObject([{ state: 'failed' }])
      await expect(start()).rejects.toMatchObject(like)
      await expectMoneyTruths(services)
      const { rows } = await (await signIn(services, 'admin')).answer('unknownDebits', {})
      expect(rows).toMatchObject([{ reference, awaitsSheet: true, proposal: null }])
      await expect(explain('paid')).rejects.toMatchObject({ code: 'debit-closed' })
      await explain('foreign')
      await start()
      expect(await sendWaiting(services)).toBe(1)
    },
  )

  it('is taken over by a name that the bank masks', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    await services.query('update unknown_debits set name = $1 where debit_id = $2', [
      `${person.name.slice(0, 1)}${'＊'.repeat(person.name.length - 1)}`,
      debitId,
    ])
    const { batchId } = await startedBatch(services, fixture, [
      { ...person, amount: '100', remark: 'masked' },
    ])
    expect(await guardSending(services)).toEqual({ state: 'open' })
    expect(await transfersOf(services, batchId)).toMatchObject([{ reference, state: 'succeeded' }])
  })

  it('is shown with the last digits of the card only, and to nobody whose it is not', async () => {
    const { rows } = await (await signIn(services, 'admin')).answer('unknownDebits', {})
    expect(rows).toMatchObject([
      {
        reference,
        amountFen: 10_000n,
        name: person.name,
        cardTail: person.cardNo.slice(-4),
        cause: 'no-batch',
      },
    ])
    expect(JSON.stringify(rows, (_, value) => String(value))).not.toContain(person.cardNo)
    expect(await (await signIn(services, 'managerA')).answer('unknownDebits', {})).toMatchObject({ count: 0 })
    await explain('foreign')
    expect(await guardSending(services)).toEqual({ state: 'open' })
  })
})

describe('GET /ready', () => {
  it('says why nothing is sent', async () => {
    const ready = async () => (await services.app.inject({ url: '/ready' })).json().sending
    expect(await ready()).toMatch(
      /^Halted: The bank has executed or accepted debits that our books do not know\. .* 1 debits wait/,
    )
    await explain('foreign')
    await guardSending(services)
    expect(await ready()).toBe('open')
  })
})
