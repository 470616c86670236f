// Starts the console: the login page needs React and the router only; the shell with antd loads once it has painted.

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { followOtherTabs } from './api/known-user.ts'
import { cspNonce, putNonceOnStyleTags } from './app/csp-nonce.ts'
import { loadAhead, router } from './app/router.tsx'
import './brand/inter.css'
import './brand/tokens.css'
import './app/base.css'

// zod compiles its checks with `new Function` where it may; the content security policy forbids that.
z.config({ jitless: true })
putNonceOnStyleTags(cspNonce())
followOtherTabs()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

// While the person types their password, shell and workbench are fetched: any other page loads what it needs itself.
// Safari knows no idle callback.
const whenIdle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 300))
if (window.location.pathname === '/')
  window.addEventListener('load', () => whenIdle(() => void loadAhead().catch(() => {})))
