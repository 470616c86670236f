// The console with its router: shown once the page asked for is loaded, so that what stood there before stays until then.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { z } from 'zod'
import { arrive } from './after-login.ts'
import { router } from './router.tsx'

// zod compiles its checks with `new Function` where it may; the content security policy forbids that.
z.config({ jitless: true })

export async function showConsole(root: Root): Promise<void> {
  await router.load()
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

/** From the login page that stood there before the router. */
export async function enterConsole(root: Root, user: CurrentUser, from: string | undefined): Promise<void> {
  router.history.replace(arrive(user, from))
  await showConsole(root)
}
