// Gives every page inside the shell the person it is shown to.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { createContext, useContext } from 'react'

export const CurrentUserContext = createContext<CurrentUser | undefined>(undefined)

export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext)
  if (user === undefined) throw new Error('a page outside the shell asked for the current user')
  return user
}
