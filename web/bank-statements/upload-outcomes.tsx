// What became of each uploaded file: taken in, with its counts and the way to its result; or refused, with the reason.

import type { UploadedStatement } from '@paywages/wire/bank-statements/shapes.ts'
import { CircleCheck, CircleX } from 'lucide-react'
import { PageLink } from '../ui/page/page-link.tsx'
import { uploadLabels as labels, resultLabels } from './labels.ts'
import { STATEMENT_PAGE, STATEMENTS_PAGE, statementAddress } from './statement-address.ts'

type UploadOutcomesProps = { outcomes: readonly UploadedStatement[]; onLeave: () => void }

export function UploadOutcomes({ outcomes, onLeave }: UploadOutcomesProps) {
  return (
    <>
      <ul className="statement-outcomes" aria-label={labels.outcomes}>
        {outcomes.map((outcome, index) => (
          // Two files may bear the same name; their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is that of the upload.
          <li key={index} data-refused={outcome.statementId === null}>
            <Outcome outcome={outcome} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      {outcomes.some(({ statementId }) => statementId !== null) ? (
        <p className="statement-all">
          <PageLink to={STATEMENTS_PAGE} onClick={onLeave}>
            {labels.toList}
          </PageLink>
        </p>
      ) : null}
    </>
  )
}

type OutcomeProps = { outcome: UploadedStatement; onLeave: () => void }

function Outcome({ outcome, onLeave }: OutcomeProps) {
  const { statementId, fileName, refusal } = outcome
  if (statementId === null) {
    return (
      <>
        <CircleX size={18} aria-hidden="true" />
        <div className="statement-outcome-words">
          <p className="statement-file-name">{fileName}</p>
          <p className="statement-refusal">{labels.refused(refusal)}</p>
        </div>
      </>
    )
  }
  return (
    <>
      <CircleCheck size={18} aria-hidden="true" />
      <div className="statement-outcome-words">
        <p className="statement-file-name">{fileName}</p>
        <p className="statement-counts">{countWords(outcome).join(' · ')}</p>
      </div>
      <PageLink
        to={STATEMENT_PAGE}
        search={statementAddress(statementId)}
        aria-label={labels.lookOf(fileName)}
        onClick={onLeave}
      >
        {labels.look}
      </PageLink>
    </>
  )
}

function countWords(outcome: UploadedStatement): readonly string[] {
  const counts = [
    [resultLabels.linked, outcome.linkedCount],
    [resultLabels['already-linked'], outcome.knownCount],
    [resultLabels.ambiguous, outcome.ambiguousCount],
    [resultLabels['not-found'], outcome.missingCount],
  ] as const
  const shown = counts.filter(([, count], index) => index === 0 || count > 0)
  return [
    labels.accepted(outcome.lineCount.toLocaleString('en-US')),
    ...shown.map(([word, count]) => labels.count(word, count.toLocaleString('en-US'))),
  ]
}
