// The way of an application: applied, agreed or refused, invoiced, corrected; what is still to come at its end.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { ApplicationEvent } from '@paywages/domain/invoices/application-status.ts'
import type { ApplicationDetail, ApplicationHistoryEvent } from '@paywages/wire/invoices/shapes.ts'
import { stepLabels as labels } from './labels.ts'
import { isTrackingNumber } from './tracking-address.ts'

export type InvoiceStep = {
  readonly key: string
  readonly state: 'done' | 'now' | 'next' | 'stopped'
  readonly title: string
  readonly note?: string
  /** What was said, then what was changed, a line each. */
  readonly lines: readonly string[]
}

type Application = Pick<ApplicationDetail, 'status' | 'trackingNo' | 'history'>

/** `mine`: the next step waits for who looks at it. */
export function invoiceSteps(application: Application, mine: boolean): readonly InvoiceStep[] {
  const shipped = isTrackingNumber(application.trackingNo)
  const past = application.history.map((event, place) => pastStep(event, place, shipped))
  return [...past, ...comingSteps(application.status, mine)]
}

const TITLES: Readonly<Record<ApplicationEvent, string>> = {
  applied: labels.applied,
  agreed: labels.agreed,
  refused: labels.refused,
  withdrawn: labels.withdrawn,
  invoiced: labels.invoiced,
  corrected: labels.corrected,
}

function pastStep(event: ApplicationHistoryEvent, place: number, shipped: boolean): InvoiceStep {
  const { kind, account, byName, at, reason, changes } = event
  const stopped = kind === 'refused' || kind === 'withdrawn'
  const shown = (text: string) => text || labels.nothing
  return {
    key: `${kind}-${place}`,
    state: stopped ? 'stopped' : 'done',
    title: kind === 'invoiced' && shipped ? labels.shipped : (TITLES[kind] ?? kind),
    note: labels.by(byName || account, shanghaiMinute(at)),
    lines: [
      // That it was the applicant, the title says already.
      ...(reason === '' || kind === 'withdrawn' ? [] : [reason]),
      ...changes.map(({ field, before, after }) => labels.change(field, shown(before), shown(after))),
    ],
  }
}

function comingSteps(status: Application['status'], mine: boolean): readonly InvoiceStep[] {
  const lines = mine ? [labels.yours] : []
  const invoice = { key: 'invoice', title: labels.invoice }
  if (status === 'pending') {
    return [
      { key: 'audit', state: 'now', title: labels.audit, note: labels.auditing, lines },
      { ...invoice, state: 'next', lines: [] },
    ]
  }
  return status === 'invoicing' ? [{ ...invoice, state: 'now', note: labels.invoicing, lines }] : []
}
