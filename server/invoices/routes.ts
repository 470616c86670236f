// The calls of invoice applications.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { APPLICATION_STATUSES } from '@paywages/domain/invoices/application-status.ts'
import { INVOICE_TYPES } from '@paywages/domain/invoices/invoice-type.ts'
import { invoiceableFen, overInvoicedFen } from '@paywages/domain/invoices/quota.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { exportInvoices } from '@paywages/wire/invoices/endpoints.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Services } from '../app-services.ts'
import { exportList } from '../exports/export-list.ts'
import type { Handlers } from '../http/call.ts'
import { addInvoice } from './add-invoice.ts'
import { auditInvoice } from './audit-invoice.ts'
import { correctInvoice } from './correct-invoice.ts'
import { downloadInvoiceFiles } from './download-files.ts'
import { enterResult } from './enter-result.ts'
import { invoiceExport } from './invoice-sheet.ts'
import type { ApplicationFilter } from './list-store.ts'
import { findQuota } from './quota-store.ts'
import { readInvoice, readInvoices } from './read-invoice.ts'
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

export function invoiceRoutes(services: Services): Pick<Handlers, InvoiceCalls> {
  const { database } = services
  return {
    listInvoices: ({ input, scope }) =>
      database.read((tx) => readInvoices(tx, filterOf(scope, input), pageOf(input), input.sort)),
    // Its parts must be of one moment: a file that a correction takes out is in one of two lists.
    invoiceDetail: ({ input, scope }) => database.read((tx) => readInvoice(tx, scope, input.applicationId)),
    invoiceQuota: async ({ input, by }) => {
      const providerId = input.providerId ?? by.person.providerId
      const quota = await database.query((tx) => findQuota(tx, providerId))
      return { ...quota, invoiceableFen: invoiceableFen(quota), overInvoicedFen: overInvoicedFen(quota) }
    },
    addInvoice: ({ input, by }) => addInvoice(services, by, { ...input, remark: input.remark ?? '' }),
    auditInvoice: async ({ input, by }) => {
      await auditInvoice(services, by, input.applicationId, {
        agrees: input.agrees,
        reason: input.reason ?? '',
      })
      return undefined
    },
    withdrawInvoice: async ({ input, by }) => {
      await withdrawInvoice(services, by, input.applicationId)
      return undefined
    },
    enterInvoiceResult: async ({ input, by }) => {
      const { applicationId, trackingNo, trackingNote = '', fileIds, invoiceCount = 1 } = input
      await enterResult(services, by, applicationId, { trackingNo, trackingNote, fileIds, invoiceCount })
      return undefined
    },
    correctInvoice: async ({ input, by }) => {
      const { applicationId, trackingNo, trackingNote = '', fileIds, reason } = input
      await correctInvoice(services, by, applicationId, { trackingNo, trackingNote, fileIds, reason })
      return undefined
    },
    downloadInvoiceFiles: ({ input, by }) => downloadInvoiceFiles(services, by, input.applicationId),
    exportInvoices: ({ input, by, scope }) => exportList(services, by, invoiceExport, filterOf(scope, input)),
  }
}

/** 0 is "all" on the wire: no place in the lists, which count from 1. */
function filterOf(scope: Scope, input: InputOf<typeof exportInvoices>): ApplicationFilter {
  const { applicationNo, type, status, providerId } = input
  return {
    scope,
    applicationNo,
    type: INVOICE_TYPES[Number(type ?? '0') - 1],
    status: APPLICATION_STATUSES[Number(status ?? '0') - 1],
    providerId,
  }
}
