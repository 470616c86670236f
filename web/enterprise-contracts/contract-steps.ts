// The history of an enterprise contract, and what it waits for next (D29).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { EnterpriseContractDetail } from '@paywages/wire/enterprise-contracts/shapes.ts'
import type { TimelineStep } from '../ui/display/timeline.tsx'
import { historyLabels as labels } from './labels.ts'

type Event = EnterpriseContractDetail['history'][number]
type Told = Pick<EnterpriseContractDetail, 'status' | 'signed' | 'beginDay' | 'endDay'> & {
  readonly history: readonly Event[]
}

export function contractSteps(contract: Told): readonly TimelineStep[] {
  return [...contract.history.map(stepOf), ...nextStep(contract)]
}

function stepOf({ kind, at, byName, changes }: Event, index: number): TimelineStep {
  const words = changes.map(({ field, before, after }) =>
    labels.change(field, before || labels.nothing, after || labels.nothing),
  )
  return {
    key: String(index),
    state: kind === 'terminated' ? 'stopped' : 'done',
    title: labels[kind] ?? kind,
    note: labels.by(byName || labels.byDay, shanghaiMinute(at)),
    ...(words.length === 0 ? {} : { lines: words }),
  }
}

function nextStep({ status, signed, beginDay, endDay }: Told): readonly TimelineStep[] {
  const next = (state: 'now' | 'next', title: string) => [{ key: 'next', state, title }]
  if (status === 'effective') return endDay === null ? [] : next('next', labels.willEnd(endDay))
  if (status !== 'pending') return []
  if (!signed) return next('now', labels.waitsFile)
  return beginDay === null ? next('now', labels.waitsTerm) : next('next', labels.willBegin(beginDay))
}
