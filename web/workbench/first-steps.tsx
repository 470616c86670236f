// For a company that has paid nobody yet: the three steps to the first payout, ticked as it goes.

import type { Workbench } from '@paywages/wire/workbench/shapes.ts'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { BATCHES_PAGE } from '../records/batch-address.ts'
import { ADD_PAGE, VERIFY_PAGE } from '../records/recharge-address.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { guideLabels as labels } from './labels.ts'
import './first-steps.css'

const PLACES = {
  pay: [ADD_PAGE, BATCHES_PAGE, BATCHES_PAGE],
  check: [VERIFY_PAGE, BATCHES_PAGE, BATCHES_PAGE],
} as const

export function FirstSteps({ steps }: { steps: Workbench['firstSteps'] }) {
  const heading = useId()
  const role = useCurrentUser().payRight ? 'pay' : 'check'
  if (steps === null || steps.approved) return null
  const done = [steps.recharged, steps.uploaded, steps.approved]
  const next = done.indexOf(false)
  return (
    <section className="first-steps" aria-labelledby={heading}>
      <h2 id={heading}>
        {labels.title}
        <span>{labels.hint}</span>
      </h2>
      <ol>
        {labels.steps.map((step, index) => (
          <li key={step.title} data-state={done[index] ? 'done' : index === next ? 'now' : 'next'}>
            <span className="first-step-mark" aria-hidden="true">
              {done[index] ? <Check size={14} strokeWidth={2.5} /> : index + 1}
            </span>
            <div>
              <p className="first-step-title">{step.title}</p>
              <p className="first-step-text">{step[role]}</p>
              {done[index] ? (
                <span className="first-step-done">{labels.done}</span>
              ) : (
                <PageLink className="section-link" to={PLACES[role][index] ?? BATCHES_PAGE}>
                  {labels[role][index]}
                </PageLink>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
