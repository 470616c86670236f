// Starts the console: a guest at "/" gets the login page, which needs React alone; everything else needs router, codecs and shell.

import { createRoot } from 'react-dom/client'
import { followOtherTabs, hintedBrand, perhapsLoggedIn } from './api/known-user.ts'
import { cspNonce, putNonceOnStyleTags } from './app/csp-nonce.ts'
import { fetchAhead } from './app/fetch-ahead.ts'
import { FirstLogin } from './app/first-login.tsx'
import { loadConsole } from './app/load-console.ts'
import { ShellSkeleton } from './app/shell-skeleton.tsx'
import { StartFailed } from './app/start-failed.tsx'
import { applyBrand } from './brand/apply-brand.ts'
import './brand/inter.css'
import './brand/tokens.css'
import './app/base.css'

putNonceOnStyleTags(cspNonce())
followOtherTabs()

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')
const root = createRoot(place)
const atLogin = window.location.pathname === '/'

if (atLogin && !perhapsLoggedIn()) {
  root.render(<FirstLogin root={root} />)
  fetchAhead(cspNonce())
} else {
  // Who was logged in here sees the frame of the page at once, in the colours of their brand.
  if (!atLogin && perhapsLoggedIn()) {
    applyBrand(hintedBrand() ?? 1)
    root.render(<ShellSkeleton />)
  }
  loadConsole({ withShell: perhapsLoggedIn() })
    .then(({ showConsole }) => showConsole(root))
    .catch(() => root.render(<StartFailed />))
}
