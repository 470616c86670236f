// Someone who acts, for tests of operations that no call reaches yet.

import type { Actor } from '../actor.ts'
import { identify } from '../session/identify.ts'
import { signIn } from './client.ts'
import type { TestHouse } from './test-house.ts'

export async function actorOf(house: TestHouse, account: string): Promise<Actor> {
  const origin = { at: house.clock.now(), address: '192.0.2.1', requestId: 'test', hostname: 'localhost' }
  const { token = '' } = await signIn(house, account)
  return { ...origin, person: await identify(house, token, origin, true) }
}
