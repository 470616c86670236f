// What uses a category, in a sentence for whoever is about to disable it.

import type { InvoiceCategory } from '@paywages/wire/invoice-categories/endpoints.ts'
import { switchLabels as labels } from './labels.ts'

type Uses = Pick<InvoiceCategory, 'used' | 'openApplications' | 'liveContracts'>

export function usesInWords({ used, openApplications, liveContracts }: Uses): string {
  const uses = [
    ...(openApplications > 0 ? [labels.openApplications(openApplications.toLocaleString('en-US'))] : []),
    ...(liveContracts > 0 ? [labels.liveContracts(liveContracts.toLocaleString('en-US'))] : []),
  ]
  if (uses.length > 0) return labels.inUse(uses.join('、'))
  return used ? labels.usedBefore : labels.unused
}
