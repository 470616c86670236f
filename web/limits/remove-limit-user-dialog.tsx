// Lifts a restriction; the reason is required and stands in the audit log.

import { type LimitUser, listLimitUsers, removeLimitUser } from '@paywages/wire/limits/endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { limitLabels as labels } from './labels.ts'

type RemoveLimitUserDialogProps = {
  /** Stays while the dialog fades away. */
  limited: LimitUser
  open: boolean
  onClose: () => void
}

export function RemoveLimitUserDialog({ limited, open, onClose }: RemoveLimitUserDialogProps) {
  const { limitId, name, everywhere, providerName } = limited
  return (
    <ReasonDialog
      open={open}
      name="remove-limit"
      words={{
        title: labels.removeTitle,
        note: labels.removeNote,
        action: labels.removeAction,
        reason: labels.reason,
        reasonHint: labels.reasonHint,
        done: labels.removed,
      }}
      object={labels.removeObject(name, everywhere ? labels.everywhere : providerName)}
      rules={rulesFor(removeLimitUser, 'reason')}
      send={(reason = '') => call(removeLimitUser, { limitId, reason })}
      refresh={() => refresh(listLimitUsers)}
      onClose={onClose}
    />
  )
}
