// What an entry of the audit log says was done: of an action that can go two ways, the one that happened.

import type { AuditRow } from '@paywages/wire/audit-log/endpoints.ts'
import { actionLabels, eitherLabels as labels } from './action-labels.ts'

export function actionWords({ action, after }: Pick<AuditRow, 'action' | 'after'>): string {
  return happened(action, after ?? {}) ?? actionLabels[action] ?? action
}

/** Undefined where the entry does not tell, as one of an attempt that was refused. */
function happened(action: string, after: Readonly<Record<string, unknown>>): string | undefined {
  const { cancelled, reversalKind, reversalStatus, status } = after
  if (action === 'switch-rows' && typeof cancelled === 'boolean')
    return cancelled ? labels.cancelRows : labels.restoreRows
  if (action === 'contract-by-day')
    return status === 'expired' ? labels.expired : status === 'effective' ? labels.effective : undefined
  const kind = reversalKind === 'correction' || reversalKind === 'refund' ? labels[reversalKind] : undefined
  if (kind === undefined) return undefined
  if (action === 'ask-reversal') return labels.ask(kind)
  if (action !== 'decide-reversal') return undefined
  return decided(reversalStatus, kind)
}

function decided(status: unknown, kind: string): string | undefined {
  if (status === 'confirmed') return labels.confirm(kind)
  if (status === 'refused') return labels.refuse(kind)
  return undefined
}
