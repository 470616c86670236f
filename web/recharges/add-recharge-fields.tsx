// The fields of a new recharge: who receives, who paid, how much, when, and the receipt.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { fenFromYuanNumber } from '@paywages/domain/money/fen.ts'
import { addRecharge, type Receiver } from '@paywages/wire/recharges/endpoints.ts'
import { rechargeTexts } from '@paywages/wire/recharges/messages.ts'
import { DatePicker, Form, Input } from 'antd'
import { AmountInput } from '../ui/form/amount-input.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { FormSection } from '../ui/form/form-page.tsx'
import { NUMBER_TRIGGERS } from '../ui/form/number-input.tsx'
import { addLabels as labels } from './labels.ts'
import { ReceiptField } from './receipt-field.tsx'
import { ReceiverField } from './receiver-field.tsx'
import './add-recharge-fields.css'

type AddRechargeFieldsProps = {
  receivers: readonly Receiver[]
  onUploading: (uploading: boolean) => void
}

export function AddRechargeFields({ receivers, onUploading }: AddRechargeFieldsProps) {
  return (
    <>
      <FormSection title={labels.receiver} required hint={labels.receiverHint}>
        <Form.Item
          name="receiver"
          className="form-wide"
          rules={[{ required: true, message: rechargeTexts.receiverAccountMissing }]}
        >
          <ReceiverField receivers={receivers} label={labels.receiver} />
        </Form.Item>
      </FormSection>
      <FormSection title={labels.payment}>
        <Form.Item name="payerName" label={labels.payerName} rules={rulesFor(addRecharge, 'payerName')}>
          <Input maxLength={60} autoComplete="off" placeholder={labels.payerNameHint} />
        </Form.Item>
        <Form.Item
          name="payerAccount"
          label={labels.payerAccount}
          rules={rulesFor(addRecharge, 'payerAccount')}
        >
          <Input
            maxLength={40}
            autoComplete="off"
            inputMode="numeric"
            placeholder={labels.payerAccountHint}
          />
        </Form.Item>
        <Form.Item
          name="amountFen"
          label={labels.amount}
          validateTrigger={NUMBER_TRIGGERS}
          rules={rulesFor(addRecharge, 'amountFen')}
          extra={<Capitals />}
        >
          <AmountInput autoFocus placeholder={labels.amountHint} />
        </Form.Item>
        <Form.Item
          name="payDay"
          label={labels.payDay}
          validateTrigger="onChange"
          rules={[{ required: true, message: rechargeTexts.payDateMissing }]}
        >
          <DatePicker
            className="pay-day"
            placeholder={labels.payDayHint}
            disabledDate={(day) => day.format('YYYY-MM-DD') > shanghaiDay(new Date())}
          />
        </Form.Item>
      </FormSection>
      <FormSection title={labels.receipt} required hint={labels.receiptHint}>
        <Form.Item
          name="receiptFileId"
          className="form-wide"
          validateTrigger="onChange"
          rules={[{ required: true, message: rechargeTexts.receiptMissing }]}
        >
          <ReceiptField onBusy={onUploading} />
        </Form.Item>
      </FormSection>
    </>
  )
}

/** The typed amount in Chinese capitals, as it stands on the bank's receipt. */
function Capitals() {
  const typed = Form.useWatch('amountFen') as number | null | undefined
  const fen = typeof typed === 'number' && typed > 0 ? fenFromYuanNumber(typed) : undefined
  return <span className="amount-in-words">{fen === undefined ? null : chineseCapitals(fen)}</span>
}
