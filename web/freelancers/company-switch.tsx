// Chooses the company whose view of a person is shown, where several of the scope know them.

import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { Segmented, Select } from 'antd'
import { personLabels as labels } from './labels.ts'

type CompanySwitchProps = {
  person: Pick<PersonDetail, 'providers'>
  /** Undefined: all of them together. */
  chosen: number | undefined
  onChoose: (providerId: number | undefined) => void
}

/** 0 stands for all of them. */
const ALL = 0
const MAX_SEGMENTS = 4

export function CompanySwitch({ person, chosen, onChoose }: CompanySwitchProps) {
  const options = [
    { value: ALL, label: labels.allCompanies },
    ...person.providers.map(({ providerId, providerName }) => ({ value: providerId, label: providerName })),
  ]
  const value = chosen ?? ALL
  const choose = (next: number) => onChoose(next === ALL ? undefined : next)
  return (
    <div className="person-company">
      {options.length > MAX_SEGMENTS ? (
        <Select
          aria-label={labels.company}
          value={value}
          options={options}
          onChange={choose}
          popupMatchSelectWidth={false}
        />
      ) : (
        <Segmented aria-label={labels.company} value={value} options={options} onChange={choose} />
      )}
    </div>
  )
}
