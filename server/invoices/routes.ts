// The calls of invoice applications.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { APPLICATION_STATUSES } from '@paywages/domain/invoices/application-status.ts'
import { INVOICE_TYPES } from '@paywages/domain/invoices/invoice-type.ts'
import { invoiceableFen, overInvoicedFen } from '@paywages/domain/invoices/quota.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import type { exportInvoices } from '@paywages/wire/invoices/endpoints.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { exportList } from '../exports/export-list.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { addInvoice } from './add-invoice.ts'
import { auditInvoice } from './audit-invoice.ts'
import { correctInvoice } from './correct-invoice.ts'
import { downloadInvoiceFiles } from './download-files.ts'
import { enterResult } from './enter-result.ts'
import { invoiceExport } from './invoice-sheet.ts'
import { type ApplicationFilter, listApplications } from './list-store.ts'
import { findQuota } from './quota-store.ts'
import { readInvoice } from './read-invoice.ts'
import { withdrawInvoice } from './withdraw-invoice.ts'

type InvoiceCalls =
  | 'listInvoices'
  | 'invoiceDetail'
  | 'invoiceQuota'
  | 'addInvoice'
  | 'auditInvoice'
  | 'withdrawInvoice'
  | 'enterInvoiceResult'
  | 'correctInvoice'
  | 'downloadInvoiceFiles'
  | 'exportInvoices'

export function invoiceRoutes(house: House): Pick<Handlers, InvoiceCalls> {
  const { database } = house
  return {
    listInvoices: ({ ask, scope }) =>
      database.look((tx) => listApplications(tx, filterOf(scope, ask), pageOf(ask))),
    // Its parts must be of one moment: a file that a correction takes out is in one of two lists.
    invoiceDetail: ({ ask, scope }) => database.read((tx) => readInvoice(tx, scope, ask.applicationId)),
    invoiceQuota: async ({ ask, by }) => {
      const providerId = ask.providerId ?? by.person.providerId
      const quota = await database.look((tx) => findQuota(tx, providerId))
      return { ...quota, invoiceableFen: invoiceableFen(quota), overInvoicedFen: overInvoicedFen(quota) }
    },
    addInvoice: ({ ask, by }) => addInvoice(house, by, { ...ask, remark: ask.remark ?? '' }),
    auditInvoice: async ({ ask, by }) => {
      await auditInvoice(house, by, ask.applicationId, { agrees: ask.agrees, reason: ask.reason ?? '' })
      return undefined
    },
    withdrawInvoice: async ({ ask, by }) => {
      await withdrawInvoice(house, by, ask.applicationId)
      return undefined
    },
    enterInvoiceResult: async ({ ask, by }) => {
      const { applicationId, trackingNo, trackingNote = '', fileIds, invoiceCount = 1 } = ask
      await enterResult(house, by, applicationId, { trackingNo, trackingNote, fileIds, invoiceCount })
      return undefined
    },
    correctInvoice: async ({ ask, by }) => {
      const { applicationId, trackingNo, trackingNote = '', fileIds, reason } = ask
      await correctInvoice(house, by, applicationId, { trackingNo, trackingNote, fileIds, reason })
      return undefined
    },
    downloadInvoiceFiles: ({ ask, by }) => downloadInvoiceFiles(house, by, ask.applicationId),
    exportInvoices: ({ ask, by, scope }) => exportList(house, by, invoiceExport, filterOf(scope, ask)),
  }
}

/** 0 is "all" on the wire: no place in the lists, which count from 1. */
function filterOf(scope: Scope, ask: AskOf<typeof exportInvoices>): ApplicationFilter {
  const { applicationNo, type, status, providerId } = ask
  return {
    scope,
    applicationNo,
    type: INVOICE_TYPES[Number(type ?? '0') - 1],
    status: APPLICATION_STATUSES[Number(status ?? '0') - 1],
    providerId,
  }
}
