// The four parts of signing: which are done, which is now.

import { labels, type StepName, steps } from './labels.ts'

export function StepBar({ step }: { step: StepName }) {
  const now = steps.findIndex(([name]) => name === step)
  return (
    // A landmark: everything on the page lies in one.
    <nav aria-label={labels.progress}>
      <ol className="steps">
        {steps.map(([name, word], index) => (
          <li
            key={name}
            className={index < now ? 'step step-done' : index === now ? 'step step-now' : 'step'}
            aria-current={index === now ? 'step' : undefined}
          >
            {word}
            {index < now ? <span className="unseen">{labels.stepDone}</span> : null}
          </li>
        ))}
      </ol>
    </nav>
  )
}
