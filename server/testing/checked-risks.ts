// Every high risk of a batch ticked as checked, as an approver does who has looked at all of them.

import type { RiskCheck } from '@paywages/domain/payouts/risks.ts'
import type { Services } from '../app-services.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { listRisks } from '../payouts/check-risks.ts'

export async function checkedRisks(services: Services, batchId: number): Promise<RiskCheck[]> {
  return services.database.query(async (tx) => {
    const batch = await findBatch(tx, { of: 'everything' }, batchId)
    const risks = batch ? await listRisks(tx, services, batch) : []
    return risks.map(({ riskId }) => ({ riskId, word: '已核实' }))
  })
}
