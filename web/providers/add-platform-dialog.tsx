// Creates a work platform from within the provider form (spec §2).

import { addPlatform, listPlatforms } from '@paywages/wire/providers/endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { inputFromForm, rulesFor } from '../ui/form/field-rules.ts'
import { NameDialog } from '../ui/form/name-dialog.tsx'
import { platformDialogLabels as labels } from './labels.ts'

type AddPlatformDialogProps = { open: boolean; onAdded: (platformId: number) => void; onClose: () => void }

export function AddPlatformDialog({ open, onAdded, onClose }: AddPlatformDialogProps) {
  return (
    <NameDialog
      open={open}
      form="platform"
      words={labels}
      rules={rulesFor(addPlatform, 'name')}
      send={async (typed) => {
        const platformId = await call(addPlatform, inputFromForm(addPlatform, typed))
        await refresh(listPlatforms)
        onAdded(platformId)
      }}
      onClose={onClose}
    />
  )
}
