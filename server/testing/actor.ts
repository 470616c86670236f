// Someone who acts, for tests of operations that no call reaches yet.

import type { Actor } from '../actor.ts'
import { identify } from '../session/identify.ts'
import { signIn } from './client.ts'
import type { TestServices } from './test-services.ts'

export async function actorOf(services: TestServices, account: string): Promise<Actor> {
  const origin = { at: services.clock.now(), address: '192.0.2.1', requestId: 'test', hostname: 'localhost' }
  const { token = '' } = await signIn(services, account)
  return { ...origin, person: await identify(services, token, origin, true) }
}
