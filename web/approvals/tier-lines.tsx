// The tiers of a policy, one a line: from which amount, how many reviewers, whether a manager, and the share that raises it.

import { MAX_REVIEWERS } from '@paywages/domain/approvals/policy.ts'
import { Button, Select, Switch } from 'antd'
import { Trash2 } from 'lucide-react'
import { AmountInput } from '../ui/form/amount-input.tsx'
import { NumberInput } from '../ui/form/number-input.tsx'
import { policyLabels as labels } from './labels.ts'
import { type TypedPolicy, type TypedTier, withTierRemoved } from './typed-policy.ts'
import './policies.css'

const COUNTS = Array.from({ length: MAX_REVIEWERS }, (_, place) => ({
  value: place + 1,
  label: labels.reviewersOf(place + 1),
}))

type TierLinesProps = { policy: TypedPolicy; onChange: (policy: TypedPolicy) => void }

export function TierLines({ policy, onChange }: TierLinesProps) {
  const last = policy.tiers.length - 1
  const set = (key: number, changed: Partial<TypedTier>) =>
    onChange({
      ...policy,
      tiers: policy.tiers.map((tier) => (tier.key === key ? { ...tier, ...changed } : tier)),
    })
  return (
    <table className="policy-lines">
      <thead>
        <tr>
          <th aria-label={labels.tier} />
          <th>{labels.from}</th>
          <th>{labels.reviewers}</th>
          <th>{labels.manager}</th>
          <th>{labels.share}</th>
          <th aria-label={labels.actions} />
        </tr>
      </thead>
      <tbody>
        {policy.tiers.map((tier, place) => (
          <TierLine
            key={tier.key}
            tier={tier}
            place={place}
            isLast={place === last}
            onChange={(changed) => set(tier.key, changed)}
            onRemove={() => onChange(withTierRemoved(policy, tier.key))}
          />
        ))}
      </tbody>
    </table>
  )
}

type TierLineProps = {
  tier: TypedTier
  place: number
  isLast: boolean
  onChange: (changed: Partial<TypedTier>) => void
  onRemove: () => void
}

function TierLine({ tier, place, isLast, onChange, onRemove }: TierLineProps) {
  const name = labels.tierOf(place + 1)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <AmountInput
          aria-label={`${name}${labels.from}`}
          value={tier.from}
          disabled={place === 0}
          onChange={(from) => onChange({ from })}
        />
      </td>
      <td>
        <Select
          aria-label={`${name}${labels.reviewers}`}
          value={tier.reviewers}
          options={COUNTS}
          onChange={(reviewers) => onChange({ reviewers })}
        />
      </td>
      <td>
        <Switch
          aria-label={`${name}${labels.manager}`}
          checked={tier.manager}
          onChange={(manager) => onChange({ manager })}
        />
      </td>
      <td>
        {isLast ? null : (
          <NumberInput
            aria-label={`${name}${labels.share}`}
            decimals={0}
            value={tier.share}
            placeholder={labels.shareHint}
            onChange={(share) => onChange({ share })}
          />
        )}
      </td>
      <td>
        {place === 0 ? null : (
          <Button
            type="text"
            aria-label={`${labels.remove} ${place + 1}`}
            icon={<Trash2 size={14} aria-hidden="true" />}
            onClick={onRemove}
          />
        )}
      </td>
    </tr>
  )
}
