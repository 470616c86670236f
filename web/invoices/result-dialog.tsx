// Enters the result of an agreed application: tracking number, number of invoices, note and files; it is invoiced then.

import { isElectronic } from '@paywages/domain/invoices/invoice-type.ts'
import { enterInvoiceResult } from '@paywages/wire/invoices/endpoints.ts'
import { ELECTRONIC_TRACKING } from '@paywages/wire/invoices/messages.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { Form } from 'antd'
import { call } from '../api/client.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { NumberInput } from '../ui/form/number-input.tsx'
import { resultLabels as labels } from './labels.ts'
import { resultInput, type TypedResult } from './result-fields.tsx'
import { ResultForm, type ResultFormProps } from './result-form.tsx'

type Typed = TypedResult & { invoiceCount: number }

export function ResultDialog(props: ResultFormProps & { application: ApplicationRow }) {
  const { applicationId, type } = props.application
  return (
    <ResultForm<Typed>
      {...props}
      name="invoice-result"
      title={labels.title}
      note={labels.resultNote}
      action={labels.action}
      initial={{ trackingNo: isElectronic(type) ? ELECTRONIC_TRACKING : '', trackingNote: '', files: [] }}
      send={({ invoiceCount, ...typed }) =>
        call(enterInvoiceResult, { applicationId, invoiceCount, ...resultInput(typed) })
      }
      beside={
        <Form.Item
          name="invoiceCount"
          label={labels.count}
          initialValue={1}
          tooltip={labels.countNote}
          rules={rulesFor(enterInvoiceResult, 'invoiceCount')}
        >
          <NumberInput decimals={0} />
        </Form.Item>
      }
    />
  )
}
