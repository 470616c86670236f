// Applies for an invoice: type, category, an amount within what is invoiceable, and a message (spec §5, D30).

import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import { INVOICE_TYPES } from '@paywages/domain/invoices/invoice-type.ts'
import { yuanNumberFromFen } from '@paywages/domain/money/fen.ts'
import { addInvoice, invoiceQuota } from '@paywages/wire/invoices/endpoints.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import { Form, Input, Select } from 'antd'
import { call } from '../api/client.ts'
import { useCall } from '../api/queries.ts'
import { CategorySelect } from '../records/category-select.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { AmountInput } from '../ui/form/amount-input.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { inputFromForm, rulesFor } from '../ui/form/field-rules.ts'
import { NUMBER_TRIGGERS } from '../ui/form/number-input.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { AmountWords, ApplyQuota } from './apply-quota.tsx'
import { applyLabels as labels } from './labels.ts'
import { refreshInvoices } from './refresh-invoices.ts'
import { StockNotice } from './stock-notice.tsx'
import { overQuotaWords, typedFen } from './typed-amount.ts'
import './apply-dialog.css'

type Typed = { type?: number; categoryId?: number; amountFen?: number | null; remark?: string }

const TYPE_OPTIONS = INVOICE_TYPES.map((type, place) => ({ value: place + 1, label: invoiceTypeWords[type] }))
const typeOf = (number: number | undefined): InvoiceType | undefined =>
  number === undefined ? undefined : INVOICE_TYPES[number - 1]

export function ApplyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const quota = useCall(invoiceQuota, {}, { enabled: open }).data
  const type = typeOf(Form.useWatch('type', form))
  const amountFen = typedFen(Form.useWatch('amountFen', form))

  async function apply(typed: Typed) {
    if (!(await submit(() => call(addInvoice, inputFromForm(addInvoice, { ...typed }))))) {
      // What is left may have changed: the next attempt is validated by what it is now.
      return refreshInvoices()
    }
    toastSuccess(labels.done)
    onClose()
    await refreshInvoices()
  }

  function takeAll() {
    form.setFieldValue('amountFen', yuanNumberFromFen(quota?.invoiceableFen ?? 0n))
    void form.validateFields(['amountFen']).catch(() => undefined)
  }

  const overQuota = async (_: unknown, value: number | null | undefined) => {
    const problem = overQuotaWords(typedFen(value), quota)
    if (problem !== undefined) throw new Error(problem)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="invoice-application"
      title={labels.title}
      action={labels.action}
      busy={busy}
      width={560}
      onSubmit={(typed) => void apply(typed)}
      onClose={onClose}
    >
      <ApplyQuota quota={quota} amountFen={amountFen} />
      <div className="apply-pair">
        <Form.Item name="type" label={labels.type} rules={rulesFor(addInvoice, 'type')}>
          <Select placeholder={labels.typeHint} options={TYPE_OPTIONS} />
        </Form.Item>
        <Form.Item name="categoryId" label={labels.category} rules={rulesFor(addInvoice, 'categoryId')}>
          <CategorySelect placeholder={labels.categoryHint} />
        </Form.Item>
      </div>
      <div className="apply-amount">
        <Form.Item
          name="amountFen"
          label={labels.amount}
          validateTrigger={NUMBER_TRIGGERS}
          validateFirst
          rules={[...rulesFor(addInvoice, 'amountFen'), { validator: overQuota }]}
          extra={<AmountWords fen={amountFen} />}
        >
          <AmountInput placeholder={labels.amountHint} />
        </Form.Item>
        {quota !== undefined && quota.invoiceableFen > 0n ? (
          <button className="row-act apply-all" type="button" onClick={takeAll}>
            {labels.all}
          </button>
        ) : null}
      </div>
      {type === undefined || amountFen === undefined ? null : (
        <StockNotice type={type} amountFen={amountFen} />
      )}
      <Form.Item name="remark" label={labels.remark} rules={rulesFor(addInvoice, 'remark')}>
        <Input.TextArea rows={2} maxLength={100} showCount placeholder={labels.remarkHint} />
      </Form.Item>
    </DialogForm>
  )
}
