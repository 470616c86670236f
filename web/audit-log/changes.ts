// What changed in an audited act, field by field, in words.

import type { AuditRow } from '@paywages/wire/audit-log/endpoints.ts'
import { refusals } from '@paywages/wire/refusals.ts'
import { fieldLabels, reasonLabels, valueLabels } from './field-labels.ts'

export type Change = {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): readonly Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    field: fieldLabels[name] ?? name,
    before: inWords(name, before?.[name]),
    after: inWords(name, after?.[name]),
  }))
}

/** A value as people say it; absent and empty ones are left to the page. */
function inWords(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'boolean') return value ? valueLabels.yes : valueLabels.no
  if (name === 'taxMethod' && typeof value === 'string') return valueLabels.taxMethods[value] ?? value
  if (name === 'gapRule' && typeof value === 'string') return valueLabels.gapRules[value] ?? value
  if (typeof value === 'string') return valueLabels.words[name]?.[value] ?? value
  if (Array.isArray(value)) return value.map((one) => inWords(name, one) ?? '').join('、') || undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Why something was refused: the sentence its code stands for, or what a person wrote. */
export function reasonInWords(reason: string): string {
  const own = reasonLabels[reason]
  if (own !== undefined) return own
  const msg = Object.hasOwn(refusals, reason) ? refusals[reason as keyof typeof refusals].msg : reason
  return typeof msg === 'string' ? msg : reason
}
