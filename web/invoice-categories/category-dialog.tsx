// Adds an invoice category, or edits one that nothing uses yet (spec §5, D30).

import {
  addCategory,
  type InvoiceCategory,
  listCategories,
  updateCategory,
} from '@paywages/wire/invoice-categories/endpoints.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { inputFromForm, rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { categoryDialogLabels as labels } from './labels.ts'
import { ServiceItemField } from './service-item-field.tsx'

type Typed = { serviceItemId: number; categoryName: string }

type CategoryDialogProps = {
  open: boolean
  /** The one to edit; without it one is added. */
  category: InvoiceCategory | undefined
  onClose: () => void
}

export function CategoryDialog({ open, category, onClose }: CategoryDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)

  async function save(typed: Typed) {
    const naming = inputFromForm(addCategory, typed)
    const saved = await submit(() =>
      category === undefined
        ? call(addCategory, naming)
        : // Where it has come into use meanwhile, the list below says so too.
          call(updateCategory, { ...naming, categoryId: category.categoryId }).catch((error: unknown) => {
            void refresh(listCategories)
            throw error
          }),
    )
    if (!saved) return
    toastSuccess(labels.saved)
    onClose()
    await refresh(listCategories)
  }

  const isNew = category === undefined
  return (
    <DialogForm
      open={open}
      form={form}
      name="category"
      title={isNew ? labels.addTitle : labels.editTitle}
      note={isNew ? labels.addNote : labels.editNote}
      action={isNew ? labels.addAction : labels.editAction}
      busy={busy}
      onSubmit={(typed) => void save(typed)}
      onClose={onClose}
    >
      <ServiceItemField initial={category} />
      <Form.Item
        name="categoryName"
        label={labels.name}
        initialValue={category?.categoryName}
        rules={rulesFor(addCategory, 'categoryName')}
      >
        <Input autoFocus={!isNew} autoComplete="off" maxLength={30} showCount placeholder={labels.nameHint} />
      </Form.Item>
    </DialogForm>
  )
}
