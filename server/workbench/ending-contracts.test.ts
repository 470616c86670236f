// Contracts that end soon: whom they remind, from which day on, and which of them speaks for all (D29).

import { addDays, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { signStored, storeContract } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const CALLERS: readonly AccountName[] = ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'payB1']

async function reminded(): Promise<Partial<Record<AccountName, Todo>>> {
  const found: Partial<Record<AccountName, Todo>> = {}
  for (const account of CALLERS) {
    const { todos } = await (await signIn(services, account)).answer('todos', {})
    expect(todos.every(({ kind }) => kind === 'ending-contract')).toBe(true)
    if (todos[0]) found[account] = todos[0]
  }
  return found
}

it('reminds managers in scope of contracts ending within thirty days', async () => {
  const inForce = async (provider: 'A1' | 'A2' | 'B1', endDay: string) => {
    const contractId = await storeContract(services, people.providers[provider], 'pending')
    await signStored(services, contractId, { beginDay: '2025-01-01', endDay })
    return contractId
  }
  const day = shanghaiDay(services.clock.now())
  const first = await inForce('A1', addDays(day, 30))
  await inForce('A2', addDays(day, 31))
  await inForce('B1', addDays(day, 31))
  const one = { count: 1, endDay: addDays(day, 30), providerName: 'Provider A1', since: startOfDay(day) }
  const today = await reminded()
  expect(Object.keys(today)).toEqual(['admin', 'managerA'])
  expect(today.managerA).toMatchObject({ ...one, title: expect.stringMatching(/^Contract/) })
  services.clock.set(startOfDay(addDays(day, 1)))
  const tomorrow = await reminded()
  expect(Object.keys(tomorrow)).toEqual(['admin', 'managerA', 'managerB'])
  // The soonest speaks for all of them.
  expect(tomorrow.admin).toMatchObject({ ...one, count: 3 })
  expect(tomorrow.managerB).toMatchObject({ count: 1, providerName: 'Provider B1' })
  // Over, although no worker has written it down yet.
  services.clock.set(startOfDay(addDays(day, 31)))
  expect((await reminded()).managerA).toMatchObject({ count: 1, providerName: 'Provider A2' })
  await services.query("update enterprise_contracts set status = 'terminated' where contract_id <> $1", [
    first,
  ])
  expect(await reminded()).toEqual({})
})
