// The answer to a calculation: what it comes to, how, and from which months.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import type { CalculatorResult as Result } from '@paywages/wire/tax/shapes.ts'
import { bearerLabels } from '@paywages/wire/tax/vat-lines.ts'
import { Button } from 'antd'
import { Check, Copy } from 'lucide-react'
import { AmountBlock, signedYuan } from '../../ui/display/amount-block.tsx'
import { MoneyCell } from '../../ui/display/money.tsx'
import { useCopied } from '../../ui/display/use-copied.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { calculatorResultLabels as labels } from './calculator-labels.ts'
import { calculatorText } from './calculator-text.ts'
import './calculator-result.css'

type CalculatorResultProps = {
  result: Result
  /** Asked from the net: the gross is the answer. */
  isNet: boolean
  /** The form says something else by now. */
  stale: boolean
  busy: boolean
  /** Takes the months into the form; undefined where they were typed there. */
  onEdit: (() => void) | undefined
}

export function CalculatorResult({ result, isNet, stale, busy, onEdit }: CalculatorResultProps) {
  const { grossFen, taxFen, netFen, feeFen, totalFen, serviceRate, exact, trace, vat } = result
  const { copied, copy } = useCopied(calculatorText(result))
  const rate = formatRatePercent(serviceRate)
  return (
    <div className="trial-result" aria-busy={busy} data-stale={stale}>
      <div className="trial-head">
        <h2>{labels.result}</h2>
        <p className="trial-stale" role="status">
          {stale ? labels.stale : ''}
        </p>
        <Button
          size="small"
          icon={copied ? <Check size={13} aria-hidden="true" /> : <Copy size={13} aria-hidden="true" />}
          onClick={copy}
        >
          {copied ? labels.copied : labels.copy}
        </Button>
      </div>
      {exact ? null : <Notice tone="wait" title={labels.inexact} />}
      {vat === null ? null : <VatNotice vat={vat} />}
      <div aria-live="polite">
        <AmountBlock
          label={isNet ? labels.heroGross : labels.heroNet}
          fen={isNet ? grossFen : netFen}
          lines={[
            { label: labels.gross, value: signedYuan(grossFen) },
            { label: labels.tax, value: taxFen === 0n ? signedYuan(0n) : signedYuan(-taxFen) },
            { label: labels.net, value: signedYuan(netFen), strong: true },
            ...(vat?.bearer === 'person'
              ? [
                  { label: labels.vatWithheld, value: signedYuan(-vat.withheldFen) },
                  { label: labels.vatLeft, value: signedYuan(netFen - vat.withheldFen), strong: true },
                ]
              : []),
            { label: labels.fee, note: labels.feeNote(rate), value: signedYuan(feeFen) },
            { label: labels.total, note: labels.totalNote, value: signedYuan(totalFen), sum: true },
          ]}
        />
      </div>
      <h2>{labels.steps}</h2>
      <Steps lines={trace} />
      {vat === null ? null : (
        <>
          <h2>{labels.vatSteps}</h2>
          <Steps lines={[...vat.trace, { label: labels.vatBearer, value: bearerLabels[vat.bearer] }]} />
          {vat.withheldTrace.length === 0 ? null : (
            <>
              <h2>{labels.vatWithheldSteps}</h2>
              <Steps lines={vat.withheldTrace} />
            </>
          )}
          <p className="trial-no-history">
            {vat.bearer === 'person' ? labels.vatWithheldNote : labels.vatNote}
          </p>
        </>
      )}
      <TakenMonths history={result.history} onEdit={onEdit} />
    </div>
  )
}

function Steps({ lines }: { lines: Result['trace'] }) {
  return (
    <ol className="trial-steps">
      {lines.map(({ label, value }) => (
        <li key={label}>
          <span className="trial-step">{label}</span>
          <span className="trial-step-value">{value}</span>
        </li>
      ))}
    </ol>
  )
}

/** What one must know before paying: it is the whole month that is taxed. */
function VatNotice({ vat }: { vat: NonNullable<Result['vat']> }) {
  const { monthFen, thresholdFen, vatFen, surchargesFen, wholePlatform } = vat
  const month = formatYuanGrouped(monthFen)
  return (
    <Notice tone="wait" title={labels.vatTitle(formatYuanGrouped(thresholdFen))}>
      {wholePlatform ? labels.vatPlatform(month) : labels.vatTyped(month)}
      {labels.vatDue(formatYuanGrouped(vatFen), formatYuanGrouped(surchargesFen))}
    </Notice>
  )
}

type MonthField = Exclude<keyof Result['history'][number], 'month'>

/** What two people entered has a column only where there is any. */
const MONTH_COLUMNS: readonly { field: MonthField; title: string; always: boolean }[] = [
  { field: 'incomeFen', title: labels.income, always: true },
  { field: 'exemptFen', title: labels.termIn(labels.exempt), always: false },
  { field: 'otherDeductionFen', title: labels.termIn(labels.otherDeduction), always: false },
  { field: 'reliefFen', title: labels.termIn(labels.relief), always: false },
  { field: 'withheldFen', title: labels.withheld, always: true },
]

function TakenMonths({ history, onEdit }: Pick<Result, 'history'> & Pick<CalculatorResultProps, 'onEdit'>) {
  if (history.length === 0) return <p className="trial-no-history">{labels.noHistory}</p>
  const sum = (of: MonthField) => history.reduce((fen, past) => fen + past[of], 0n)
  const columns = MONTH_COLUMNS.filter(
    ({ field, always }) => always || history.some((past) => past[field] !== 0n),
  )
  return (
    <>
      <div className="trial-head">
        <h2>{labels.history}</h2>
        {onEdit === undefined ? null : (
          <Button size="small" onClick={onEdit}>
            {labels.edit}
          </Button>
        )}
      </div>
      <table className="trial-months">
        <thead>
          <tr>
            <th scope="col">{labels.month}</th>
            {columns.map(({ field, title }) => (
              <th scope="col" key={field}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.map((past) => (
            <tr key={past.month}>
              <td>{past.month}</td>
              {columns.map(({ field }) => (
                <td key={field}>
                  <MoneyCell fen={past[field]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{labels.sum}</th>
            {columns.map(({ field }) => (
              <td key={field}>
                <MoneyCell fen={sum(field)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </>
  )
}
