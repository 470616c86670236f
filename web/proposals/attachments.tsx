// Files beside a proposal: everybody who sees it opens them, whoever proposed it adds some while it waits.

import { MAX_ATTACHMENTS } from '@paywages/domain/proposals/proposal.ts'
import { inlineUrlOf } from '@paywages/wire/files/file-url.ts'
import { attachToProposal, listProposals, type ProposalRow } from '@paywages/wire/proposals/endpoints.ts'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { FileField } from '../ui/files/file-field.tsx'
import { sizeWords } from '../ui/files/file-size.ts'
import { sendAs, type UploadedFile } from '../ui/files/use-uploads.ts'
import { endingsOf, validateOneFile } from '../ui/files/validate-files.ts'
import { proposalLabels as labels } from './labels.ts'

const send = sendAs('evidence')

export function Attachments({ proposal }: { proposal: ProposalRow }) {
  const { attachments, actions, proposalId } = proposal
  const mayAdd = actions.includes('withdraw') && attachments.length < MAX_ATTACHMENTS
  const [, setBusy] = useState(false)
  if (attachments.length === 0 && !mayAdd) return null

  async function add(file: UploadedFile | undefined) {
    if (file === undefined) return
    try {
      await call(attachToProposal, { proposalId, fileId: file.fileId })
      toastSuccess(labels.attached)
    } catch (error) {
      toastRefusal(error)
    } finally {
      void refresh(listProposals)
    }
  }

  return (
    <>
      <dt>{labels.attachments}</dt>
      <dd>
        {attachments.map(({ fileId, name, sizeBytes }) => (
          <p className="proposal-file" key={fileId}>
            <FileText size={14} aria-hidden="true" />
            <a href={inlineUrlOf(fileId)} target="_blank" rel="noreferrer">
              {name}
            </a>
            <span>{sizeWords(sizeBytes)}</span>
          </p>
        ))}
        {mayAdd ? (
          <div className="proposal-attach">
            <FileField
              label={labels.attachments}
              dropHint={labels.attachDrop}
              endings={endingsOf('evidence')}
              validate={(files) => validateOneFile('evidence', files)}
              send={send}
              onBusy={setBusy}
              onChange={(file) => void add(file)}
            />
            <span>{labels.attachHint}</span>
          </div>
        ) : null}
      </dd>
    </>
  )
}
