// Categories at the same moment: nobody edits or disables what another is just beginning to use, nor the other way round (D30).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { createPeople } from '../testing/people.ts'
import { storeApplication, storeCategory, storeServiceItem } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { lockCategoryForShare } from './store.ts'

let services: TestServices
let manager: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

/** A transaction that is in the middle of its work, and goes on when told. */
function inTheMiddle<T>(work: (go: Promise<void>, here: () => void) => Promise<T>) {
  let goOn = () => {}
  const go = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let reached = () => {}
  const here = new Promise<void>((resolve) => {
    reached = resolve
  })
  const done = work(go, reached)
  return { here, goOn, done }
}

const useIt = (categoryId: number) =>
  inTheMiddle((go, here) =>
    services.database.transact(async (tx) => {
      const found = await lockCategoryForShare(tx, categoryId)
      here()
      await go
      if (found?.enabled) {
        const someone = await tx
          .selectFrom('accounts')
          .select(['account_id', 'provider_id', 'platform_id'])
          .where('account', '=', 'payA1')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('invoice_applications')
          .values({
            application_no: `T${categoryId}`,
            provider_id: someone.provider_id,
            platform_id: someone.platform_id,
            invoice_type: 'ordinary-electronic',
            category_id: categoryId,
            amount_fen: 1n,
            applicant_id: someone.account_id,
            applied_at: services.clock.now(),
          })
          .execute()
      }
      return found
    }),
  )

/** Resolves once that many calls wait for a lock of someone else. */
async function untilWaiting(calls: number): Promise<void> {
  const lock = await holdLock(services, 'select 1')
  await lock.untilWaiting(calls)
  await lock.release()
}

it('rejects an edit that waited for a concurrent use of the category', async () => {
  const serviceItemId = await storeServiceItem(services)
  const categoryId = await storeCategory(services, { serviceItemId, name: 'Before' })
  const use = useIt(categoryId)
  await use.here
  const edit = manager.call('updateCategory', { categoryId, serviceItemId, categoryName: 'After' })
  await untilWaiting(1)
  use.goOn()
  await use.done
  expect((await edit).body.code).toBe('category-used')
  const [{ name } = { name: '' }] = await services.query<{ name: string }>(
    'select name from invoice_categories where category_id = $1',
    [categoryId],
  )
  expect(name).toBe('Before')
})

it('makes an edit wait for an uncommitted reference and accepts it after the rollback', async () => {
  const serviceItemId = await storeServiceItem(services)
  const categoryId = await storeCategory(services, { serviceItemId })
  const applicationId = await storeApplication(services, 'payA1')
  const lock = await holdLock(
    services,
    'update invoice_applications set category_id = $1 where application_id = $2',
    [categoryId, applicationId],
  )
  const edit = manager.call('updateCategory', { categoryId, serviceItemId, categoryName: 'After' })
  await lock.untilWaiting(1)
  // Undone, it was no use at all.
  await lock.release()
  expect((await edit).http).toBe(200)
})

/** A change of the category that is not committed yet. */
const change = (categoryId: number, to: { name: string; service_item_id: number } | { enabled: boolean }) =>
  inTheMiddle((go, here) =>
    services.database.transact(async (tx) => {
      await tx.updateTable('invoice_categories').set(to).where('category_id', '=', categoryId).execute()
      here()
      await go
    }),
  )

it('makes a use wait for a concurrent edit and see the edited category', async () => {
  const other = await storeServiceItem(services, 'Another item')
  const categoryId = await storeCategory(services, { name: 'Before' })
  const edit = change(categoryId, { name: 'After', service_item_id: other })
  await edit.here
  const use = useIt(categoryId)
  await untilWaiting(1)
  edit.goOn()
  use.goOn()
  expect(await use.done).toMatchObject({ name: 'After', serviceItemName: 'Another item', enabled: true })
})

it('makes disabling wait for a concurrent use of the category', async () => {
  const categoryId = await storeCategory(services)
  const use = useIt(categoryId)
  await use.here
  const disable = manager.call('setCategoryStatus', { categoryId, status: 'disabled' })
  await untilWaiting(1)
  use.goOn()
  await use.done
  expect((await disable).http).toBe(200)
  expect(
    await services.query('select 1 from invoice_applications where category_id = $1', [categoryId]),
  ).toHaveLength(1)
})

it('makes a use wait for a concurrent disabling and see the category disabled', async () => {
  const categoryId = await storeCategory(services)
  const disabling = change(categoryId, { enabled: false })
  await disabling.here
  const use = useIt(categoryId)
  await untilWaiting(1)
  disabling.goOn()
  use.goOn()
  expect(await use.done).toMatchObject({ enabled: false })
})

it('lets several transactions use a category at the same time', async () => {
  const categoryId = await storeCategory(services)
  const uses = Array.from({ length: 3 }, () =>
    inTheMiddle((go, here) =>
      services.database.transact(async (tx) => {
        const found = await lockCategoryForShare(tx, categoryId)
        here()
        await go
        return found?.categoryId
      }),
    ),
  )
  await Promise.all(uses.map(({ here }) => here))
  for (const { goOn } of uses) goOn()
  expect(await Promise.all(uses.map(({ done }) => done))).toEqual([categoryId, categoryId, categoryId])
})

it('gives a name to only one of two concurrent edits, or of an edit and an addition', async () => {
  const serviceItemId = await storeServiceItem(services)
  const [one, two] = [
    await storeCategory(services, { serviceItemId }),
    await storeCategory(services, { serviceItemId }),
  ]
  const edit = (categoryId: number, categoryName: string) =>
    manager.call('updateCategory', { categoryId, serviceItemId, categoryName })
  const edits = await Promise.all([edit(one, 'Wanted'), edit(two, 'WANTED')])
  expect(edits.map(({ http }) => http).sort()).toEqual([200, 409])
  const beside = await Promise.all([
    edit(two, 'Other'),
    manager.call('addCategory', { serviceItemId, categoryName: 'other' }),
  ])
  expect(beside.map(({ http }) => http).sort()).toEqual([200, 409])
})
