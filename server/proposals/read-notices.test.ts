// What people were told is marked as read by themselves alone; and what a proposal means in money and what became of its account are listed.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { fund, payStored, storeBatch } from '../testing/payout-batches.ts'
import { createPeople, newPassword, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

it('marks one, or all, of one’s own, and nobody else’s', async () => {
  const manager = await signIn(services, 'managerA')
  const accountId = people.accounts.payA2
  for (const realName of ['One', 'Two', 'Three'])
    await manager.answer('updateAccount', { accountId, platformId: people.platforms.A, realName })
  const owner = await signIn(services, 'payA2')
  const noticesOf = async () =>
    (await owner.answer('todos', {})).todos.flatMap(({ noticeId }) => noticeId ?? [])
  const [first = 0, ...others] = await noticesOf()
  expect(others).toHaveLength(2)
  const foreign = await (await signIn(services, 'payA1')).call('readNotices', { noticeId: first })
  expect(foreign.http).toBe(404)
  await (await signIn(services, 'payA1')).answer('readNotices', {})
  expect(await noticesOf()).toEqual([first, ...others])
  await owner.answer('readNotices', { noticeId: first })
  expect((await owner.call('readNotices', { noticeId: first })).http).toBe(404)
  expect(await noticesOf()).toEqual(others)
  await owner.answer('readNotices', {})
  expect(await noticesOf()).toEqual([])
})

it('lists what a changed rate means in fees, and nothing for other terms', async () => {
  await fund(services, people.providers.A1)
  const { batchId } = await storeBatch(services, 'payA1')
  await payStored(services, batchId)
  const [paid] = await services.query<{ fen: string }>(
    'select sum(succeeded_fen)::text as fen from payout_days where provider_id = $1',
    [people.providers.A1],
  )
  await storeBatch(services, 'payA1')
  const admin = await signIn(services, 'admin')
  const terms = { providerId: people.providers.A1, name: 'Provider A1', platformIds: [people.platforms.A] }
  const impactOf = async (changed: { serviceRate: number; unsignedBlocks?: boolean }) => {
    const { body } = await admin.call('updateProvider', { ...terms, ...changed })
    const { proposalId = 0 } = body as { proposalId?: number }
    const { rows } = await admin.answer('listProposals', { size: 100 })
    await admin.answer('withdrawProposal', { proposalId })
    return rows.find((row) => row.proposalId === proposalId)?.impact
  }
  const paidFen = BigInt(paid?.fen ?? 0)
  expect(paidFen).toBeGreaterThan(0n)
  expect(await impactOf({ serviceRate: 165_000 })).toEqual({
    paidFen,
    feeChangeFen: paidFen / 10n,
    openBatches: 1,
  })
  expect(await impactOf({ serviceRate: 65_000, unsignedBlocks: true })).toBeNull()
})

it('lists what became of the account lately: a password reset before rights are given back', async () => {
  const manager = await signIn(services, 'managerA')
  const accountId = people.accounts.checkA2
  const place = { accountId, platformId: people.platforms.A }
  await manager.answer('updateAccount', { ...place, checkRight: false })
  await manager.answer('resetPassword', { accountId, ...newPassword('Taken-pass-1') })
  await manager.answer('updateAccount', { ...place, checkRight: true })
  const { rows } = await (await signIn(services, 'admin')).answer('listProposals', { size: 100 })
  const row = rows.find(({ kind, actions }) => kind === 'change-rights' && actions.includes('confirm'))
  expect(row?.recent.map(({ kind, byName }) => [kind, byName])).toEqual([
    ['password-reset', 'Name of managerA'],
    ['rights-changed', 'Name of managerA'],
  ])
})
