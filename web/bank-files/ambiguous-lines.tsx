// Lines of a result that could mean several transfers: a payer says which, another person confirms it with the result (ADR 134).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { assignResultLines, bankResultLines } from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFileResult, BankFileRow, ResultLines } from '@paywages/wire/bank-files/shapes.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh, useCall } from '../api/queries.ts'
import { stateLabels } from '../payout-record/labels.ts'
import { withDots } from '../records/bank-card-text.ts'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { lineLabels as labels, resultLabels } from './labels.ts'
import { refreshFiles } from './use-file-steps.tsx'

type Line = ResultLines['lines'][number]

/** In the form, where none of them is a choice like any other. */
const NONE = 0

const chosenOf = ({ position, assignerName }: Line): number | undefined =>
  assignerName === null ? undefined : (position ?? NONE)

export function AmbiguousLines({ file, result }: { file: BankFileRow; result: BankFileResult }) {
  const about = { bankFileId: file.bankFileId, resultId: result.resultId }
  const query = useCall(bankResultLines, about)
  if (query.data === undefined)
    return query.isError ? <ErrorBlock query={query} failure={bankResultLines.failure} /> : null
  const mayAssign = file.actions.includes('assign') && result.state === 'waiting'
  return (
    <section className="result-lines" aria-label={labels.title}>
      <h3>{labels.title}</h3>
      <p className="result-hint">{mayAssign ? labels.hint : labels.seenHint}</p>
      {/* Chosen anew once others have changed them. */}
      <LineForm key={query.data.revision} about={about} shown={query.data} mayAssign={mayAssign} />
      {result.lineCount > query.data.lines.length ? (
        <p className="result-hint">{labels.more(query.data.lines.length, result.lineCount)}</p>
      ) : null}
    </section>
  )
}

type LineFormProps = {
  about: { bankFileId: number; resultId: number }
  shown: ResultLines
  mayAssign: boolean
}

function LineForm({ about, shown, mayAssign }: LineFormProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const [busy, setBusy] = useState(false)
  const choiceOf = (line: Line) => chosen.get(line.line) ?? chosenOf(line)
  const changed = shown.lines.filter((line) => choiceOf(line) !== chosenOf(line))

  async function save() {
    setBusy(true)
    try {
      const choices = changed.map((line) => ({ line: line.line, position: choiceOf(line) || null }))
      await call(assignResultLines, { ...about, revision: shown.revision, choices })
      toastSuccess(labels.saved)
    } catch (error) {
      toastRefusal(error)
    } finally {
      await Promise.all([refresh(bankResultLines), refreshFiles()])
      setBusy(false)
    }
  }

  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{labels.line}</th>
            <th scope="col">{labels.payee}</th>
            <th scope="col">{labels.said}</th>
            <th scope="col">{labels.means}</th>
          </tr>
        </thead>
        <tbody>
          {shown.lines.map((line) => (
            <tr key={line.line}>
              <td>{labels.lineNo(line.line)}</td>
              <td>{payeeOf(line)}</td>
              <td>{saidOf(line)}</td>
              <td>
                {mayAssign ? (
                  <Select<number>
                    aria-label={labels.choiceOf(line.line)}
                    placeholder={labels.choose}
                    value={choiceOf(line) ?? null}
                    disabled={busy}
                    options={optionsOf(line, takenBy(shown.lines, line, choiceOf))}
                    onChange={(position) => setChosen(new Map(chosen).set(line.line, position))}
                  />
                ) : (
                  meaningOf(line)
                )}
                {line.assignerName === null || line.assignedAt === null ? null : (
                  <p className="result-hint">
                    {labels.assignedBy(line.assignerName, shanghaiMinute(line.assignedAt))}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayAssign ? (
        <div className="result-acts">
          <Button type="primary" loading={busy} disabled={changed.length === 0} onClick={() => void save()}>
            {labels.save(changed.length)}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** By its payee it fits each of them: the first says whom. */
function payeeOf({ candidates: [first] }: Line): string {
  return first ? labels.payeeOf(first.name, withDots(first.cardNo), formatYuanGrouped(first.netFen)) : ''
}

function saidOf({ status, reason, serial, day }: Line): string {
  const parts = [
    resultLabels[status] ?? status,
    reason,
    day ?? '',
    serial === '' ? '' : labels.serial(serial),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

const takenBy = (lines: readonly Line[], own: Line, choiceOf: (line: Line) => number | undefined) =>
  new Set(lines.flatMap((line) => (line.line === own.line ? [] : [choiceOf(line)])))

type Candidate = Line['candidates'][number]

const candidateWords = ({ position, rowNumber, remark, state }: Candidate): string =>
  labels.candidate(position, rowNumber, remark, stateLabels[state] ?? state)

function optionsOf({ candidates }: Line, taken: ReadonlySet<number | undefined>) {
  return [
    ...candidates.map((one) => ({
      value: one.position,
      label: candidateWords(one),
      disabled: taken.has(one.position),
    })),
    { value: NONE, label: labels.none, disabled: false },
  ]
}

function meaningOf({ candidates, position, assignerName }: Line): string {
  if (assignerName === null) return labels.undecided(candidates.length)
  const found = candidates.find((one) => one.position === position)
  return found ? candidateWords(found) : labels.none
}
