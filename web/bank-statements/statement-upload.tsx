// The button that uploads bank statements, with its dialog; where asked to, files dropped anywhere on the page open it.

import type { UploadedStatement } from '@paywages/wire/bank-statements/shapes.ts'
import { Button } from 'antd'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { FileDrop } from '../ui/files/file-drop.tsx'
import { useGo } from '../ui/page/address.ts'
import { addFiles, type Chosen } from './chosen-files.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { statementLabels, uploadLabels } from './labels.ts'
import { STATEMENT_PAGE, statementAddress } from './statement-address.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { useStatementUpload } from './use-statement-upload.ts'

const NOTHING: Chosen = { files: [], problems: [] }

type StatementUploadProps = {
  /** The thing its page is for. */
  primary?: boolean
  dropAnywhere?: boolean
}

export function StatementUpload({ primary = false, dropAnywhere = false }: StatementUploadProps) {
  const user = useCurrentUser()
  const go = useGo()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(NOTHING)
  const upload = useStatementUpload(user.providerId, (outcomes) => {
    setChosen(NOTHING)
    const only = onlyAccepted(outcomes)
    if (only === undefined) {
      if (outcomes.some(({ statementId }) => statementId !== null)) toastSuccess(uploadLabels.stored)
      return
    }
    setOpen(false)
    toastSuccess(uploadLabels.done(only.linkedCount.toLocaleString('en-US')))
    go(STATEMENT_PAGE, statementAddress(only.statementId))
  })

  function take(files: readonly File[]) {
    if (files.length === 0) return
    if (upload.state.at === 'done' || upload.state.at === 'choosing') upload.reset()
    setChosen((last) => addFiles(last.files, files))
    setOpen(true)
  }

  function close() {
    if (upload.busy) return
    setOpen(false)
  }

  return (
    <>
      <Button
        {...(primary ? { type: 'primary' as const } : {})}
        icon={<Upload size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {statementLabels.upload}
      </Button>
      {open || dropAnywhere ? (
        <FileDrop hint={uploadLabels.drop} disabled={upload.busy} onFiles={take} />
      ) : null}
      {upload.state.at === 'asking' ? (
        <ColumnsDialog
          key={upload.state.asked.problem}
          asked={upload.state.asked}
          onAnswer={(answer) => upload.start(chosen.files, answer)}
          onClose={() => upload.reset()}
        />
      ) : null}
      <UploadDialog
        open={open}
        company={user.providerName}
        chosen={chosen}
        upload={upload}
        onAdd={take}
        onRemove={(file) =>
          setChosen((last) => ({ files: last.files.filter((other) => other !== file), problems: [] }))
        }
        onStart={() => {
          // What was left out before has been read, and says nothing of this upload.
          setChosen((last) => ({ files: last.files, problems: [] }))
          upload.start(chosen.files)
        }}
        onClose={close}
        onClosed={() => {
          setChosen(NOTHING)
          upload.reset()
        }}
      />
    </>
  )
}

/** Where one statement came in and nothing was refused, there is nothing left to tell but its result. */
function onlyAccepted(outcomes: readonly UploadedStatement[]) {
  const [first, second] = outcomes
  if (first === undefined || second !== undefined || first.statementId === null) return undefined
  return { statementId: first.statementId, linkedCount: first.linkedCount }
}
