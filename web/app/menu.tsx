// The menu: sections that open one at a time, with the current page as a white pill.

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import {
  ChevronDown,
  FileText,
  House,
  type LucideIcon,
  ReceiptText,
  SendHorizontal,
  Settings,
  ShieldCheck,
  UserRoundCog,
  UsersRound,
  WalletMinimal,
} from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { PageLink } from '../ui/page/page-link.tsx'
import { useTodos } from '../workbench/use-workbench.ts'
import { pageLabels, sectionLabels, shellLabels } from './labels.ts'
import {
  isSinglePage,
  menuOf,
  onlyPageOf,
  type Page,
  pagesAbove,
  type Section,
  type SectionKey,
} from './pages.ts'

export const sectionIcons: Readonly<Record<SectionKey, LucideIcon>> = {
  workbench: House,
  payouts: SendHorizontal,
  funds: WalletMinimal,
  people: UsersRound,
  contracts: FileText,
  invoices: ReceiptText,
  tax: ShieldCheck,
  settings: Settings,
  management: UserRoundCog,
}

/** How much waits for this person behind an entry of the menu. */
function useWaiting(user: CurrentUser): Readonly<Partial<Record<string, number>>> {
  const manages = hasRight(user, 'manager') && !onlyPageOf(user)
  const { data } = useTodos(manages)
  return { '/proposals': data?.todos.find(({ kind }) => kind === 'confirm-change')?.count ?? 0 }
}

type MenuProps = { user: CurrentUser; page: Page | undefined; onGo?: () => void }

export function Menu({ user, page, onGo }: MenuProps) {
  const [open, setOpen] = useState<SectionKey | undefined>(page?.section)
  useEffect(() => setOpen(page?.section), [page?.section])
  // Until the first password is changed and a demanded factor set up, no other page can be opened (D10, D48).
  const waiting = useWaiting(user)
  const sections = onlyPageOf(user) ? onlyCurrent(page) : menuOf(user)
  const current = page === undefined ? undefined : (pagesAbove(page)[0] ?? page).path

  return (
    <nav className="menu" aria-label={shellLabels.menu}>
      <ul>
        {sections.map((section) => (
          <li key={section.key}>
            {isSinglePage(section.key) ? (
              section.pages.map((single) => (
                <MenuLink
                  key={single.path}
                  page={single}
                  current={current}
                  icon={sectionIcons[section.key]}
                  onGo={onGo}
                />
              ))
            ) : (
              <MenuSection
                section={section}
                waiting={waiting}
                current={current}
                open={open === section.key}
                onToggle={() => setOpen(open === section.key ? undefined : section.key)}
                onGo={onGo}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function onlyCurrent(page: Page | undefined): readonly Section[] {
  return page === undefined ? [] : [{ key: page.section, pages: [page] }]
}

type MenuSectionProps = {
  section: Section
  waiting: Readonly<Partial<Record<string, number>>>
  current: string | undefined
  open: boolean
  onToggle: () => void
  onGo: (() => void) | undefined
}

function MenuSection({ section, waiting, current, open, onToggle, onGo }: MenuSectionProps) {
  const listId = useId()
  const Icon = sectionIcons[section.key]
  return (
    <>
      <button
        className="menu-item menu-section"
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        data-open={open}
        onClick={onToggle}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{sectionLabels[section.key]}</span>
        <ChevronDown className="menu-chevron" size={14} strokeWidth={2.5} aria-hidden="true" />
      </button>
      <ul id={listId} hidden={!open}>
        {section.pages.map((page) => (
          <li key={page.path}>
            <MenuLink page={page} current={current} count={waiting[page.path] ?? 0} onGo={onGo} />
          </li>
        ))}
      </ul>
    </>
  )
}

type MenuLinkProps = {
  page: Page
  current: string | undefined
  icon?: LucideIcon
  count?: number
  onGo: (() => void) | undefined
}

function MenuLink({ page, current, icon: Icon, count = 0, onGo }: MenuLinkProps) {
  const isCurrent = page.path === current
  return (
    <PageLink
      className={isCurrent ? 'menu-item menu-current' : 'menu-item'}
      to={page.path}
      aria-current={isCurrent ? 'page' : undefined}
      {...(onGo ? { onClick: onGo } : {})}
    >
      {Icon === undefined ? (
        <span className="menu-indent" />
      ) : (
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
      <span>{pageLabels[page.path].title}</span>
      {count === 0 ? null : (
        // The bell says it aloud.
        <span className="menu-count" aria-hidden="true">
          {count}
        </span>
      )}
    </PageLink>
  )
}
