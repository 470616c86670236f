// What the bank gave back for a file: read and handed to a second person, or confirmed by them (picture 21, ADR 82).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { BankFileResult, BankFileRow } from '@paywages/wire/bank-files/shapes.ts'
import { Button } from 'antd'
import { X } from 'lucide-react'
import { AmbiguousLines } from './ambiguous-lines.tsx'
import { ImportResult } from './import-result.tsx'
import { bankFileLabels, groupLabels, resultLabels as labels } from './labels.ts'
import { ResultFacts, ResultSums, type Said } from './result-facts.tsx'
import { ReviewActions } from './review-actions.tsx'

type ResultPanelProps = {
  file: BankFileRow
  /** To import what the bank says, of a settled file too: money may come back any day later. */
  imports: boolean
  /** Its lines are assigned next. */
  onAssign: () => void
  onClose: () => void
}

export function ResultPanel({ file, imports: asked, onAssign, onClose }: ResultPanelProps) {
  const waiting = file.results.find(({ state }) => state === 'waiting')
  const imports = asked && file.actions.includes('import')
  const title = imports
    ? file.state === 'settled'
      ? labels.returnTitle
      : labels.importTitle
    : file.actions.includes('confirm')
      ? labels.reviewTitle
      : labels.viewTitle
  const object = labels.object(
    bankFileLabels.part(groupLabels[file.group], file.part),
    file.rowCount.toLocaleString('en-US'),
    formatYuanGrouped(file.sumFen),
    file.bankBatchNo,
  )
  const newest = waiting ?? file.results[0]
  return (
    <section className="result-panel" aria-label={title}>
      <header>
        <h2 className="result-title">{title}</h2>
        <p className="result-object">{object}</p>
        <Button
          type="text"
          aria-label={labels.close}
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      {imports && file.state === 'settled' ? <p className="result-hint">{labels.returnHint}</p> : null}
      {imports ? (
        <ImportResult file={file} onAssign={onAssign} onClose={onClose} />
      ) : newest === undefined ? (
        <p className="result-hint">{labels.empty}</p>
      ) : (
        <>
          <KeptResult file={file} result={newest} />
          {newest.lineCount > 0 ? <AmbiguousLines file={file} result={newest} /> : null}
        </>
      )}
    </section>
  )
}

function KeptResult({ file, result }: { file: BankFileRow; result: BankFileResult }) {
  const said = saidBy(file, result)
  // Of one that waits: what was settled before it came stays so.
  const wasSettled = file.settledAt !== null && result.state === 'waiting'
  return (
    <div className="result-body">
      <ResultFacts
        name={result.name}
        note={`${labels.kinds[result.kind]} · ${wholeDigest(result.sha256)}`}
        said={said}
        wasSettled={wasSettled}
      />
      <ResultSums said={said} wasSettled={wasSettled} />
      <div className="result-side">
        <p>
          <strong>{labels.unsigned}</strong>
          {file.actions.includes('confirm') ? labels.reviewNote : ''}
        </p>
        <p className="result-hint">
          {labels.importedBy(result.importerName, shanghaiMinute(result.importedAt))}
        </p>
        <p className="result-hint">{decisionOf(result)}</p>
        {result.state === 'waiting' ? <ReviewActions file={file} result={result} /> : null}
      </div>
    </div>
  )
}

function decisionOf({ state, deciderName, decidedAt, reason }: BankFileResult): string {
  if (state === 'waiting' || decidedAt === null) return labels.waiting
  const at = shanghaiMinute(decidedAt)
  return state === 'refused'
    ? labels.refusedBy(deciderName ?? '', at, reason)
    : labels.decidedBy(deciderName ?? '', at, reason)
}

/** Eight groups of four are what two people can read to each other. */
const wholeDigest = (sha256: string): string =>
  labels.digestOf(sha256.slice(0, 32).replace(/(.{4})(?=.)/g, '$1 '))

export function saidBy(file: BankFileRow, result: BankFileResult): Said {
  const named = result.succeededCount + result.rejectedCount + result.returnedCount
  const namedFen = result.succeededFen + result.rejectedFen + result.returnedFen
  const [unnamedCount, unnamedFen] = [file.rowCount - named, file.sumFen - namedFen]
  return { ...result, unnamedCount, unnamedFen, kept: true }
}
