// The invoice category of a form: the enabled ones under their service items, and the one that the record already has.

import { listCategories } from '@paywages/wire/invoice-categories/endpoints.ts'
import { MAX_PAGE_SIZE } from '@paywages/wire/paging.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { uiLabels } from '../ui/labels.ts'
import { type CategoryChoice, categoryGroups } from './category-groups.ts'
import { categoryLabels as labels } from './labels.ts'
import './category-select.css'

type CategorySelectProps = {
  /** Of the record; offered even when it has been disabled since. */
  present?: CategoryChoice | undefined
  placeholder?: string
  /** antd's form gives the rest. */
  id?: string
  value?: number
  onChange?: (categoryId: number | undefined) => void
}

export function CategorySelect({ present, placeholder, id, value, onChange }: CategorySelectProps) {
  const [typed, setTyped] = useState('')
  const first = useCall(listCategories, { status: '1', size: MAX_PAGE_SIZE })
  // More than one answer holds: the server searches then.
  const isMore = (first.data?.count ?? 0) > MAX_PAGE_SIZE
  const categoryName = typed.trim().slice(0, 30)
  const searched = useCall(
    listCategories,
    { status: '1', size: MAX_PAGE_SIZE, categoryName },
    { enabled: isMore && categoryName !== '', keepPrevious: true },
  )
  const { data, isError, isPending, refetch } = isMore && categoryName !== '' ? searched : first
  return (
    <Select<number>
      {...(id === undefined ? {} : { id })}
      {...(value === undefined ? {} : { value })}
      {...(onChange === undefined ? {} : { onChange })}
      placeholder={placeholder ?? labels.choose}
      loading={isPending}
      options={data === undefined ? presentOnly(present) : categoryGroups(data.rows, present)}
      showSearch={{ optionFilterProp: 'label', searchValue: typed, onSearch: setTyped }}
      notFoundContent={
        isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : isPending ? (
          uiLabels.loading
        ) : typed === '' ? (
          labels.none
        ) : (
          labels.nothingFits
        )
      }
    />
  )
}

const presentOnly = (present: CategoryChoice | undefined) =>
  present === undefined ? [] : [{ value: present.categoryId, label: present.categoryName }]

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="select-failed" role="alert">
      {listCategories.failure}
      <Button size="small" onClick={onRetry}>
        {uiLabels.retry}
      </Button>
    </div>
  )
}
