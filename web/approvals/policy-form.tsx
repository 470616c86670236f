// The form of a policy: its tiers line by line, its ceilings, and why it changes.

import { type ApprovalPolicy, MAX_TIERS } from '@paywages/domain/approvals/policy.ts'
import type { PolicyDetail } from '@paywages/wire/approvals/endpoints.ts'
import { Button, Form, Input } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Notice } from '../ui/feedback/notice.tsx'
import { AmountInput } from '../ui/form/amount-input.tsx'
import { FormBlock, FormSection } from '../ui/form/form-page.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { policyLabels as labels } from './labels.ts'
import { TierLines } from './tier-lines.tsx'
import { readPolicy, type TypedPolicy, typedPolicy, withTierAdded } from './typed-policy.ts'

type PolicyFormProps = {
  detail: PolicyDetail
  onSubmit: (policy: ApprovalPolicy, reason: string) => Promise<void>
  onCancel: () => void
}

export function PolicyForm({ detail, onSubmit, onCancel }: PolicyFormProps) {
  const [form] = Form.useForm()
  const { busy, submit } = useSubmit(form)
  const [typed, setTyped] = useState<TypedPolicy>(() => typedPolicy(detail.policy))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')

  function change(next: TypedPolicy) {
    setTyped(next)
    setProblem('')
  }

  async function save() {
    const read = readPolicy(typed)
    if ('problem' in read) {
      setProblem(read.problem)
      return
    }
    await submit(() => onSubmit(read.policy, reason.trim()))
  }

  return (
    <FormBlock form={form} busy={busy} action={labels.save} onSubmit={() => void save()} onCancel={onCancel}>
      <FormSection title={labels.tiersTitle} hint={labels.tiersHint}>
        <div className="form-wide">
          <TierLines policy={typed} onChange={change} />
          <div className="policy-tier-foot">
            <Button
              icon={<Plus size={14} aria-hidden="true" />}
              disabled={typed.tiers.length >= MAX_TIERS}
              onClick={() => change(withTierAdded(typed))}
            >
              {labels.add}
            </Button>
            <span className="policy-share-means">{labels.shareMeans}</span>
          </div>
          <TooFew detail={detail} typed={typed} />
        </div>
      </FormSection>
      <FormSection title={labels.ceilings} hint={labels.ceilingsHint}>
        <Form.Item label={`${labels.batchCeiling}（元）`} htmlFor="batch-ceiling">
          <AmountInput
            id="batch-ceiling"
            value={typed.batch}
            placeholder={labels.ceilingHint}
            onChange={(batch) => change({ ...typed, batch })}
          />
        </Form.Item>
        <Form.Item label={`${labels.dayCeiling}（元）`} htmlFor="day-ceiling">
          <AmountInput
            id="day-ceiling"
            value={typed.day}
            placeholder={labels.ceilingHint}
            onChange={(day) => change({ ...typed, day })}
          />
        </Form.Item>
        <Form.Item label={labels.reason} htmlFor="policy-reason" className="form-wide">
          <Input
            id="policy-reason"
            value={reason}
            maxLength={200}
            placeholder={labels.reasonHint}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
        {problem === '' ? null : (
          <p className="form-wide policy-problem" role="alert">
            {problem}
          </p>
        )}
      </FormSection>
    </FormBlock>
  )
}

/** A policy may be set before its people are there, but its batches would wait for ever. */
function TooFew({ detail, typed }: { detail: PolicyDetail; typed: TypedPolicy }) {
  if (detail.reviewers === null) return null
  const needed = Math.max(...typed.tiers.map(({ reviewers }) => reviewers))
  const words = [
    ...(needed > detail.reviewers ? [labels.fewReviewers(needed, detail.reviewers)] : []),
    ...(typed.tiers.some(({ manager }) => manager) && detail.managers === 0 ? [labels.noManager] : []),
  ]
  if (words.length === 0) return null
  return (
    <Notice tone="wait" title={labels.fewTitle}>
      {[...words, labels.stuck].join('')}
    </Notice>
  )
}
