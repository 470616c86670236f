// What is shown outside the shell: the login page, an unknown address, a server that does not answer.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { useNavigate, useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoginPage } from '../session/login-page.tsx'
import { usePageSearch } from '../ui/page/address.ts'
import { arrive } from './after-login.ts'
import { Failed, NotFound } from './fallback-pages.tsx'
import { readLoginSearch } from './login-address.ts'

export function LoginRoute() {
  const navigate = useNavigate()
  const { plat, why, from } = readLoginSearch(usePageSearch())

  async function enter(user: CurrentUser) {
    await navigate({ href: arrive(user, from), replace: true })
  }

  return <LoginPage plat={plat} why={why} onLoggedIn={enter} />
}

const ShellAround = lazy(async () => ({ default: (await import('./shell.tsx')).ShellAround }))

export function BareNotFound() {
  const { user } = useRouteContext({ strict: false }) as { user?: CurrentUser }
  if (user === undefined) {
    return (
      <main>
        <NotFound loggedIn={false} />
      </main>
    )
  }
  return (
    <Suspense>
      <ShellAround user={user}>
        <NotFound loggedIn />
      </ShellAround>
    </Suspense>
  )
}

export function RouteFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  function retry() {
    reset()
    void router.invalidate()
  }
  return (
    <main>
      <Failed error={error} onRetry={retry} />
    </main>
  )
}
