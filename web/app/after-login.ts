// Where one stands after login.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { storeUser } from '../api/known-user.ts'
import { oweAlert } from './owed-alert.ts'
import { mayOpen, onlyPageOf, pageAt, WORKBENCH } from './pages.ts'

/** Remembers who came in, and says which page they see: the one they left, unless they may not open it. */
export function arrive(user: CurrentUser, from: string | undefined): string {
  storeUser(user)
  oweAlert(user.accountId)
  const only = onlyPageOf(user)
  if (only !== undefined) return only
  const left = from === undefined ? undefined : pageAt(new URL(from, window.location.origin).pathname)
  return from !== undefined && left !== undefined && mayOpen(user, left) ? from : WORKBENCH
}
