// The open proposal: before and after in one table, why, the way it takes, and what the reader may do.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { IMPACT_DAYS } from '@paywages/domain/proposals/terms-impact.ts'
import {
  confirmProposal,
  listProposals,
  type ProposalRow,
  refuseProposal,
  withdrawProposal,
} from '@paywages/wire/proposals/endpoints.ts'
import { todos } from '@paywages/wire/workbench/endpoints.ts'
import { Button } from 'antd'
import { ArrowRight, LockKeyhole } from 'lucide-react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { CopyText } from '../ui/display/copy-text.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { useShown } from '../ui/page/use-shown.ts'
import { Attachments } from './attachments.tsx'
import { proposalLabels as labels, recentLabels, stateLabels, stateTones } from './labels.ts'
import { factLines, kindOf } from './proposal-words.ts'

const reread = () => refresh(listProposals, todos)

export function OpenProposal({ proposal }: { proposal: ProposalRow }) {
  const { objectName, providerName, state, proposalNo, proposerName, proposerAccount, proposedAt } = proposal
  const about = labels.proposedBy(proposerName, proposerAccount, shanghaiMinute(proposedAt))
  return (
    <section className="proposal-open" aria-labelledby="proposal-title">
      <h2 id="proposal-title">
        {kindOf(proposal)} · {objectName}
        <StatusTag tone={stateTones[state]}>{stateLabels[state]}</StatusTag>
      </h2>
      <p className="proposal-about">{[labels.number(proposalNo), about, providerName].join(' · ')}</p>
      <Facts proposal={proposal} />
      <dl className="proposal-notes">
        <Impact proposal={proposal} />
        {proposal.recent.length === 0 ? null : (
          <>
            <dt>{labels.recent}</dt>
            <dd>
              {proposal.recent.map(({ kind, byName, at }) => (
                <p key={`${kind} ${at.getTime()}`}>
                  {labels.recentBy(
                    Object.hasOwn(recentLabels, kind) ? recentLabels[kind] : kind,
                    byName,
                    shanghaiMinute(at),
                  )}
                </p>
              ))}
            </dd>
          </>
        )}
        <dt>{labels.reason}</dt>
        <dd>{proposal.reason || labels.noReason}</dd>
        <Attachments proposal={proposal} />
        {proposal.decisionReason === '' ? null : (
          <>
            <dt>{labels.decision}</dt>
            <dd>{proposal.decisionReason}</dd>
          </>
        )}
      </dl>
      <Way proposal={proposal} />
      {proposal.actions.length === 0 ? null : <Acts proposal={proposal} />}
    </section>
  )
}

/** What it means in money, where it means something. */
function Impact({ proposal: { impact } }: { proposal: ProposalRow }) {
  if (impact === null) return null
  const { paidFen, feeChangeFen, openBatches } = impact
  const less = feeChangeFen < 0n
  return (
    <>
      <dt>{labels.impact}</dt>
      <dd>
        {labels.paid(IMPACT_DAYS, formatYuanGrouped(paidFen))}
        {less ? labels.less : labels.more}{' '}
        <b>{labels.feeChange(formatYuanGrouped(less ? -feeChangeFen : feeChangeFen))}</b>
        {labels.openBatches(openBatches)}
      </dd>
    </>
  )
}

function Facts({ proposal }: { proposal: ProposalRow }) {
  return (
    <table className="proposal-facts">
      <thead>
        <tr>
          <th scope="col">{labels.item}</th>
          <th scope="col">{labels.before}</th>
          <th scope="col">{labels.after}</th>
        </tr>
      </thead>
      <tbody>
        {factLines(proposal.facts).map(({ field, label, before, after, changed }) => (
          <tr key={field} data-changed={changed}>
            <th scope="row">{label}</th>
            <td>{before}</td>
            <td>
              {changed ? (
                <>
                  <ArrowRight className="proposal-arrow" size={14} aria-hidden="true" />
                  <mark>{after}</mark>
                </>
              ) : (
                <span className="proposal-same">{labels.same}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whoever is told of it; of what is missing here nobody is. */
const TOLD: Partial<Record<ProposalRow['kind'], string>> = {
  'add-account': labels.told,
  'change-rights': labels.told,
  'change-phone': labels.toldOwner,
  'reset-password': labels.told,
  'reset-factor': labels.told,
  'enable-account': labels.told,
  'change-terms': labels.toldTerms,
  'change-policy': labels.toldTerms,
}

/** 提出 → 确认 → 生效, or 提出 → 冷静期 → 生效. */
function Way({ proposal }: { proposal: ProposalRow }) {
  const { effectiveAt, decidedAt, state, actions } = proposal
  const cools = effectiveAt !== null
  const second = cools
    ? { title: labels.stepCooling, note: labels.anyMayRefuse }
    : {
        title: labels.stepConfirm,
        note: proposal.deciderName || (actions.includes('confirm') ? labels.byYou : labels.byOther),
      }
  const end = state === 'done' ? decidedAt : effectiveAt
  const steps = [
    { title: labels.stepPropose, note: `${proposal.proposerName} ${shanghaiMinute(proposal.proposedAt)}` },
    second,
    { title: labels.stepEffect, note: end === null ? labels.waySecond : shanghaiMinute(end) },
  ]
  const stands = state === 'done' ? steps.length : 1
  return (
    <div className="proposal-way">
      <strong>{cools ? labels.wayCooling : labels.waySecond}</strong>
      <ol>
        {steps.map(({ title, note }, index) => (
          <li key={title} data-step={index < stands ? 'done' : index === stands ? 'now' : 'next'}>
            <b>{title}</b>
            <span>{note}</span>
          </li>
        ))}
      </ol>
      <p>
        {TOLD[proposal.kind] ?? ''}
        {state === 'open' ? (
          <>
            <span>{shanghaiMinute(proposal.expiresAt)}</span>
            {labels.expires}
          </>
        ) : null}
      </p>
    </div>
  )
}

function Acts({ proposal }: { proposal: ProposalRow }) {
  const { proposalId, objectName, actions } = proposal
  const confirm = useConfirm()
  const refusing = useShown<ProposalRow>()
  const object = `${kindOf(proposal)} · ${objectName}`

  /** Whatever it answers, the list may be old. */
  async function run(step: 'confirm' | 'withdraw'): Promise<string | null> {
    try {
      if (step === 'confirm') return (await call(confirmProposal, { proposalId })).enrolmentCode
      await call(withdrawProposal, { proposalId })
      return null
    } finally {
      void reread()
    }
  }

  async function decide(step: 'confirm' | 'withdraw') {
    let code: string | null = null
    const agreed = await confirm({
      title: step === 'confirm' ? labels.confirmTitle : labels.withdrawTitle,
      object,
      ...(step === 'confirm' ? { warning: labels.confirmWarning } : {}),
      action: step === 'confirm' ? labels.confirm : labels.withdraw,
      run: async () => {
        code = await run(step)
      },
    })
    if (!agreed) return
    toastSuccess(labels.done)
    if (code !== null) await confirm(codeToHandOver(object, code))
  }

  return (
    <div className="proposal-acts">
      {actions.includes('confirm') ? (
        <span className="proposal-factor">
          <LockKeyhole size={14} aria-hidden="true" />
          {labels.factor}
        </span>
      ) : null}
      {actions.includes('withdraw') ? (
        <Button onClick={() => void decide('withdraw')}>{labels.withdraw}</Button>
      ) : null}
      {actions.includes('refuse') ? (
        <Button danger onClick={() => refusing.show(proposal)}>
          {labels.refuse}
        </Button>
      ) : null}
      {actions.includes('confirm') ? (
        <Button type="primary" onClick={() => void decide('confirm')}>
          {labels.confirm}
        </Button>
      ) : null}
      {refusing.shown === undefined ? null : (
        <ReasonDialog
          open={refusing.open}
          name="refuse-proposal"
          words={{
            title: labels.refuseTitle,
            action: labels.refuse,
            reason: labels.refuseReason,
            reasonHint: labels.refuseHint,
            done: labels.done,
          }}
          object={object}
          rules={rulesFor(refuseProposal, 'reason')}
          maxLength={200}
          send={(reason) => call(refuseProposal, { proposalId, reason: reason ?? '' })}
          refresh={reread}
          onClose={refusing.close}
        />
      )}
    </div>
  )
}

/** Shown by the page's host, not here: the proposal leaves its list at once. */
const codeToHandOver = (object: string, code: string) => ({
  title: labels.codeTitle,
  object,
  body: (
    <p className="proposal-code">
      <CopyText text={code} label={labels.copyCode} />
    </p>
  ),
  warning: labels.codeOnce,
  action: labels.codeKept,
})
