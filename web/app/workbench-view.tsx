// /layout put together: the workbench, with the newest batches and the start of one from the payouts.

import { useCurrentUser } from '../api/current-user.ts'
import { NewPayoutButton } from '../payouts/new-payout-button.tsx'
import { RecentBatches } from '../payouts/recent-batches.tsx'
import { StartButton } from '../payouts/start-button.tsx'
import { WorkbenchPage } from '../workbench/workbench-page.tsx'
import { roleOf } from './role.ts'

export function WorkbenchView() {
  const user = useCurrentUser()
  return (
    <WorkbenchPage
      role={roleOf(user)}
      startAction={(batchId, word) => <StartButton batchId={batchId}>{word}</StartButton>}
      newPayout={<NewPayoutButton />}
      recent={<RecentBatches />}
    />
  )
}
