// The login page as the first thing a guest sees, before there is a router; whoever gets in is handed over to the console.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import type { Root } from 'react-dom/client'
import { LoginPage } from '../session/login-page.tsx'
import { loadConsole } from './load-console.ts'
import { readLoginSearch } from './login-address.ts'

export function FirstLogin({ root }: { root: Root }) {
  const search = Object.fromEntries(new URLSearchParams(window.location.search))
  const { plat, why, from } = readLoginSearch(search)

  async function enter(user: CurrentUser) {
    const { enterConsole } = await loadConsole({ withShell: true })
    await enterConsole(root, user, from)
  }

  /** The code starts while the server checks the password. */
  function start() {
    loadConsole({ withShell: true }).catch(() => {})
  }

  return <LoginPage plat={plat} why={why} onLoggedIn={enter} onAsked={start} />
}
