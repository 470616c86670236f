// The shell: menu at the left, top bar, the page, and the footer, for one person and brand (spec §2).

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBrand } from '../api/brand.ts'
import { applyBrand } from '../brand/apply-brand.ts'
import { ConsoleFrame } from './console-frame.tsx'
import { shellLabels } from './labels.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import { pageAt } from './pages.ts'
import { RechargeAlert } from './recharge-alert.tsx'
import { ShellFooter } from './shell-footer.tsx'
import { Sider } from './sider.tsx'
import { TopBar } from './top-bar.tsx'
import './shell.css'

export function Shell() {
  const { user } = useRouteContext({ strict: false }) as { user: CurrentUser }
  return (
    <ShellAround user={user}>
      <Outlet />
    </ShellAround>
  )
}

export function ShellAround({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const face = useBrand(user.brand)
  const page = pageAt(useLocation({ select: (location) => location.pathname }))
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useMainFocus()
  useEffect(() => applyBrand(user.brand), [user.brand])

  const brandName = face?.name ?? ''
  return (
    <ConsoleFrame user={user}>
      <RechargeAlert user={user} />
      <a className="skip-link" href="#main">
        {shellLabels.skip}
      </a>
      <div className="shell">
        <Sider user={user} brandName={brandName} page={page} />
        <MenuDrawer
          user={user}
          brandName={brandName}
          page={page}
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
        />
        <div className="shell-body">
          <TopBar user={user} brandName={brandName} page={page} onOpenMenu={() => setMenuOpen(true)} />
          <main className="shell-main" id="main" tabIndex={-1} ref={main}>
            {children}
          </main>
          <ShellFooter face={face} />
        </div>
      </div>
    </ConsoleFrame>
  )
}

/** After a change of page, keyboard and screen reader go on from the new page, not from the old link. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: (location) => location.pathname })
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
