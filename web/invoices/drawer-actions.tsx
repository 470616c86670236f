// The foot of an application's drawer: withdraw, correct, audit, enter the result, and all files at once.

import { actionsFor } from '@paywages/domain/invoices/application-status.ts'
import { downloadInvoiceFiles } from '@paywages/wire/invoices/endpoints.ts'
import type { ApplicationDetail, ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { download } from '../api/transfer-files.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { drawerLabels as labels } from './labels.ts'
import type { WaitingAction } from './row-action.ts'
import { useWithdrawal } from './use-withdrawal.tsx'

type DrawerActionsProps = {
  application: ApplicationDetail
  onAction: (action: WaitingAction, application: ApplicationRow) => void
  onWithdrawn: () => void
}

export function DrawerActions({ application, onAction, onWithdrawn }: DrawerActionsProps) {
  const actions = actionsFor(application, useCurrentUser())
  const withdraw = useWithdrawal()
  const [correcting, setCorrecting] = useState(false)
  const waiting = actions.find((action) => action === 'audit' || action === 'enter-result')
  return (
    <>
      {actions.includes('withdraw') ? (
        <Button danger onClick={() => void withdraw(application).then((done) => done && onWithdrawn())}>
          {labels.withdraw}
        </Button>
      ) : null}
      {actions.includes('correct') ? (
        <Button onClick={() => setCorrecting(true)}>{labels.correct}</Button>
      ) : null}
      {application.files.length === 0 ? null : <DownloadAll applicationId={application.applicationId} />}
      {waiting === undefined ? null : (
        <Button type="primary" onClick={() => onAction(waiting, application)}>
          {waiting === 'audit' ? labels.audit : labels.edit}
        </Button>
      )}
      <CorrectDialog application={application} open={correcting} onClose={() => setCorrecting(false)} />
    </>
  )
}

function DownloadAll({ applicationId }: { applicationId: number }) {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    await download(downloadInvoiceFiles, { applicationId }).catch(toastRefusal)
    setBusy(false)
  }

  return (
    <Button
      type="primary"
      icon={<Download size={14} aria-hidden="true" />}
      loading={busy && { delay: 200 }}
      onClick={() => void save()}
    >
      {labels.downloadAll}
    </Button>
  )
}
