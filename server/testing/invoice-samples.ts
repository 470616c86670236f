// One good request for every call about invoices.

import { invoicedApplication, looseFile, paidOut } from './invoices.ts'
import { storeApplication, storeCategory } from './papers.ts'
import { OF_ROLE, type People, type Role } from './people.ts'
import type { TestHouse } from './test-house.ts'

type Place = { readonly house: TestHouse; readonly people: People }

export const GOOD_INVOICE_ASK = {
  listInvoices: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  exportInvoices: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  invoiceDetail: async ({ house }: Place) => ({ applicationId: await storeApplication(house, 'payA1') }),
  invoiceQuota: ({ people }: Place) => ({ providerId: people.providers.A1 }),
  addInvoice: async ({ house }: Place) => {
    // The neighbours in this house apply past the quota, so it is made large enough for them all.
    await paidOut(house, 'payA1', ['90000'])
    return { type: 'special-paper' as const, categoryId: await storeCategory(house), amountFen: 1n }
  },
  auditInvoice: async ({ house }: Place) => ({
    applicationId: await storeApplication(house, 'payA1'),
    agrees: true,
  }),
  withdrawInvoice: async ({ house }: Place, role: Role) => ({
    applicationId: await storeApplication(house, OF_ROLE[role]),
  }),
  enterInvoiceResult: async ({ house }: Place, role: Role) => ({
    applicationId: await storeApplication(house, 'payA1', { status: 'invoicing' }),
    trackingNo: 'SF1',
    fileIds: [await looseFile(house, managerOf(role))],
  }),
  correctInvoice: async ({ house }: Place, role: Role) => ({
    applicationId: await invoicedApplication(house, 'payA1', 'managerA'),
    trackingNo: 'SF2',
    fileIds: [await looseFile(house, managerOf(role))],
    reason: 'a reason',
  }),
  downloadInvoiceFiles: async ({ house }: Place) => ({
    applicationId: await invoicedApplication(house, 'payA1', 'managerA'),
  }),
}

/** Guests cannot upload; what they ask is refused before its files are looked at. */
const managerOf = (role: Role) => (role === 'guest' ? 'managerA' : OF_ROLE[role])
