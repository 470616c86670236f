// What a result says: how its lines were matched, and what each outcome comes to.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { ResultReading } from '@paywages/wire/bank-files/shapes.ts'
import { Check, FileCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { resultLabels as labels } from './labels.ts'

export type Said = Omit<ResultReading, 'name' | 'size' | 'sha256' | 'kind' | 'toAssignCount'> & {
  /** Of the ambiguous lines: those that a person assigns, and how that stands. */
  readonly lineCount: number
  readonly undecidedCount: number
  readonly kept: boolean
}

export const namedCount = (said: Said): number =>
  said.succeededCount + said.rejectedCount + said.returnedCount

type ResultFactsProps = {
  name: string
  note: string
  said: Said
  /** All its transfers had ended before: what is not named keeps its result. */
  wasSettled: boolean
  action?: ReactNode
}

export function ResultFacts({ name, note, said, wasSettled, action }: ResultFactsProps) {
  const sum = said.succeededFen + said.rejectedFen + said.returnedFen
  const assignedCount = said.lineCount - said.undecidedCount
  const byPayee = Math.max(0, namedCount(said) + said.indefinite - said.byReference - assignedCount)
  // A line that is still to be assigned speaks of one of them.
  const silentCount = Math.max(0, said.unnamedCount - said.undecidedCount)
  return (
    <div className="result-facts">
      <div className="result-file">
        <FileCheck size={20} aria-hidden="true" />
        <div>
          <p>{name}</p>
          <p className="result-hint">{note}</p>
        </div>
        {action}
      </div>
      <ul>
        {said.byReference > 0 ? <Fact ok>{labels.byReference(said.byReference)}</Fact> : null}
        {byPayee > 0 ? <Fact ok>{labels.byPayee(byPayee)}</Fact> : null}
        {namedCount(said) > 0 ? <Fact ok>{labels.amounts(formatYuanGrouped(sum))}</Fact> : null}
        {said.undecidedCount > 0 ? (
          <Fact>{(said.kept ? labels.undecided : labels.toAssign)(said.undecidedCount)}</Fact>
        ) : null}
        {assignedCount > 0 ? <Fact ok>{labels.assigned(assignedCount)}</Fact> : null}
        {said.ambiguous > said.lineCount ? (
          <Fact>{labels.ambiguous(said.ambiguous - said.lineCount)}</Fact>
        ) : null}
        {said.firstDay !== null && said.lastDay !== null ? (
          <Fact>{labels.days(said.firstDay, said.lastDay)}</Fact>
        ) : null}
        {said.indefinite > 0 ? <Fact>{labels.indefinite(said.indefinite)}</Fact> : null}
        {silentCount === 0 ? null : wasSettled ? (
          <Fact ok>{labels.unnamedKept(silentCount)}</Fact>
        ) : (
          <Fact>{labels.unnamed(silentCount)}</Fact>
        )}
      </ul>
    </div>
  )
}

function Fact({ ok = false, children }: { ok?: boolean; children: string }) {
  const Icon = ok ? Check : TriangleAlert
  return (
    <li data-ok={ok}>
      <Icon size={14} aria-hidden="true" />
      {children}
    </li>
  )
}

export function ResultSums({ said, wasSettled }: { said: Said; wasSettled: boolean }) {
  const lines = [
    {
      key: 'ok',
      word: labels.succeeded,
      count: said.succeededCount,
      fen: said.succeededFen,
      after: labels.settles,
    },
    {
      key: 'bad',
      word: labels.rejected,
      count: said.rejectedCount,
      fen: said.rejectedFen,
      after: labels.releases,
    },
    {
      key: 'off',
      word: labels.returned,
      count: said.returnedCount,
      fen: said.returnedFen,
      after: labels.reverses,
    },
    {
      key: wasSettled ? 'kept' : 'run',
      word: labels.open,
      count: said.unnamedCount,
      fen: said.unnamedFen,
      after: wasSettled ? labels.keeps : labels.waits,
    },
  ].filter(({ key, count }) => count > 0 || key === 'ok' || key === 'bad')
  const total = lines.reduce((sum, { count }) => sum + count, 0)
  const totalFen = lines.reduce((sum, { fen }) => sum + fen, 0n)
  return (
    <table className="result-sums">
      <thead>
        <tr>
          <th scope="col">{labels.outcome}</th>
          <th scope="col">{labels.rows}</th>
          <th scope="col">{labels.amount}</th>
          <th scope="col">{labels.afterwards}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, word, count, fen, after }) => (
          <tr key={key} data-outcome={count > 0 ? key : 'none'}>
            <td data-dot={key}>{word}</td>
            <td>{count.toLocaleString('en-US')}</td>
            <td>{formatYuanGrouped(fen)}</td>
            <td>{after}</td>
          </tr>
        ))}
        <tr className="result-total">
          <td>{labels.total}</td>
          <td>{total.toLocaleString('en-US')}</td>
          <td>{formatYuanGrouped(totalFen)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  )
}
