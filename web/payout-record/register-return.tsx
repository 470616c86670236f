// Leads from a payout that was paid by a bank file to where its return is registered; those who carry files have it (docs/LOOK.md, 17).

import { mayImport } from '@paywages/domain/bank-files/file-life.ts'
import type { PayoutRecord } from '@paywages/wire/payouts/shapes.ts'
import { transferHistory } from '@paywages/wire/transfers/endpoints.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { BANK_FILES_PAGE, batchAddress, RETURNS_OF } from '../records/batch-address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { recordLabels as labels } from './labels.ts'

export function RegisterReturn({ record }: { record: PayoutRecord }) {
  const user = useCurrentUser()
  const { data } = useCall(transferHistory, { rowId: record.rowId })
  if (data?.state !== 'succeeded' || data.bankFile === null) return null
  if (!mayImport(user, record.providerId)) return null
  const search = { ...batchAddress(record.batchId), [RETURNS_OF]: data.bankFile.name }
  return (
    <PageLink className="record-link" to={BANK_FILES_PAGE} search={search}>
      {labels.registerReturn}
    </PageLink>
  )
}
