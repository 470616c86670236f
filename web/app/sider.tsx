// The left column: brand, the menu of this person, the balance of those who pay, and the company they work for.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { BrandLogo } from '../brand/logo.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { pageLabels } from './labels.ts'
import { Menu } from './menu.tsx'
import { onlyPageOf, type Page, WORKBENCH } from './pages.ts'
import { SiderBalance } from './sider-balance.tsx'
import './sider.css'

type SiderProps = {
  user: CurrentUser
  brandName: string
  page: Page | undefined
  onGo?: () => void
}

export function Sider(props: SiderProps) {
  return (
    <aside className="sider sider-fixed">
      <SiderContent {...props} />
    </aside>
  )
}

export function SiderContent({ user, brandName, page, onGo }: SiderProps) {
  return (
    <>
      <PageLink
        className="sider-brand"
        to={WORKBENCH}
        // The brand's name comes with a call of its own; until then the link says where it leads.
        {...(brandName === '' ? { 'aria-label': pageLabels[WORKBENCH].title } : {})}
        {...(onGo ? { onClick: onGo } : {})}
      >
        <BrandLogo brand={user.brand} size={28} />
        <span>{brandName}</span>
      </PageLink>
      <Menu user={user} page={page} {...(onGo ? { onGo } : {})} />
      {user.payRight && !onlyPageOf(user) && page?.path !== WORKBENCH ? <SiderBalance /> : null}
      <div className="sider-foot">
        <span>{user.providerName}</span>
        <span aria-hidden="true">·</span>
        <span className="sider-platform">{user.platformName}</span>
      </div>
    </>
  )
}
