// Starts the signing page, a bundle of its own: phones on slow networks load React and the calls of this page, nothing of the console.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { SignPage } from './sign-page.tsx'
import '../brand/inter.css'
import '../brand/tokens.css'
import './frame.css'
import './controls.css'
import './ends.css'

// zod compiles its checks with `new Function` where it may; the content security policy forbids that.
z.config({ jitless: true })

const root = document.getElementById('root')
if (root === null) throw new Error('sign.html has no #root')
// Whatever stands behind /sign/ is the link; one with anything more in it is unknown to the server, and said to be.
const token = decoded(window.location.pathname.replace(/^\/sign\/?/, ''))
createRoot(root).render(
  <StrictMode>
    <SignPage token={token} />
  </StrictMode>,
)

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, 200)
  } catch {
    return path.slice(0, 200)
  }
}
