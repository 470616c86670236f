// Service items and invoice categories: add, edit until used, enable and disable (spec §2, §5, §7, D30).

import { CATEGORY_STATUSES } from '@paywages/domain/invoice-categories/category.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { id, idInQuery, instant, name, requiredId, shown } from '../values.ts'
import { categoryTexts as texts } from './messages.ts'

const GLOBAL = {
  rule: 'none',
  because: 'service items and categories are the same for every provider',
} as const

export const categoryStatus = z.codec(
  z.literal([0, 1], { error: texts.statusWrong }),
  z.enum(CATEGORY_STATUSES),
  {
    decode: (number) => CATEGORY_STATUSES[number],
    encode: (status) => CATEGORY_STATUSES.indexOf(status) as 0 | 1,
  },
)

const serviceItemShape = shape(same({ serviceItemId: id, serviceItemName: shown }))
export type ServiceItem = z.output<typeof serviceItemShape>

const categoryShape = shape({
  categoryId: at('invoiceClassId', id),
  categoryName: at('invoiceClassName', shown),
  ...same({ serviceItemId: id, serviceItemName: shown }),
  status: at('invoiceClassStatus', categoryStatus),
  createdAt: at('createTime', instant),
  statusAt: at('statusTime', instant),
  /** By an application or a contract: it can only be disabled from then on. */
  used: at('used', z.boolean()),
  /** Of the asker's scope: what still goes on with it. */
  openApplications: at('openApplyNum', z.number()),
  liveContracts: at('liveContractNum', z.number()),
})
export type InvoiceCategory = z.output<typeof categoryShape>

export const addServiceItem = endpoint({
  method: 'POST',
  path: '/invoice/serviceitem/add',
  purpose: 'Adds a service item.',
  right: 'manager',
  scope: GLOBAL,
  input: shape({
    name: at('value', name({ required: texts.itemMissing, max: 30, tooLong: texts.itemTooLong })),
  }),
  reply: { form: 'data', data: id },
  failure: texts.addFailed,
})

export const listServiceItems = endpoint({
  method: 'GET',
  path: '/invoice/serviceitem/all',
  purpose: 'Lists all service items.',
  right: 'console',
  scope: GLOBAL,
  input: shape({}),
  reply: { form: 'list', row: serviceItemShape },
  failure: texts.listFailed,
})

const categoryFields = {
  categoryName: at(
    'invoiceClassName',
    name({ required: texts.categoryMissing, max: 30, tooLong: texts.categoryTooLong }),
  ),
  serviceItemId: at('serviceItemId', requiredId(texts.itemChoiceMissing)),
}

export const addCategory = endpoint({
  method: 'POST',
  path: '/invoice/class/add',
  purpose: 'Adds an invoice category under a service item; it is enabled at once.',
  right: 'manager',
  scope: GLOBAL,
  input: shape(categoryFields),
  reply: { form: 'data', data: id },
  failure: texts.addFailed,
})

export const updateCategory = endpoint({
  method: 'POST',
  path: '/invoice/class/update',
  purpose: 'Edits a category that nothing uses yet.',
  right: 'manager',
  scope: GLOBAL,
  input: shape({
    categoryId: at('invoiceClassId', requiredId(texts.idWrong)),
    ...categoryFields,
    status: at('invoiceClassStatus', categoryStatus.optional()),
  }),
  reply: { form: 'nothing' },
  failure: texts.updateFailed,
})

export const setCategoryStatus = endpoint({
  method: 'POST',
  path: '/invoice/class/status',
  purpose: 'Enables (1) or disables (0) a category.',
  right: 'manager',
  scope: GLOBAL,
  input: shape({
    categoryId: at('invoiceClassId', requiredId(texts.idWrong)),
    status: at('invoiceClassStatus', categoryStatus),
  }),
  reply: { form: 'nothing' },
  failure: texts.switchFailed,
})

/** Of list and export; invoiceClassStatus -1 is "all" (spec §4). */
const filters = {
  serviceItemId: at('serviceItemId', idInQuery.optional()),
  categoryName: at('invoiceClassName', name({ max: 30 }).optional()),
  status: at('invoiceClassStatus', z.enum(['-1', '0', '1'], texts.statusWrong).optional()),
}

export const listCategories = endpoint({
  method: 'GET',
  path: '/invoice/class/list',
  purpose: 'Lists invoice categories.',
  right: 'console',
  scope: GLOBAL,
  input: shape({ ...filters, ...paging }),
  reply: { form: 'list', row: categoryShape },
  failure: texts.listFailed,
})

export const exportCategories = endpoint({
  method: 'GET',
  path: '/invoice/class/export',
  purpose: 'Exports the invoice categories of the same filters.',
  right: 'manager',
  scope: GLOBAL,
  input: shape(filters),
  reply: { form: 'download' },
  failure: texts.listFailed,
})
