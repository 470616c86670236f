// One good request for every call about invoices.

import { invoicedApplication, paidOut, unattachedFile } from './invoices.ts'
import { OF_ROLE, type People, type Role } from './people.ts'
import { storeApplication, storeCategory } from './stored-records.ts'
import type { TestServices } from './test-services.ts'

type Place = { readonly services: TestServices; readonly people: People }

export const GOOD_INVOICE_INPUT = {
  listInvoices: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  exportInvoices: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  invoiceDetail: async ({ services }: Place) => ({
    applicationId: await storeApplication(services, 'payA1'),
  }),
  invoiceQuota: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  addInvoice: async ({ services }: Place) => {
    // The neighbours in this database apply past the quota, so it is made large enough for them all.
    await paidOut(services, 'payA1', ['90000'])
    return { type: 'special-paper' as const, categoryId: await storeCategory(services), amountFen: 1n }
  },
  auditInvoice: async ({ services }: Place) => ({
    applicationId: await storeApplication(services, 'payA1'),
    agrees: true,
  }),
  withdrawInvoice: async ({ services }: Place, role: Role) => ({
    applicationId: await storeApplication(services, OF_ROLE[role]),
  }),
  enterInvoiceResult: async ({ services }: Place, role: Role) => ({
    applicationId: await storeApplication(services, 'payA1', { status: 'invoicing' }),
    trackingNo: 'SF1',
    fileIds: [await unattachedFile(services, managerOf(role))],
  }),
  correctInvoice: async ({ services }: Place, role: Role) => ({
    applicationId: await invoicedApplication(services, 'payA1', 'managerA'),
    trackingNo: 'SF2',
    fileIds: [await unattachedFile(services, managerOf(role))],
    reason: 'a reason',
  }),
  downloadInvoiceFiles: async ({ services }: Place) => ({
    applicationId: await invoicedApplication(services, 'payA1', 'managerA'),
  }),
}

/** Guests cannot upload; what they ask is refused before its files are looked at. */
const managerOf = (role: Role) => (role === 'guest' ? 'managerA' : OF_ROLE[role])
