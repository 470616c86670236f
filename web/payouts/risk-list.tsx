// The high risks in the approve dialog: kind, who, how much and why; at the right the tick and its word.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { RISK_WORD } from '@paywages/domain/payouts/risks.ts'
import type { ListedRisk } from '@paywages/wire/payouts/shapes.ts'
import { Checkbox, Input } from 'antd'
import { OctagonAlert } from 'lucide-react'
import { draftOf, isChecked, type RiskDraft, type RiskDrafts } from './risk-drafts.ts'
import { whyOf } from './row-warnings.ts'
import { riskLabels as labels, warningLabels } from './warning-labels.ts'

type RiskListProps = {
  risks: readonly ListedRisk[]
  drafts: RiskDrafts
  busy: boolean
  onDraft: (riskId: string, draft: RiskDraft) => void
}

export function RiskList({ risks, drafts, busy, onDraft }: RiskListProps) {
  const done = risks.filter((risk) => isChecked(draftOf(drafts, risk))).length
  return (
    <section className="risk-list" aria-label={labels.title(String(risks.length))}>
      <div className="risk-head">
        <h3>{labels.title(risks.length.toLocaleString('en-US'))}</h3>
        <span aria-live="polite">{labels.progress(done, risks.length)}</span>
      </div>
      <ul>
        {risks.map((risk) => (
          <RiskItem
            key={risk.riskId}
            risk={risk}
            draft={draftOf(drafts, risk)}
            busy={busy}
            onDraft={(draft) => onDraft(risk.riskId, draft)}
          />
        ))}
      </ul>
    </section>
  )
}

type RiskItemProps = {
  risk: ListedRisk
  draft: RiskDraft
  busy: boolean
  onDraft: (draft: RiskDraft) => void
}

function RiskItem({ risk, draft, busy, onDraft }: RiskItemProps) {
  const kind = warningLabels[risk.kind].kind
  const who = namesOf(risk)
  const why = whyOf(risk.kind, risk.about)
  return (
    <li className="risk" data-open={!isChecked(draft)}>
      <OctagonAlert size={16} aria-hidden="true" />
      <div className="risk-words">
        <p>
          <b>{kind}</b> {who}
        </p>
        <p className="cell-second">
          {risk.rowCount === 0
            ? labels.people
            : why === kind
              ? labels.rowsOf(risk.rowNumbers.join('、'))
              : why}
          {risk.earlier.map(({ name, word }) => (
            <span key={`${name} ${word}`} className="risk-earlier">
              {labels.earlier(name, word)}
            </span>
          ))}
        </p>
      </div>
      <span className="risk-amount">{risk.rowCount === 0 ? '' : formatYuanGrouped(risk.amountFen)}</span>
      <Checkbox
        aria-label={labels.checkedOf(`${kind} ${who}`)}
        checked={draft.checked}
        disabled={busy}
        onChange={(event) => onDraft({ ...draft, checked: event.target.checked })}
      >
        {labels.checked}
      </Checkbox>
      <Input
        aria-label={labels.wordOf(`${kind} ${who}`)}
        placeholder={labels.word}
        value={draft.word}
        maxLength={RISK_WORD.max}
        disabled={busy}
        onChange={(event) => onDraft({ ...draft, word: event.target.value })}
      />
    </li>
  )
}

export function namesOf({ names, rowCount }: ListedRisk): string {
  const known = names.join('、')
  return rowCount > Math.max(names.length, 3) ? labels.names(known, rowCount.toLocaleString('en-US')) : known
}
