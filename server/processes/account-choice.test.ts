// Who chooses the account of a start, and that a set time keeps the one it was set with (ADR 70, ADR 83).

import { decisionOf } from '@paywages/domain/payouts/batch-status.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payByFiles } from '../testing/bank-files.ts'
import { type Client, signIn } from '../testing/client.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, readyBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { startDue } from './start-due.ts'

const HOUR = 3_600_000

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

/** A batch that is ready, an account of its provider, and a newer one that is the default. */
async function twoAccounts() {
  const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
  const { batchId } = await readyBatch(services, fixture, [freshRow({ amount: '100.00' })])
  const older = await payByFiles(services, fixture.providerId)
  const newer = await payByFiles(services, fixture.providerId, 'icbc-payroll')
  return { ...fixture, batchId, older, newer, payer: await signIn(services, fixture.pay) }
}

async function letStarterChoose(providerId: number): Promise<void> {
  // The hours that pass end sessions.
  const [manager, admin] = [await signIn(services, 'managerA'), await signIn(services, 'admin')]
  const { body } = await manager.call('changeAccountChoice', { providerId, starterChooses: true })
  const { proposalId } = body as unknown as { proposalId: number }
  expect((await manager.call('confirmProposal', { proposalId })).body.code).toBe('own-proposal')
  await admin.answer('confirmProposal', { proposalId })
}

const start = (payer: Client, batchId: number, payingAccountId: number) => {
  const decision = decisionOf('start')
  if (!decision) throw new Error('a batch is started by a decision')
  return payer.call('decideBatch', { batchId, ...decision, payingAccountId })
}
const accountOf = async (batchId: number) =>
  (
    await services.query<{ id: number; key: string }>(
      'select paying_account_id as id, format_key as key from bank_file_batches where batch_id = $1',
      [batchId],
    )
  )[0]
const disable = (accountId: number) =>
  services.query(
    'update paying_accounts set enabled = false, is_default = false where paying_account_id = $1',
    [accountId],
  )

it('is the default alone until two managers let the starter choose', async () => {
  const { providerId, batchId, older, newer, payer } = await twoAccounts()
  const { choices } = await payer.answer('startPlan', { batchId })
  expect(choices.map(({ payingAccountId }) => payingAccountId)).toEqual([newer])
  expect((await payer.call('startPlan', { batchId, payingAccountId: older })).body.code).toBe(
    'paying-account-changed',
  )
  expect((await start(payer, batchId, older)).body.code).toBe('paying-account-changed')
  await letStarterChoose(providerId)
  const plan = await payer.answer('startPlan', { batchId, payingAccountId: older })
  expect(plan.formatName).toBe('通用代发（Excel）')
  expect(plan.choices.map(({ payingAccountId, isDefault }) => [payingAccountId, isDefault])).toEqual([
    [newer, true],
    [older, false],
  ])
  const foreign = await payByFiles(services, people.providers.A2)
  for (const other of [foreign, 2_000_000_000, 0])
    expect((await start(payer, batchId, other)).body.code).toBe('paying-account-disabled')
  expect((await start(payer, batchId, older)).http).toBe(200)
  expect(await accountOf(batchId)).toEqual({ id: older, key: 'general-xlsx' })
})

it('is kept with the time that was set, whatever the default is then', async () => {
  const { providerId, batchId, newer, payer } = await twoAccounts()
  const dueAt = new Date(services.clock.now().getTime() + HOUR)
  expect((await payer.call('scheduleBatch', { batchId, dueAt })).http).toBe(200)
  await payByFiles(services, providerId)
  services.clock.advance(HOUR)
  expect(await startDue(services)).toBe(1)
  expect(await accountOf(batchId)).toEqual({ id: newer, key: 'icbc-payroll' })
})

it('refuses the start in a sentence where it was disabled since', async () => {
  const { batchId, older, newer, providerId, pay, payer } = await twoAccounts()
  await letStarterChoose(providerId)
  const dueAt = new Date(services.clock.now().getTime() + HOUR)
  expect(
    (await payer.call('scheduleBatch', { batchId, dueAt, payingAccountId: 2_000_000_000 })).body.code,
  ).toBe('paying-account-disabled')
  expect((await payer.call('scheduleBatch', { batchId, dueAt, payingAccountId: older })).http).toBe(200)
  await disable(older)
  services.clock.advance(HOUR)
  expect(await startDue(services)).toBe(0)
  expect(await accountOf(batchId)).toBeUndefined()
  const [schedule] = await services.query<{ words: string }>(
    'select failure_words as words from payout_schedules where batch_id = $1 order by schedule_id desc limit 1',
    [batchId],
  )
  expect(schedule?.words).toBe('所选的付款账户已停用或不存在，没有发起转账，请重新选择')
  expect((await start(await signIn(services, pay), batchId, newer)).http).toBe(200)
})
