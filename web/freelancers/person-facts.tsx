// What is on record about a person, in full: whoever opens the page stands in the audit log (D33).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import type { ReactNode } from 'react'
import { cardInFours } from '../records/bank-card-text.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { personLabels as labels } from './labels.ts'
import './person-facts.css'

type PersonFactsProps = {
  person: PersonDetail
  /** Several companies in view: all of them are named. */
  across: boolean
  onChanges: () => void
}

export function PersonFacts({ person, across, onChanges }: PersonFactsProps) {
  const changes = (
    <button className="person-changes" type="button" onClick={onChanges}>
      {labels.changes}
    </button>
  )
  const companies = person.providers.map(({ providerName }) => providerName)
  const facts: readonly Fact[] = [
    { label: labels.idCardNo, value: person.idCardNo },
    { label: labels.phone, value: person.phone, beside: changes },
    { label: labels.cardNo, value: cardInFours(person.cardNo) },
    { label: labels.bank, value: person.bank },
    { label: labels.platform, value: person.platformName },
    { label: labels.provider, value: across ? companies.join(labels.companies) : person.providerName },
    { label: labels.income, value: formatYuanGrouped(person.incomeFen), strong: true },
    { label: labels.tax, value: formatYuanGrouped(person.taxFen), strong: true },
    { label: labels.signedAt, value: person.signedAt === null ? '' : shanghaiDay(person.signedAt) },
  ]
  return (
    <dl className="person-facts" aria-label={labels.facts}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd data-strong={fact.strong ?? false}>
            {fact.value === '' ? <Dash /> : <span>{fact.value}</span>}
            {fact.beside}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Fact = {
  readonly label: string
  readonly value: string
  readonly strong?: boolean
  readonly beside?: ReactNode
}
