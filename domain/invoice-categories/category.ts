// Invoice categories: edited until something uses them, then only disabled (spec §2, D30).

/** The spec's numbers are the places in this list. */
export const CATEGORY_STATUSES = ['disabled', 'enabled'] as const
export type CategoryStatus = (typeof CATEGORY_STATUSES)[number]

export type CategoryState = {
  readonly status: CategoryStatus
  /** By an application or a contract. */
  readonly used: boolean
}

export type CategoryRefusal =
  | 'category-used'
  | 'category-used-elsewhere'
  | 'category-disabled'
  | 'state-changed'

export function validateEdit({ used }: CategoryState): CategoryRefusal | undefined {
  return used ? 'category-used' : undefined
}

/**
 * Enabling what is enabled already is someone else's click. Everybody keeps one list: nobody disables what companies beyond their scope
 * work with.
 */
export function validateSwitch(
  { status, usedElsewhere }: CategoryState & { readonly usedElsewhere: boolean },
  to: CategoryStatus,
): CategoryRefusal | undefined {
  if (status === to) return 'state-changed'
  return to === 'disabled' && usedElsewhere ? 'category-used-elsewhere' : undefined
}

/** Choosing it for something new. */
export function validateUse({ status }: Pick<CategoryState, 'status'>): CategoryRefusal | undefined {
  return status === 'enabled' ? undefined : 'category-disabled'
}
