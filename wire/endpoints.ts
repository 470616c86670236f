// Every call of the API by its name in the code: what has no entry here does not exist.

import * as accounts from './accounts/endpoints.ts'
import * as audit from './audit-log/endpoints.ts'
import * as statements from './bank-statements/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as contracts from './enterprise-contracts/endpoints.ts'
import * as files from './files/endpoints.ts'
import * as freelancers from './freelancers/endpoints.ts'
import * as fundFlow from './funds/fund-flow.ts'
import * as moneyView from './funds/money-view.ts'
import * as invoiceCategories from './invoice-categories/endpoints.ts'
import * as stock from './invoice-stock/endpoints.ts'
import * as invoices from './invoices/endpoints.ts'
import * as limits from './limits/endpoints.ts'
import * as payouts from './payouts/endpoints.ts'
import * as personal from './personal/endpoints.ts'
import { API_PREFIX as prefix } from './prefix.ts'
import * as providers from './providers/endpoints.ts'
import * as recharges from './recharges/endpoints.ts'
import * as session from './session/endpoints.ts'
import * as signing from './signing/endpoints.ts'
import * as signer from './signing/public-endpoints.ts'
import * as adjustments from './tax/adjustments/endpoints.ts'
import * as taxCorrections from './tax/correction-endpoints.ts'
import * as tax from './tax/endpoints.ts'
import * as imports from './tax/imports/endpoints.ts'
import * as taxYear from './tax/year-endpoints.ts'
import * as transfers from './transfers/endpoints.ts'
import * as workbench from './workbench/endpoints.ts'

export const API_PREFIX = prefix

export const endpoints = {
  login: session.login,
  logout: session.logout,
  currentUser: session.currentUser,
  changePassword: session.changePassword,
  brand: session.brand,
  addAccount: accounts.addAccount,
  listAccounts: accounts.listAccounts,
  accountDetail: accounts.accountDetail,
  updateAccount: accounts.updateAccount,
  setAccountStatus: accounts.setAccountStatus,
  resetPassword: accounts.resetPassword,
  basicInfo: accounts.basicInfo,
  addProvider: providers.addProvider,
  updateProvider: providers.updateProvider,
  setProviderStatus: providers.setProviderStatus,
  providerNames: providers.providerNames,
  listProviders: providers.listProviders,
  providerInfo: providers.providerInfo,
  payerOfProvider: providers.payerOfProvider,
  listPlatforms: providers.listPlatforms,
  platformsOfProvider: providers.platformsOfProvider,
  addPlatform: providers.addPlatform,
  listAudit: audit.listAudit,
  uploadSheet: payouts.uploadSheet,
  uploadProgress: payouts.uploadProgress,
  listBatches: payouts.listBatches,
  batchHead: payouts.batchHead,
  batchRows: payouts.batchRows,
  exportBatch: payouts.exportBatch,
  batchRisks: payouts.batchRisks,
  decideBatch: payouts.decideBatch,
  withdrawBatch: payouts.withdrawBatch,
  switchRows: payouts.switchRows,
  rowTax: payouts.rowTax,
  exportFailedRows: payouts.exportFailedRows,
  copyFailedRows: payouts.copyFailedRows,
  payDetails: payouts.payDetails,
  payDetailCounts: payouts.payDetailCounts,
  downloadDetails: payouts.downloadDetails,
  batchProgress: transfers.batchProgress,
  transferHistory: transfers.transferHistory,
  pendingTransfers: transfers.pendingTransfers,
  proposeResolution: transfers.proposeResolution,
  decideResolution: transfers.decideResolution,
  unknownDebits: transfers.unknownDebits,
  proposeDebit: transfers.proposeDebit,
  decideDebit: transfers.decideDebit,
  addLimitUser: limits.addLimitUser,
  listLimitUsers: limits.listLimitUsers,
  removeLimitUser: limits.removeLimitUser,
  listFreelancers: freelancers.listFreelancers,
  exportFreelancers: freelancers.exportFreelancers,
  freelancerDetail: freelancers.freelancerDetail,
  contactChanges: freelancers.contactChanges,
  addFreelancers: freelancers.addFreelancers,
  importFreelancers: freelancers.importFreelancers,
  correctName: freelancers.correctName,
  uploadReceipt: recharges.uploadReceipt,
  addRecharge: recharges.addRecharge,
  listRecharges: recharges.listRecharges,
  allRecharges: recharges.allRecharges,
  rechargeDetail: recharges.rechargeDetail,
  auditRecharge: recharges.auditRecharge,
  withdrawRecharge: recharges.withdrawRecharge,
  rechargeMoney: recharges.rechargeMoney,
  pendingRecharges: recharges.pendingRecharges,
  listReceivers: recharges.listReceivers,
  askReversal: recharges.askReversal,
  decideReversal: recharges.decideReversal,
  moneyView: moneyView.moneyView,
  providerMoney: moneyView.providerMoney,
  moneyDays: moneyView.moneyDays,
  exportMoneyView: moneyView.exportMoneyView,
  fundFlow: fundFlow.fundFlow,
  exportFundFlow: fundFlow.exportFundFlow,
  fundStatement: fundFlow.fundStatement,
  uploadStatements: statements.uploadStatements,
  listStatements: statements.listStatements,
  statementDetail: statements.statementDetail,
  statementLines: statements.statementLines,
  lineCandidates: statements.lineCandidates,
  chooseRow: statements.chooseRow,
  relinkStatement: statements.relinkStatement,
  unlistedRows: statements.unlistedRows,
  revealPersonal: personal.revealPersonal,
  uploadFile: files.uploadFile,
  downloadFile: files.downloadFile,
  openLink: signer.openLink,
  sendCode: signer.sendCode,
  identifySigner: signer.identifySigner,
  storePhoto: signer.storePhoto,
  completeSigning: signer.completeSigning,
  signedCopy: signer.signedCopy,
  workbench: workbench.workbench,
  todos: workbench.todos,
  recentBatches: workbench.recentBatches,
  invitePeople: signing.invitePeople,
  inviteListed: signing.inviteListed,
  inviteBatch: signing.inviteBatch,
  showLink: signing.showLink,
  resendLink: signing.resendLink,
  revokeLink: signing.revokeLink,
  exportLinks: signing.exportLinks,
  listContracts: signing.listContracts,
  exportContracts: signing.exportContracts,
  downloadContracts: signing.downloadContracts,
  terminateContract: signing.terminateContract,
  checkFlags: signing.checkFlags,
  deleteImages: freelancers.deleteImages,
  listServiceItems: invoiceCategories.listServiceItems,
  addServiceItem: invoiceCategories.addServiceItem,
  listCategories: invoiceCategories.listCategories,
  addCategory: invoiceCategories.addCategory,
  updateCategory: invoiceCategories.updateCategory,
  setCategoryStatus: invoiceCategories.setCategoryStatus,
  exportCategories: invoiceCategories.exportCategories,
  stockAnswer: stock.stockAnswer,
  listStock: stock.listStock,
  saveStock: stock.saveStock,
  exportStock: stock.exportStock,
  listInvoices: invoices.listInvoices,
  invoiceDetail: invoices.invoiceDetail,
  invoiceQuota: invoices.invoiceQuota,
  addInvoice: invoices.addInvoice,
  auditInvoice: invoices.auditInvoice,
  withdrawInvoice: invoices.withdrawInvoice,
  enterInvoiceResult: invoices.enterInvoiceResult,
  correctInvoice: invoices.correctInvoice,
  downloadInvoiceFiles: invoices.downloadInvoiceFiles,
  exportInvoices: invoices.exportInvoices,
  listEnterpriseContracts: contracts.listEnterpriseContracts,
  enterpriseContractDetail: contracts.enterpriseContractDetail,
  lackingContracts: contracts.lackingContracts,
  generateEnterpriseContracts: contracts.generateEnterpriseContracts,
  saveEnterpriseContract: contracts.saveEnterpriseContract,
  downloadEnterpriseContract: contracts.downloadEnterpriseContract,
  exportEnterpriseContracts: contracts.exportEnterpriseContracts,
  listFilings: tax.listFilings,
  downloadDeclaration: tax.downloadDeclaration,
  listCorrections: taxCorrections.listCorrections,
  fileCorrection: taxCorrections.fileCorrection,
  downloadCorrectedMonth: taxCorrections.downloadCorrectedMonth,
  downloadPlatformReport: tax.downloadPlatformReport,
  highEarners: tax.highEarners,
  downloadVatReport: tax.downloadVatReport,
  listProofs: tax.listProofs,
  proofDetail: tax.proofDetail,
  monthsToProve: tax.monthsToProve,
  generateProofs: tax.generateProofs,
  uploadProof: tax.uploadProof,
  rejectProof: tax.rejectProof,
  exportProofs: tax.exportProofs,
  taxTrial: tax.taxTrial,
  trialTerms: tax.trialTerms,
  generateStatements: tax.generateStatements,
  listStatementsOfPeople: tax.listStatementsOfPeople,
  exportStatementsOfPeople: tax.exportStatementsOfPeople,
  downloadStatementsOfPeople: tax.downloadStatementsOfPeople,
  previewImports: imports.previewImports,
  downloadImport: imports.downloadImport,
  markPeopleCollected: imports.markPeopleCollected,
  generateYearStatements: taxYear.generateYearStatements,
  yearJob: taxYear.yearJob,
  cancelYearJob: taxYear.cancelYearJob,
  listYearStatements: taxYear.listYearStatements,
  exportYearStatements: taxYear.exportYearStatements,
  downloadYearStatements: taxYear.downloadYearStatements,
  yearVersions: taxYear.yearVersions,
  downloadYearVersion: taxYear.downloadYearVersion,
  listAdjustments: adjustments.listAdjustments,
  exportAdjustments: adjustments.exportAdjustments,
  proposeAdjustment: adjustments.proposeAdjustment,
  importAdjustments: adjustments.importAdjustments,
  confirmAdjustments: adjustments.confirmAdjustments,
  rejectAdjustments: adjustments.rejectAdjustments,
  withdrawAdjustment: adjustments.withdrawAdjustment,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

/** The declared calls as a plain list, for mounting and documentation. */
export function everyEndpoint(): [EndpointName, Endpoint][] {
  return Object.entries(endpoints) as unknown as [EndpointName, Endpoint][]
}
