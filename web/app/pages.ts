// THE table of pages: every path of the console, who may open it, and where it stands in the menu.

import { type ConsoleRights, hasRight, type Right } from '@paywages/domain/accounts/rights.ts'
import type { FactorState } from '@paywages/domain/factors/factor-standing.ts'

export type SectionKey =
  | 'workbench'
  | 'payouts'
  | 'funds'
  | 'people'
  | 'contracts'
  | 'invoices'
  | 'tax'
  | 'settings'
  | 'management'

type PageRow = {
  readonly path: string
  readonly section: SectionKey
  readonly right: Right
  /** A page that is not in the menu stands under one that is, or under one that leads there. */
  readonly under?: string
}

const table = [
  { path: '/layout', section: 'workbench', right: 'console' },

  { path: '/payexcels', section: 'payouts', right: 'console' },
  { path: '/payimport', section: 'payouts', right: 'console', under: '/payexcels' },
  { path: '/exceldetail', section: 'payouts', right: 'console', under: '/payexcels' },
  { path: '/bankfiles', section: 'payouts', right: 'console', under: '/payexcels' },
  { path: '/paydetail', section: 'payouts', right: 'console' },
  { path: '/bankstatements', section: 'payouts', right: 'console', under: '/paydetail' },
  { path: '/bankstatement', section: 'payouts', right: 'console', under: '/bankstatements' },
  { path: '/limituser', section: 'payouts', right: 'console' },
  { path: '/sheetlayouts', section: 'payouts', right: 'manager' },
  { path: '/pendingtransfers', section: 'payouts', right: 'console' },
  { path: '/unknowndebits', section: 'payouts', right: 'console', under: '/pendingtransfers' },

  { path: '/recharges', section: 'funds', right: 'not-check' },
  { path: '/addrecharge', section: 'funds', right: 'not-check', under: '/recharges' },
  { path: '/rechargeverify', section: 'funds', right: 'check-or-manager' },
  { path: '/auditrecharge', section: 'funds', right: 'check-or-manager', under: '/rechargeverify' },
  { path: '/receivercredits', section: 'funds', right: 'manager' },
  { path: '/moneyview', section: 'funds', right: 'console' },
  { path: '/fundflow', section: 'funds', right: 'console' },

  { path: '/usermanage', section: 'people', right: 'console' },
  { path: '/userdetail', section: 'people', right: 'console', under: '/usermanage' },

  { path: '/enterpList', section: 'contracts', right: 'console' },
  { path: '/personList', section: 'contracts', right: 'console' },

  { path: '/invoiceApply', section: 'invoices', right: 'console' },
  { path: '/invoiceManage', section: 'invoices', right: 'manager' },
  { path: '/invoiceRest', section: 'invoices', right: 'console' },

  { path: '/providerProof', section: 'tax', right: 'console' },
  { path: '/personProof', section: 'tax', right: 'console' },
  { path: '/taxyears', section: 'tax', right: 'console' },
  { path: '/taxfiling', section: 'tax', right: 'console' },
  { path: '/taxadjustments', section: 'tax', right: 'console' },
  { path: '/taxtrial', section: 'tax', right: 'console' },

  { path: '/basicinfo', section: 'settings', right: 'console' },
  { path: '/pwdmodify', section: 'settings', right: 'session' },
  { path: '/secondfactor', section: 'settings', right: 'console' },
  { path: '/sessions', section: 'settings', right: 'console' },

  { path: '/accounts', section: 'management', right: 'manager' },
  { path: '/addaccount', section: 'management', right: 'manager', under: '/accounts' },
  { path: '/editaccount', section: 'management', right: 'manager', under: '/accounts' },
  { path: '/proposals', section: 'management', right: 'manager' },
  { path: '/approvalpolicies', section: 'management', right: 'manager' },
  { path: '/approvalpolicy', section: 'management', right: 'manager', under: '/approvalpolicies' },
  { path: '/retention', section: 'management', right: 'manager' },
  { path: '/retentiondetail', section: 'management', right: 'manager', under: '/retention' },
  { path: '/payaccounts', section: 'management', right: 'manager' },
  { path: '/bankformats', section: 'management', right: 'manager' },
  { path: '/bankformat', section: 'management', right: 'manager', under: '/bankformats' },
  { path: '/providers', section: 'management', right: 'super-manager' },
  { path: '/addprovider', section: 'management', right: 'super-manager' },
  { path: '/editprovider', section: 'management', right: 'super-manager', under: '/providers' },
  { path: '/auditlog', section: 'management', right: 'manager' },
] as const satisfies readonly PageRow[]

export type PagePath = (typeof table)[number]['path']
export type Page = PageRow & { readonly path: PagePath }

export const pages: readonly Page[] = table

/** Where one stands after login. */
export const WORKBENCH: PagePath = '/layout'
export const PASSWORD_CHANGE: PagePath = '/pwdmodify'
export const SECOND_FACTOR: PagePath = '/secondfactor'

type Duties = { readonly mustChangePassword: boolean; readonly factor: FactorState }

/** The one page that is open to somebody until they have done what it asks (D10, D48). */
export function onlyPageOf({ mustChangePassword, factor }: Duties): PagePath | undefined {
  if (mustChangePassword) return PASSWORD_CHANGE
  return factor === 'enrol' ? SECOND_FACTOR : undefined
}

export function pageAt(path: string): Page | undefined {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return pages.find((page) => page.path === plain)
}

/** The pages above a page, the one in the menu first. */
export function pagesAbove(page: Page): readonly Page[] {
  const parent = page.under === undefined ? undefined : pageAt(page.under)
  return parent === undefined ? [] : [...pagesAbove(parent), parent]
}

export function mayOpen(rights: ConsoleRights, page: Page): boolean {
  return hasRight(rights, page.right)
}

export type Section = { readonly key: SectionKey; readonly pages: readonly Page[] }

/** The menu of one person: what they may not use is absent (D37). */
export function menuOf(rights: ConsoleRights): readonly Section[] {
  const shown = pages.filter((page) => page.under === undefined && mayOpen(rights, page))
  const keys = [...new Set(shown.map((page) => page.section))]
  return keys.map((key) => ({ key, pages: shown.filter((page) => page.section === key) }))
}

/** Sections that are one page by nature stand in the menu without a fold. */
export function isSinglePage(section: SectionKey): boolean {
  return section === 'workbench' || section === 'people'
}
