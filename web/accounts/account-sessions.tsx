// Where somebody whom one manages is logged in, below the form of their account; ending it tells them (D9, D47).

import type { AccountDetail } from '@paywages/wire/accounts/endpoints.ts'
import { accountSessions, endAccountSessions } from '@paywages/wire/session/device-endpoints.ts'
import { Button } from 'antd'
import { call } from '../api/client.ts'
import { refresh, useCall } from '../api/queries.ts'
import { sessionLabels } from '../records/labels.ts'
import { SessionTable } from '../records/session-table.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { accountSessionLabels as labels } from './labels.ts'
import './account-sessions.css'

export function AccountSessions({ detail }: { detail: AccountDetail }) {
  const { accountId, account, realName } = detail
  const query = useCall(accountSessions, { accountId })
  const confirm = useConfirm()
  const count = query.data?.rows.length ?? 0

  async function endAll() {
    const agreed = await confirm({
      title: labels.allTitle(count),
      object: `${account} · ${realName}`,
      warning: sessionLabels.endWarning,
      action: labels.all,
      danger: true,
      run: () => call(endAccountSessions, { accountId }),
    })
    if (agreed) toastSuccess(labels.ended)
    await refresh(accountSessions)
  }

  return (
    <section className="account-sessions" aria-label={sessionLabels.title}>
      <div className="account-sessions-head">
        <h2>{sessionLabels.title}</h2>
        <p>{labels.hint}</p>
        <Button danger disabled={count === 0} onClick={() => void endAll()}>
          {labels.all}
        </Button>
      </div>
      <SessionTable
        rows={query.data?.rows}
        instead={
          query.isError ? (
            <ErrorBlock query={query} failure={accountSessions.failure} />
          ) : query.data === undefined ? undefined : (
            <EmptyBlock title={sessionLabels.empty} hint={sessionLabels.emptyHint} />
          )
        }
        onEnd={(sessionId) => call(endAccountSessions, { accountId, sessionId })}
        onChanged={() => refresh(accountSessions)}
      />
    </section>
  )
}
