// The brand's receiving accounts to choose from; who receives is never typed (spec §2, D12).

import type { Receiver } from '@paywages/wire/recharges/endpoints.ts'
import { Radio } from 'antd'
import { cardInFours } from '../records/bank-card-text.ts'
import { CopyButton } from '../ui/display/copy-text.tsx'
import { addLabels as labels } from './labels.ts'
import './receiver-field.css'

type ReceiverFieldProps = {
  id?: string
  receivers: readonly Receiver[]
  /** The account chosen. */
  value?: string
  onChange?: (account: string) => void
  label: string
}

export function ReceiverField({ id, receivers, value, onChange, label }: ReceiverFieldProps) {
  return (
    <Radio.Group
      className="receiver-field"
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      value={value}
      onChange={(event) => onChange?.(event.target.value as string)}
    >
      {receivers.map(({ account, bank, name }) => (
        <div key={account} className="receiver">
          <Radio value={account}>
            <span className="receiver-lines">
              <span className="receiver-name">{name}</span>
              <span className="receiver-account">{cardInFours(account)}</span>
              <span className="receiver-bank">{bank}</span>
            </span>
          </Radio>
          {/* Not inside the choice: whoever copies an account has not chosen it. */}
          <span className="receiver-copy">
            <CopyButton text={account} label={labels.copyAccount(bank)} />
          </span>
        </div>
      ))}
    </Radio.Group>
  )
}
