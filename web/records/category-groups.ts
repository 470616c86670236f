// The options of the category select: by service item, with the record's own category among them whatever became of it.

import type { InvoiceCategory } from '@paywages/wire/invoice-categories/endpoints.ts'
import { categoryLabels as labels } from './labels.ts'

export type CategoryChoice = Pick<InvoiceCategory, 'categoryId' | 'categoryName'>

type Option = { readonly value: number; readonly label: string }
type Group = { readonly label: string; readonly options: Option[] }

/** One service item needs no heading. */
export function categoryGroups(
  categories: readonly Pick<InvoiceCategory, 'categoryId' | 'categoryName' | 'serviceItemName'>[],
  present: CategoryChoice | undefined,
): (Option | Group)[] {
  const groups = new Map<string, Option[]>()
  for (const { categoryId, categoryName, serviceItemName } of categories) {
    const options = groups.get(serviceItemName) ?? []
    groups.set(serviceItemName, [...options, { value: categoryId, label: categoryName }])
  }
  const isListed = categories.some(({ categoryId }) => categoryId === present?.categoryId)
  const kept =
    present === undefined || isListed
      ? []
      : [{ value: present.categoryId, label: labels.disabled(present.categoryName) }]
  const [only] = groups.values()
  const listed = groups.size > 1 ? [...groups].map(([label, options]) => ({ label, options })) : (only ?? [])
  return [...kept, ...listed]
}
