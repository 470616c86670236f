// Adds a service item, from the page or from within the form of a category (spec §5).

import { addServiceItem, listServiceItems } from '@paywages/wire/invoice-categories/endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { inputFromForm, rulesFor } from '../ui/form/field-rules.ts'
import { NameDialog } from '../ui/form/name-dialog.tsx'
import { itemDialogLabels as labels } from './labels.ts'

type AddServiceItemDialogProps = {
  open: boolean
  onAdded?: (serviceItemId: number) => void
  onClose: () => void
}

export function AddServiceItemDialog({ open, onAdded, onClose }: AddServiceItemDialogProps) {
  return (
    <NameDialog
      open={open}
      form="service-item"
      words={labels}
      rules={rulesFor(addServiceItem, 'name')}
      send={async (typed) => {
        const serviceItemId = await call(addServiceItem, inputFromForm(addServiceItem, typed))
        await refresh(listServiceItems)
        onAdded?.(serviceItemId)
      }}
      onClose={onClose}
    />
  )
}
