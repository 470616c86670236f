// Where an attempt at a second factor counts: apart from passwords, and at the address alone, as whoever knows a password has a device too (D48).

import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { type LoginPlace, placeOf } from '../session/login-place.ts'

export function factorPlaceOf(services: Pick<Services, 'cipher'>, by: Actor): LoginPlace {
  return placeOf(services, by, { account: `factor ${by.person.accountId}`, deviceCookie: undefined })
}
