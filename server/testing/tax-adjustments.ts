// Adjustments for tests: entered for a person who was just registered, and confirmed by the calls.

import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import type { NewAdjustment } from '@paywages/domain/tax/adjustments/adjustment-rows.ts'
import { insertAdjustments } from '../tax/adjustments/adjustment-store.ts'
import { actorOf } from './actor.ts'
import { signIn } from './client.ts'
import { registeredPerson } from './freelancers.ts'
import type { AccountName } from './people.ts'
import type { ProviderFixture } from './provider-fixture.ts'
import type { TestServices } from './test-services.ts'

/** Waits for a second person: of somebody new at the provider of that account, in the month of the clock. */
export async function enteredAdjustment(
  services: TestServices,
  account: AccountName,
  proposer: string = account,
): Promise<number> {
  const { userId, providerId } = await registeredPerson(services, account)
  const { person } = await actorOf(services, proposer)
  const at = services.clock.now()
  const adjustment = {
    userId,
    month: shanghaiMonth(at),
    item: 'exempt-income',
    amountFen: 100_00n,
    reason: 'a reason',
  } as const
  const [id] = await services.database.transact((tx) =>
    insertAdjustments(tx, { providerId, by: person.accountId, at, bySheet: false }, [adjustment]),
  )
  if (id === undefined) throw new Error('nothing was written')
  return id
}

let reasons = 0

/** Entered by the fixture's payer and confirmed by its reviewer, at the time of the clock. */
export async function adjust(
  services: TestServices,
  fixture: ProviderFixture,
  idCardNo: string,
  adjustment: Omit<NewAdjustment, 'userId' | 'reason'>,
): Promise<number> {
  const payer = await signIn(services, fixture.pay)
  const { beside } = await payer.answer('freelancerDetail', { who: idCardNo })
  const { userId } = beside.person
  const adjustmentId = await payer.answer('proposeAdjustment', {
    ...adjustment,
    userId,
    reason: `测试调整 ${++reasons}`,
  })
  await (await signIn(services, fixture.check)).answer('confirmAdjustments', {
    adjustmentIds: [adjustmentId],
  })
  return adjustmentId
}
