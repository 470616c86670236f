// /sessions: where one is logged in, and how to log out there (D9).

import { endOtherSessions, endSession, mySessions } from '@paywages/wire/session/device-endpoints.ts'
import { Button } from 'antd'
import { call } from '../api/client.ts'
import { refresh, useCall } from '../api/queries.ts'
import { sessionLabels } from '../records/labels.ts'
import { SessionTable } from '../records/session-table.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { devicesLabels as labels } from './labels.ts'
import './devices.css'

export function DevicesPage() {
  const query = useCall(mySessions, {})
  const confirm = useConfirm()
  const others = query.data?.rows.filter((row) => !row.current).length ?? 0

  async function endOthers() {
    const agreed = await confirm({
      title: labels.othersTitle(others),
      warning: sessionLabels.endWarning,
      action: labels.others,
      danger: true,
      run: () => call(endOtherSessions, {}),
    })
    if (agreed) toastSuccess(labels.othersEnded)
    await refresh(mySessions)
  }

  return (
    <>
      <PageTitle
        actions={
          <Button danger disabled={others === 0} onClick={() => void endOthers()}>
            {labels.others}
          </Button>
        }
      />
      <SessionTable
        rows={query.data?.rows}
        instead={
          query.isError ? (
            <ErrorBlock query={query} failure={mySessions.failure} />
          ) : query.data === undefined ? undefined : (
            <EmptyBlock title={sessionLabels.empty} hint="" />
          )
        }
        onEnd={(sessionId) => call(endSession, { sessionId })}
        onChanged={() => refresh(mySessions)}
      />
      <p className="devices-note">{labels.note}</p>
    </>
  )
}
