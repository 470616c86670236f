// The role a person is called by in the top bar.

import type { ConsoleRights } from '@paywages/domain/accounts/rights.ts'
import { roleLabels } from './labels.ts'

/** A manager may pay or check besides; the chip then says both. */
export function roleOf(rights: ConsoleRights): string {
  const roles = [
    rights.superManager ? roleLabels.superManager : rights.manager ? roleLabels.manager : undefined,
    rights.payRight ? roleLabels.pay : undefined,
    rights.checkRight ? roleLabels.check : undefined,
  ]
  return roles.filter((role) => role !== undefined).join(' · ')
}
