// Invoice applications on the workbench: each kind for the managers of its scope, until it is done (D30).

import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { invoicedApplication, paidOut, returnRow, unattachedFile } from '../testing/invoices.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { storeApplication } from '../testing/stored-records.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(() => services.clock.set(MONDAY))
afterAll(() => services.close())

const CALLERS: readonly AccountName[] = ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'payB1']
const KINDS = ['audit-invoice', 'enter-invoice', 'red-invoice']

async function waiting(): Promise<Partial<Record<AccountName, Todo[]>>> {
  const found: Partial<Record<AccountName, Todo[]>> = {}
  for (const account of CALLERS) {
    const { todos } = await (await signIn(services, account)).answer('todos', {})
    const mine = todos.filter(({ kind }) => KINDS.includes(kind))
    if (mine.length > 0) found[account] = mine
  }
  return found
}
const kindsOf = (found: Partial<Record<AccountName, Todo[]>>) =>
  Object.fromEntries(
    Object.entries(found).map(([account, todos]) => [account, todos.map(({ kind }) => kind)]),
  )

it('asks managers to audit an invoice application, then to enter its result', async () => {
  const applicationId = await storeApplication(services, 'payA1', { amountFen: 88_00n })
  const asked = await waiting()
  expect(kindsOf(asked)).toEqual({ admin: ['audit-invoice'], managerA: ['audit-invoice'] })
  expect(asked.managerA).toMatchObject([
    {
      applicationId,
      providerName: 'Provider A1',
      amountFen: 88_00n,
      byName: 'Name of payA1',
      since: MONDAY,
      title: expect.stringMatching(/^T/),
    },
  ])
  services.clock.advance(60_000)
  const manager = await signIn(services, 'managerA')
  await manager.answer('auditInvoice', { applicationId, agrees: true })
  const agreed = await waiting()
  expect(kindsOf(agreed)).toEqual({ admin: ['enter-invoice'], managerA: ['enter-invoice'] })
  expect(agreed.admin).toMatchObject([{ applicationId, since: services.clock.now() }])
  const fileIds = [await unattachedFile(services, 'managerA')]
  await paidOut(services, 'payA1', ['1000'])
  await manager.answer('enterInvoiceResult', { applicationId, trackingNo: 'SF1', fileIds })
  expect(await waiting()).toEqual({})
})

it('asks nothing for refused or withdrawn applications and lists the longest waiting first', async () => {
  const first = await storeApplication(services, 'payB1')
  services.clock.advance(60_000)
  const second = await storeApplication(services, 'checkB1')
  const manager = await signIn(services, 'managerB')
  expect((await waiting()).managerB?.map(({ applicationId }) => applicationId)).toEqual([first, second])
  await manager.answer('auditInvoice', { applicationId: first, agrees: false, reason: 'no' })
  await (await signIn(services, 'checkB1')).answer('withdrawInvoice', { applicationId: second })
  expect(await waiting()).toEqual({})
})

it('asks for a red invoice while more is invoiced than paid out', async () => {
  const { rowIds } = await paidOut(services, 'payB1', ['100', '100'])
  await invoicedApplication(services, 'payB1', 'managerB', { amountFen: 200_00n })
  expect(await waiting()).toEqual({})
  await returnRow(services, rowIds[0] ?? 0)
  const over = await waiting()
  expect(kindsOf(over)).toEqual({ admin: ['red-invoice'], managerB: ['red-invoice'] })
  expect(over.managerB).toMatchObject([
    { amountFen: 93_50n, providerId: people.providers.B1, providerName: 'Provider B1', applicationId: null },
  ])
  await paidOut(services, 'payB1', ['100'])
  expect(await waiting()).toEqual({})
})
