// /invoiceManage: service items and the categories that customers choose when they ask for an invoice (spec §2, D30).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { validateEdit } from '@paywages/domain/invoice-categories/category.ts'
import {
  exportCategories,
  type InvoiceCategory,
  listCategories,
  listServiceItems,
} from '@paywages/wire/invoice-categories/endpoints.ts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { ExportButton } from '../ui/list/export-button.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { type Filter, inputFrom, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { usePageSearch } from '../ui/page/address.ts'
import { AddServiceItemDialog } from './add-service-item-dialog.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { categoryLabels as labels, statusLabels } from './labels.ts'
import { useCategorySwitch } from './use-category-switch.ts'

export function CategoriesPage() {
  const search = usePageSearch()
  const filters = useCategoryFilters()
  const { index, size, ...chosen } = inputFrom(filters, textsFromSearch(filters, search, new Date()), 1)
  const [addingItem, setAddingItem] = useState(false)
  // The category stays while its dialog fades away.
  const [editing, setEditing] = useState<{ open: boolean; category?: InvoiceCategory }>({ open: false })
  const switchStatus = useCategorySwitch()
  const actions: ListColumn<InvoiceCategory> = {
    title: labels.actions,
    width: 112,
    render: (_, row) => (
      <RowActions>
        <RowAction danger={row.status === 'enabled'} onClick={() => void switchStatus(row)}>
          {row.status === 'enabled' ? labels.disable : labels.enable}
        </RowAction>
        <RowAction
          refusal={validateEdit(row) === undefined ? undefined : labels.editUsed}
          onClick={() => setEditing({ open: true, category: row })}
        >
          {labels.edit}
        </RowAction>
      </RowActions>
    ),
  }
  const plus = <Plus size={14} aria-hidden="true" />
  const addItem = (
    <Button icon={plus} onClick={() => setAddingItem(true)}>
      {labels.addItem}
    </Button>
  )
  const addCategory = (
    <Button type="primary" icon={plus} onClick={() => setEditing({ open: true })}>
      {labels.addCategory}
    </Button>
  )
  return (
    <>
      <ListPage
        endpoint={listCategories}
        filters={filters}
        notice={
          <Notice tone="info" title={labels.tip}>
            {labels.tipMore}
          </Notice>
        }
        actions={
          <>
            <ExportButton endpoint={exportCategories} input={chosen} label={labels.exportAll} />
            {addItem}
            {addCategory}
          </>
        }
        columns={[...columns, actions]}
        rowKey={(row) => row.categoryId}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        dense
        minWidth={880}
      />
      <AddServiceItemDialog open={addingItem} onClose={() => setAddingItem(false)} />
      <CategoryDialog
        open={editing.open}
        category={editing.category}
        onClose={() => setEditing({ ...editing, open: false })}
      />
    </>
  )
}

const columns: readonly ListColumn<InvoiceCategory>[] = [
  { title: labels.serviceItem, dataIndex: 'serviceItemName' },
  { title: labels.category, dataIndex: 'categoryName' },
  {
    title: labels.status,
    width: 104,
    render: (_, row) => (
      <StatusTag tone={row.status === 'enabled' ? 'ok' : 'off'}>{statusLabels[row.status]}</StatusTag>
    ),
  },
  { title: labels.createdAt, width: 160, render: (_, row) => shanghaiMinute(row.createdAt) },
  { title: labels.statusAt, width: 160, render: (_, row) => shanghaiMinute(row.statusAt) },
]

const STATUS_OPTIONS = [
  { value: '1', label: statusLabels.enabled },
  { value: '0', label: statusLabels.disabled },
]

function useCategoryFilters(): readonly Filter<'serviceItemId' | 'categoryName' | 'status'>[] {
  const { data, isPending } = useCall(listServiceItems, {})
  const items = (data?.rows ?? []).map((row) => ({ value: row.serviceItemId, label: row.serviceItemName }))
  return [
    {
      kind: 'select',
      name: 'serviceItemId',
      label: labels.serviceItem,
      numeric: true,
      options: items,
      loading: isPending,
    },
    {
      kind: 'text',
      name: 'categoryName',
      label: labels.categoryName,
      placeholder: labels.categoryNameHint,
      maxLength: 30,
      width: 200,
    },
    { kind: 'select', name: 'status', label: labels.status, options: STATUS_OPTIONS, width: 136 },
  ]
}
