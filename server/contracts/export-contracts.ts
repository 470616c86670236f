// Exports the enterprise contracts that the filters of the page find, written into the audit log (D29).

import type { Actor } from '../actor.ts'
import { exportSheet } from '../exports/export-sheet.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import type { ContractFilter } from './contract-list-store.ts'
import { sheet } from './contract-sheet.ts'
import { contractsName } from './labels.ts'

export function exportContracts(house: House, by: Actor, filter: ContractFilter): Promise<Download> {
  const { providerId } = filter
  const entry = {
    action: 'export-contracts',
    object: { kind: 'enterprise-contracts', id: providerId ?? 'all' },
    ...(providerId === undefined ? {} : { providerId }),
  } as const
  return exportSheet(house, by, { entry, fileName: contractsName(filter.today) }, sheet, filter)
}
