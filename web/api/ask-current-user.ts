// Asks the server once who is logged in; every later question is answered from memory.

import { type CurrentUser, currentUser } from '@paywages/wire/session/endpoints.ts'
import { call } from './client.ts'
import { knownUser, rememberUser } from './known-user.ts'

let asking: Promise<CurrentUser> | undefined

export async function askCurrentUser(): Promise<CurrentUser> {
  const known = knownUser()
  if (known !== undefined) return known
  asking ??= call(currentUser, {}, { stay: true }).finally(() => {
    asking = undefined
  })
  const user = await asking
  rememberUser(user)
  return user
}
