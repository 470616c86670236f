// Finds one person of a company by name or whole ID number, for whoever takes their history.

import { listFreelancers } from '@paywages/wire/freelancers/endpoints.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { withDots } from '../../records/bank-card-text.ts'
import { uiLabels } from '../../ui/labels.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { calculatorLabels as labels } from './calculator-labels.ts'

export type ChosenPerson = { value: number; label: string }

type PersonFieldProps = {
  id?: string
  value?: ChosenPerson
  onChange?: (person: ChosenPerson | undefined) => void
  providerId: number
}

const SHOWN = 20
/** Nobody's name begins so; a part of a number finds nobody, as numbers are sealed. */
const ID_NUMBER = /^\d{15,17}[\dXx]?$/

export function PersonField({ id, value, onChange, providerId }: PersonFieldProps) {
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed.trim())
  const input = ID_NUMBER.test(wanted)
    ? { idCardNo: wanted }
    : wanted === ''
      ? {}
      : { name: wanted.slice(0, 30) }
  const query = useCall(
    listFreelancers,
    { ...input, providerId, index: 0, size: SHOWN },
    { keepPrevious: true },
  )
  const options = (query.data?.rows ?? []).map(({ userId, name, idCardNo }) => ({
    value: userId,
    label: labels.personOption(name, withDots(idCardNo)),
  }))
  return (
    <Select<ChosenPerson>
      {...(id === undefined ? {} : { id })}
      labelInValue
      allowClear
      value={value ?? null}
      options={options}
      loading={query.isFetching}
      placeholder={labels.personHint}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={
        query.isError ? (
          <div role="alert">
            {labels.peopleFailed}{' '}
            <Button size="small" onClick={() => void query.refetch()}>
              {uiLabels.retry}
            </Button>
          </div>
        ) : query.isFetching ? (
          uiLabels.loading
        ) : (
          labels.nobody
        )
      }
      onChange={(person?: ChosenPerson) =>
        onChange?.(person && { value: person.value, label: String(person.label) })
      }
    />
  )
}
