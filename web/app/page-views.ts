// What shows each page of the table.

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PagePath } from './pages.ts'

/** Loads a page's code when it is first opened. */
function view<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazy(async () => ({ default: (await load())[name] }))
}

export const pageViews: Readonly<Record<PagePath, LazyExoticComponent<ComponentType>>> = {
  '/layout': view(() => import('./workbench-view.tsx'), 'WorkbenchView'),
  '/payexcels': view(() => import('../payouts/batches-page.tsx'), 'BatchesPage'),
  '/payimport': view(() => import('../payouts/check-page.tsx'), 'CheckPage'),
  '/paydetail': view(() => import('./detail-query-view.tsx'), 'DetailQueryView'),
  '/bankstatements': view(() => import('../bank-statements/statements-page.tsx'), 'StatementsPage'),
  '/bankstatement': view(() => import('../bank-statements/statement-page.tsx'), 'StatementPage'),
  '/bankfiles': view(() => import('../bank-files/bank-files-page.tsx'), 'BankFilesPage'),
  '/bankformats': view(() => import('../bank-files/formats-page.tsx'), 'BankFormatsPage'),
  '/bankformat': view(() => import('../bank-files/format-editor-page.tsx'), 'FormatEditorPage'),
  '/payaccounts': view(() => import('../bank-files/paying-accounts-page.tsx'), 'PayingAccountsPage'),
  '/exceldetail': view(() => import('../transfers/batch-results-page.tsx'), 'BatchResultsPage'),
  '/pendingtransfers': view(() => import('../transfers/pending-transfers-page.tsx'), 'PendingTransfersPage'),
  '/unknowndebits': view(() => import('../transfers/unknown-debits-page.tsx'), 'UnknownDebitsPage'),
  '/sheetlayouts': view(() => import('../payouts/layouts-page.tsx'), 'LayoutsPage'),
  '/approvalpolicies': view(() => import('../approvals/policies-page.tsx'), 'PoliciesPage'),
  '/retention': view(() => import('../retention/retention-page.tsx'), 'RetentionPage'),
  '/retentiondetail': view(() => import('../retention/retention-detail-page.tsx'), 'RetentionDetailPage'),
  '/approvalpolicy': view(() => import('../approvals/policy-page.tsx'), 'PolicyPage'),
  '/limituser': view(() => import('../limits/limit-users-page.tsx'), 'LimitUsersPage'),
  '/recharges': view(() => import('./recharges-view.tsx'), 'RechargesView'),
  '/addrecharge': view(() => import('../recharges/add-recharge-page.tsx'), 'AddRechargePage'),
  '/rechargeverify': view(() => import('../recharges/recharge-verify-page.tsx'), 'RechargeVerifyPage'),
  '/auditrecharge': view(() => import('../recharges/audit-recharge-page.tsx'), 'AuditRechargePage'),
  '/receivercredits': view(() => import('../recharges/receiver-credits-page.tsx'), 'ReceiverCreditsPage'),
  '/moneyview': view(() => import('../funds/money-view-page.tsx'), 'MoneyViewPage'),
  '/fundflow': view(() => import('./fund-flow-view.tsx'), 'FundFlowView'),
  '/usermanage': view(() => import('../freelancers/people-page.tsx'), 'PeoplePage'),
  '/userdetail': view(() => import('../freelancers/person-page.tsx'), 'PersonPage'),
  '/enterpList': view(
    () => import('../enterprise-contracts/enterprise-contracts-page.tsx'),
    'EnterpriseContractsPage',
  ),
  '/personList': view(() => import('../signing/personal-contracts-page.tsx'), 'PersonalContractsPage'),
  '/invoiceApply': view(() => import('../invoices/invoices-page.tsx'), 'InvoicesPage'),
  '/invoiceManage': view(() => import('../invoice-categories/categories-page.tsx'), 'CategoriesPage'),
  '/invoiceRest': view(() => import('../invoice-stock/invoice-stock-page.tsx'), 'InvoiceStockPage'),
  '/personProof': view(() => import('../tax/certificates/tax-certificates-page.tsx'), 'TaxCertificatesPage'),
  '/taxyears': view(() => import('../tax/year-statements/year-statements-page.tsx'), 'YearStatementsPage'),
  '/providerProof': view(() => import('../tax/proofs/provider-proofs-page.tsx'), 'ProviderProofsPage'),
  '/taxadjustments': view(() => import('../tax/adjustments/adjustments-page.tsx'), 'AdjustmentsPage'),
  '/taxfiling': view(() => import('../tax/filing/tax-filing-page.tsx'), 'TaxFilingPage'),
  '/taxtrial': view(() => import('../tax/calculator/calculator-page.tsx'), 'TaxCalculatorPage'),
  '/basicinfo': view(() => import('../accounts/basic-info-page.tsx'), 'BasicInfoPage'),
  '/pwdmodify': view(() => import('../session/password-change-page.tsx'), 'PasswordChangePage'),
  '/secondfactor': view(() => import('../factors/second-factor-page.tsx'), 'SecondFactorPage'),
  '/sessions': view(() => import('../session/devices-page.tsx'), 'DevicesPage'),
  '/accounts': view(() => import('../accounts/accounts-page.tsx'), 'AccountsPage'),
  '/addaccount': view(() => import('../accounts/add-account-page.tsx'), 'AddAccountPage'),
  '/editaccount': view(() => import('../accounts/edit-account-page.tsx'), 'EditAccountPage'),
  '/providers': view(() => import('../providers/providers-page.tsx'), 'ProvidersPage'),
  '/addprovider': view(() => import('../providers/add-provider-page.tsx'), 'AddProviderPage'),
  '/editprovider': view(() => import('../providers/edit-provider-page.tsx'), 'EditProviderPage'),
  '/proposals': view(() => import('../proposals/proposals-page.tsx'), 'ProposalsPage'),
  '/auditlog': view(() => import('../audit-log/audit-log-page.tsx'), 'AuditLogPage'),
}
