// Proposes that a company's bank files go on after a restore, with what the comparison with online banking found (ADR 102).

import { listPayingAccounts, releaseBankFiles } from '@paywages/wire/bank-files/endpoints.ts'
import type { PayingAccountRow } from '@paywages/wire/bank-files/shapes.ts'
import { listProposals } from '@paywages/wire/proposals/endpoints.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { releaseLabels as labels } from './labels.ts'

const MAX_WORD = 200

type ReleaseFilesDialogProps = { account: PayingAccountRow; open: boolean; onClose: () => void }

export function ReleaseFilesDialog({ account, open, onClose }: ReleaseFilesDialogProps) {
  const { providerId, providerName } = account
  return (
    <ReasonDialog
      open={open}
      name="release-files"
      words={{
        title: labels.title,
        action: labels.action,
        reason: labels.word,
        reasonHint: labels.wordHint,
        done: labels.done,
      }}
      object={providerName}
      field="word"
      rules={rulesFor(releaseBankFiles, 'word')}
      maxLength={MAX_WORD}
      danger={false}
      send={(word) => call(releaseBankFiles, { providerId, word: word ?? '' })}
      refresh={() => refresh(listPayingAccounts, listProposals)}
      onClose={onClose}
    />
  )
}
