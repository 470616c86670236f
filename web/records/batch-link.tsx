// A batch's number that opens its transfers, in the colour of a link.

import { PageLink } from '../ui/page/page-link.tsx'
import { batchAddress, RESULTS_PAGE } from './batch-address.ts'
import './batch-link.css'

export function BatchLink({ batchId, batchNo }: { batchId: number; batchNo: string }) {
  return (
    <PageLink className="batch-link" to={RESULTS_PAGE} search={batchAddress(batchId)}>
      {batchNo}
    </PageLink>
  )
}
