// Invoice categories: edited until something uses them, then only disabled (spec §2, D30).

/** The spec's numbers are the places in this list. */
export const CATEGORY_STATUSES = ['disabled', 'enabled'] as const
export type CategoryStatus = (typeof CATEGORY_STATUSES)[number]

export type CategoryState = {
  readonly status: CategoryStatus
  /** By an application or a contract. */
  readonly used: boolean
}

export type CategoryRefusal = 'category-used' | 'category-disabled' | 'state-changed'

export function validateEdit({ used }: CategoryState): CategoryRefusal | undefined {
  return used ? 'category-used' : undefined
}

/** Enabling what is enabled already is someone else's click. */
export function validateSwitch({ status }: CategoryState, to: CategoryStatus): CategoryRefusal | undefined {
  return status === to ? 'state-changed' : undefined
}

/** Choosing it for something new. */
export function validateUse({ status }: Pick<CategoryState, 'status'>): CategoryRefusal | undefined {
  return status === 'enabled' ? undefined : 'category-disabled'
}
