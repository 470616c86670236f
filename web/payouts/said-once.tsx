// What holds for most of a batch, said once above its rows with what can be done about it.

import type { ShownWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { Info } from 'lucide-react'
import { UnsignedNote } from '../invitations/unsigned-note.tsx'
import { RowAction } from '../ui/list/row-actions.tsx'
import { onceLabels as labels, warningLabels } from './warning-labels.ts'

type SaidOnceProps = { batch: BatchHead; onLook: (kind: ShownWarning) => void }

const figure = (count: number) => count.toLocaleString('en-US')

/** Who has not signed can be invited, however many they are. */
export function SaidOnce({ batch, onLook }: SaidOnceProps) {
  const { saidOnce, warningCounts, payableCount, peopleCount, unsignedCount } = batch
  const kinds = saidOnce.filter((kind) => kind !== 'unsigned')
  return (
    <>
      <UnsignedNote
        batch={batch}
        {...(saidOnce.includes('unsigned')
          ? {
              words: (
                <OnceWords all={labels.people(figure(peopleCount))}>
                  {labels.unsigned(figure(unsignedCount))}
                </OnceWords>
              ),
            }
          : {})}
      />
      {kinds.map((kind) => (
        <span key={kind} className="once-pill">
          <Info size={14} aria-hidden="true" />
          <OnceWords all={labels.rows(figure(payableCount))}>
            {labels.kind(figure(warningCounts[kind] ?? 0), warningLabels[kind].kind)}
          </OnceWords>
          <RowAction onClick={() => onLook(kind)}>{labels.look}</RowAction>
        </span>
      ))}
    </>
  )
}

function OnceWords({ all, children }: { all: string; children: string }) {
  return (
    <span>
      {all}
      <b>{children}</b>
      {labels.notByRow}
    </span>
  )
}
