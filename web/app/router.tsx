// The routes, made from the table of pages: login stands alone, every other page is a child of the shell.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { fetchCurrentUser } from '../api/fetch-current-user.ts'
import { clearUser, hintedBrand, knownUser, perhapsLoggedIn } from '../api/known-user.ts'
import { onRedirect } from '../api/redirect.ts'
import { CallRefused } from '../api/refused.ts'
import { BareNotFound, LoginRoute, RouteFailed } from './bare-routes.tsx'
import { loadPage, loadShell } from './load-shell.ts'
import { loginSearch } from './login-address.ts'
import { onlyPageOf, PASSWORD_CHANGE, pages, SECOND_FACTOR, WORKBENCH } from './pages.ts'

const rootRoute = createRootRoute({ errorComponent: RouteFailed })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: LoginRoute,
  beforeLoad: async () => {
    if (!perhapsLoggedIn()) return
    const user = await fetchCurrentUser().catch(() => undefined)
    if (user !== undefined && user.factor !== 'asked')
      throw redirect({ to: firstPageOf(user), replace: true })
  },
})

/** Nobody comes in without a session and its second factor, and nobody past what must be done first (D10, D48). */
async function enter({ location }: { location: ParsedLocation }): Promise<{ user: CurrentUser }> {
  const toLogin = (ended: boolean) => {
    const from = location.pathname === WORKBENCH ? undefined : location.pathname + location.searchStr
    const why = ended ? 'session-ended' : from === undefined ? undefined : 'not-logged-in'
    const search = loginSearch(hintedBrand(), why, from)
    clearUser()
    return redirect({ to: '/', search, replace: true })
  }
  const user = await fetchCurrentUser().catch((error: unknown) => {
    if (!(error instanceof CallRefused) || error.http !== 401) throw error
    throw toLogin(error.status === 302)
  })
  if (user.factor === 'asked') throw toLogin(false)
  const only = onlyPageOf(user)
  if (only !== undefined && location.pathname !== only) throw redirect({ to: only, replace: true })
  return { user }
}

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: enter,
  component: lazyRouteComponent(loadShell, 'Shell'),
})

const pageRoutes = pages.map((page) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: page.path,
    component: lazyRouteComponent(loadPage, 'GuardedPage'),
  }),
)

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async () => {
    const user = perhapsLoggedIn() ? await fetchCurrentUser().catch(() => undefined) : undefined
    return { user }
  },
  component: BareNotFound,
})

const routeTree = rootRoute.addChildren([loginRoute, shellRoute.addChildren(pageRoutes), unknownRoute])

/** Queries are plain texts: `?page=2` is "2", and nothing is quoted. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const query = new URLSearchParams(given).toString()
  return query === '' ? '' : `?${query}`
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: false,
})

onRedirect((redirection) => {
  const { pathname, search } = window.location
  if (redirection.to === 'password-change') {
    if (pathname !== PASSWORD_CHANGE) void router.navigate({ to: PASSWORD_CHANGE, replace: true })
    return
  }
  if (redirection.to === 'second-factor') {
    // Whoever is known no longer is as they were: who they are is asked again.
    clearUser()
    if (pathname !== SECOND_FACTOR) void router.navigate({ to: SECOND_FACTOR, replace: true })
    return
  }
  // Several calls may learn of the end together; the first one already left.
  if (pathname === '/') return
  // Who has just changed the password is done with that page.
  const left = redirection.why === 'password-changed' ? undefined : pathname + search
  const back = loginSearch(knownUser()?.brand, redirection.why, left)
  void router.navigate({ to: '/', search: back, replace: true })
})

export function firstPageOf(user: CurrentUser): string {
  return onlyPageOf(user) ?? WORKBENCH
}
