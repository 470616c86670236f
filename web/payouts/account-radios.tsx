// The accounts that a batch may be paid from, one of them chosen.

import type { StartPlan } from '@paywages/wire/bank-files/shapes.ts'
import { Radio } from 'antd'
import { useState } from 'react'
import { startLabels as labels } from './labels.ts'

type AccountRadiosProps = {
  choices: StartPlan['choices']
  first: number
  onChoose: (payingAccountId: number) => void
}

export const choiceWords = ({ channel, bankName, accountTail, isDefault }: StartPlan['choices'][number]) => {
  const words = channel === 'direct' ? labels.direct : labels.accountOf(bankName, accountTail)
  return isDefault ? labels.byDefault(words) : words
}

export function AccountRadios({ choices, first, onChoose }: AccountRadiosProps) {
  const [chosen, setChosen] = useState(first)
  return (
    <Radio.Group
      vertical
      aria-label={labels.chooseTitle}
      value={chosen}
      options={choices.map((one) => ({ value: one.payingAccountId, label: choiceWords(one) }))}
      onChange={(event) => {
        setChosen(event.target.value as number)
        onChoose(event.target.value as number)
      }}
    />
  )
}
