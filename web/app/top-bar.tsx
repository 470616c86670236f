// The top bar: where one is, what waits, who one is, and the way out.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import { Menu as MenuIcon } from 'lucide-react'
import { useEffect } from 'react'
import { LogoutButton } from '../session/logout-button.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { TodoBell } from '../workbench/todo-bell.tsx'
import { FindPayout } from './find-payout.tsx'
import { pageLabels, sectionLabels, shellLabels } from './labels.ts'
import { isSinglePage, onlyPageOf, type Page, pagesAbove } from './pages.ts'
import { roleOf } from './role.ts'
import './top-bar.css'

type TopBarProps = {
  user: CurrentUser
  brandName: string
  page: Page | undefined
  onOpenMenu: () => void
}

export function TopBar({ user, brandName, page, onOpenMenu }: TopBarProps) {
  const title = page === undefined ? undefined : pageLabels[page.path].title
  useEffect(() => {
    document.title = [title, brandName].filter(Boolean).join(' · ')
  }, [title, brandName])

  return (
    <header className="top-bar">
      <button className="top-bar-menu" type="button" aria-label={shellLabels.openMenu} onClick={onOpenMenu}>
        <MenuIcon size={18} aria-hidden="true" />
      </button>
      <Breadcrumb page={page} />
      {onlyPageOf(user) ? null : (
        <>
          <FindPayout />
          <TodoBell />
        </>
      )}
      <div className="top-bar-person">
        <span className="avatar" aria-hidden="true">
          {[...user.account][0]?.toUpperCase()}
        </span>
        <span className="top-bar-account" title={user.realName}>
          {user.account}
        </span>
        <span className="role-chip">{roleOf(user)}</span>
        <LogoutButton brand={user.brand} label={shellLabels.logout} />
      </div>
    </header>
  )
}

function Breadcrumb({ page }: { page: Page | undefined }) {
  if (page === undefined) return <div className="breadcrumb" />
  return (
    <nav className="breadcrumb" aria-label={shellLabels.breadcrumb}>
      <ol>
        {isSinglePage(page.section) ? null : (
          <li className="breadcrumb-section">{sectionLabels[page.section]}</li>
        )}
        {pagesAbove(page).map(({ path }) => (
          <li key={path}>
            <PageLink to={path}>{pageLabels[path].title}</PageLink>
          </li>
        ))}
        <li aria-current="page">{pageLabels[page.path].title}</li>
      </ol>
    </nav>
  )
}
