// Where the return of a payout is registered: of one that a file carried by those who carry files, of any other by managers (docs/LOOK.md, 17).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { mayImport } from '@paywages/domain/bank-files/file-life.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { BANK_FILES_PAGE, batchAddress, PENDING_PAGE, RETURNS_OF } from '../records/batch-address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { recordLabels as labels } from './labels.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { waitsForConfirmation } from './transfer-steps.ts'

export function RegisterReturn({ record }: { record: PayoutRecord }) {
  const user = useCurrentUser()
  const { data } = useCall(transferHistory, { rowId: record.rowId })
  if (data?.state !== 'succeeded') return null
  if (data.bankFile !== null) {
    if (!mayImport(user, record.providerId)) return null
    const search = { ...batchAddress(record.batchId), [RETURNS_OF]: data.bankFile.name }
    return (
      <PageLink className="record-link" to={BANK_FILES_PAGE} search={search}>
        {labels.registerReturn}
      </PageLink>
    )
  }
  if (waitsForConfirmation(data))
    return (
      <PageLink className="record-link" to={PENDING_PAGE} search={{ state: 'succeeded' }}>
        {labels.returnWaits}
      </PageLink>
    )
  return hasRight(user, 'manager') ? <Registered record={record} /> : null
}

function Registered({ record }: { record: PayoutRecord }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button className="record-link" type="button" onClick={() => setOpen(true)}>
        {labels.registerReturn}
      </button>
      <ReturnDialog record={record} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
