// The fields of one type of invoice: two switches, count and amount; what is not supported cannot be typed into.

import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import { stockLineCodecs } from '@paywages/wire/invoice-stock/endpoints.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import { Form, Switch } from 'antd'
import { AmountInput } from '../ui/form/amount-input.tsx'
import { rulesOf } from '../ui/form/field-rules.ts'
import { NumberInput } from '../ui/form/number-input.tsx'
import { stockLabels as labels } from './labels.ts'
import type { LineCells } from './stock-table.tsx'
import type { TypedLine, TypedStock } from './stock-typed.ts'

export function stockFields(type: InvoiceType, supported: boolean, initial: TypedLine): LineCells {
  const word = invoiceTypeWords[type]
  const off = !supported
  return {
    support: (
      <Form.Item name={[type, 'supported']} valuePropName="checked" initialValue={initial.supported}>
        <SupportSwitch type={type} />
      </Form.Item>
    ),
    enough: (
      <Form.Item name={[type, 'sufficient']} valuePropName="checked" initialValue={initial.sufficient}>
        <Switch size="small" disabled={off} aria-label={labels.switchEnough(word)} />
      </Form.Item>
    ),
    count: (
      <Form.Item
        name={[type, 'count']}
        initialValue={initial.count}
        validateFirst
        rules={off ? [] : [{ required: true, message: labels.countHint }, ...rulesOf(stockLineCodecs.count)]}
      >
        <NumberInput
          decimals={0}
          disabled={off}
          placeholder={off ? '' : labels.countHint}
          aria-label={labels.countOf(word)}
        />
      </Form.Item>
    ),
    amount: (
      <Form.Item
        name={[type, 'amount']}
        initialValue={initial.amount}
        validateFirst
        rules={
          off ? [] : [{ required: true, message: labels.amountHint }, ...rulesOf(stockLineCodecs.amountFen)]
        }
      >
        <AmountInput
          disabled={off}
          placeholder={off ? '' : labels.amountHint}
          aria-label={labels.amountOf(word)}
        />
      </Form.Item>
    ),
  }
}

type SupportSwitchProps = {
  type: InvoiceType
  id?: string
  checked?: boolean
  onChange?: (on: boolean) => void
}

/** What becomes supported is enough until someone says otherwise. */
function SupportSwitch({ type, onChange, ...field }: SupportSwitchProps) {
  const form = Form.useFormInstance<TypedStock>()
  return (
    <Switch
      {...field}
      size="small"
      aria-label={labels.switchSupport(invoiceTypeWords[type])}
      onChange={(on) => {
        onChange?.(on)
        form.setFieldValue([type, 'sufficient'], on)
      }}
    />
  )
}
