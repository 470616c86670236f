// Asks the server once who is logged in; every later question is answered from memory.

import { type CurrentUser, currentUser } from '@paywages/wire/session/endpoints.ts'
import { call } from './client.ts'
import { knownUser, storeUser } from './known-user.ts'

let asking: Promise<CurrentUser> | undefined

export async function fetchCurrentUser(): Promise<CurrentUser> {
  const known = knownUser()
  if (known !== undefined) return known
  asking ??= call(currentUser, {}, { stay: true }).finally(() => {
    asking = undefined
  })
  const user = await asking
  // Until the second factor is given they may see nothing, and are not known.
  if (user.factor !== 'asked') storeUser(user)
  return user
}
