// The accounts that a batch may be paid from, one of them chosen.

import type { StartPlan } from '@paywages/wire/bank-files/shapes.ts'
import { Radio } from 'antd'
import { useState } from 'react'
import { startLabels as labels } from './labels.ts'
import './start-faults.css'

type AccountRadiosProps = {
  choices: StartPlan['choices']
  first: number
  onChoose: (payingAccountId: number) => void
}

export const choiceWords = ({ channel, bankName, accountTail, isDefault }: StartPlan['choices'][number]) => {
  const words = channel === 'direct' ? labels.direct : labels.accountOf(bankName, accountTail)
  return isDefault ? `${words}${labels.isDefault}` : words
}

/** A long branch wraps; its last digits and what is marked as the default stay whole. */
function ChoiceWords({ one }: { one: StartPlan['choices'][number] }) {
  const { channel, bankName, accountTail, isDefault } = one
  return (
    <>
      {channel === 'direct' ? labels.direct : bankName}{' '}
      <span className="choose-whole">
        {channel === 'direct' ? null : labels.tail(accountTail)}
        {isDefault ? labels.isDefault : null}
      </span>
    </>
  )
}

export function AccountRadios({ choices, first, onChoose }: AccountRadiosProps) {
  const [chosen, setChosen] = useState(first)
  return (
    <>
      <Radio.Group
        vertical
        aria-label={labels.chooseTitle}
        value={chosen}
        options={choices.map((one) => ({ value: one.payingAccountId, label: <ChoiceWords one={one} /> }))}
        onChange={(event) => {
          setChosen(event.target.value as number)
          onChoose(event.target.value as number)
        }}
      />
      <p className="choose-hint">{labels.chooseHint}</p>
    </>
  )
}
