// Sends a change of paying accounts to the second manager, and tells that it waits for him.

import { listPayingAccounts } from '@paywages/wire/bank-files/endpoints.ts'
import { listProposals } from '@paywages/wire/proposals/endpoints.ts'
import { useState } from 'react'
import { refresh } from '../api/queries.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'

type Proposed = { readonly waiting?: { readonly msg: string } | null | undefined }

export function useAccountProposal(onProposed: () => void) {
  const [busy, setBusy] = useState(false)
  async function propose(send: () => Promise<Proposed>): Promise<void> {
    setBusy(true)
    try {
      const { waiting } = await send()
      toastSuccess(waiting?.msg ?? '')
      onProposed()
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
      await refresh(listPayingAccounts, listProposals)
    }
  }
  return { busy, propose }
}
