// Disables or enables a category after a confirmation that names it and says whom that concerns.

import {
  type InvoiceCategory,
  listCategories,
  setCategoryStatus,
} from '@paywages/wire/invoice-categories/endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { switchLabels as labels } from './labels.ts'
import { usesInWords } from './uses-in-words.ts'

export function useCategorySwitch(): (category: InvoiceCategory) => Promise<void> {
  const confirm = useConfirm()
  return async (category) => {
    const { categoryId, categoryName, serviceItemName, status } = category
    const isEnabled = status === 'enabled'
    const agreed = await confirm({
      title: isEnabled ? labels.disableTitle : labels.enableTitle,
      object: labels.object(serviceItemName, categoryName),
      ...(isEnabled ? { body: usesInWords(category) } : {}),
      warning: isEnabled ? labels.disableWarning : labels.enableWarning,
      action: isEnabled ? labels.disableAction : labels.enableAction,
      danger: isEnabled,
      // Whoever was slower than another manager sees what the other has made of it.
      run: () =>
        call(setCategoryStatus, { categoryId, status: isEnabled ? 'disabled' : 'enabled' }).finally(() =>
          refresh(listCategories),
        ),
    })
    if (agreed) toastSuccess(labels.done)
  }
}
