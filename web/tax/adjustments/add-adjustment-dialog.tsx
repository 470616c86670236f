// Enters one adjustment of a person's month, to be confirmed by somebody else.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  ADJUSTMENT_ITEMS,
  type AdjustmentItem,
  MAX_REASON_LENGTH,
} from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import { proposeAdjustment } from '@paywages/wire/tax/adjustments/endpoints.ts'
import { ITEM_WORDS } from '@paywages/wire/tax/adjustments/item-words.ts'
import { adjustmentTexts } from '@paywages/wire/tax/adjustments/messages.ts'
import { DatePicker, Form, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { call } from '../../api/client.ts'
import { useCurrentUser } from '../../api/current-user.ts'
import { useProviderOptions } from '../../api/provider-names.ts'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { AmountInput } from '../../ui/form/amount-input.tsx'
import { DialogForm } from '../../ui/form/dialog-form.tsx'
import { inputFromForm, rulesFor } from '../../ui/form/field-rules.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { type ChosenPerson, PersonField } from '../calculator/person-field.tsx'
import { addAdjustmentLabels as labels } from './adjustment-labels.ts'
import { refreshAdjustments } from './refresh-adjustments.ts'

type Typed = {
  providerId?: number
  person?: ChosenPerson
  item?: AdjustmentItem
  month?: Dayjs
  amountFen?: number | null
  reason?: string
}

type AddAdjustmentDialogProps = {
  /** Managers choose one of their providers. */
  chooses: boolean
  open: boolean
  onClose: () => void
}

const MONTH = 'YYYY-MM'

export function AddAdjustmentDialog({ chooses, open, onClose }: AddAdjustmentDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form, { userId: 'person' })
  const { options, loading } = useProviderOptions()
  const user = useCurrentUser()
  const chosen = Form.useWatch('providerId', form)
  const own = options.find(({ label }) => label === user.providerName)?.value
  const providerId = chooses ? chosen : own

  async function save({ person, month, ...typed }: Typed) {
    const input = inputFromForm(proposeAdjustment, {
      ...typed,
      userId: person?.value,
      month: month?.format(MONTH),
    })
    const saved = await submit(() => call(proposeAdjustment, input))
    if (!saved) return
    onClose()
    toastSuccess(labels.done)
    await refreshAdjustments()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="add-adjustment"
      title={labels.add}
      note={labels.note}
      action={labels.action}
      busy={busy}
      onSubmit={(typed) => void save(typed)}
      onClose={onClose}
    >
      {chooses ? (
        <Form.Item
          name="providerId"
          label={labels.provider}
          rules={[{ required: true, message: labels.providerHint }]}
        >
          <Select
            placeholder={labels.providerHint}
            options={options}
            loading={loading}
            showSearch={{ optionFilterProp: 'label' }}
            // Whom one provider knows, the other may not.
            onChange={() => form.resetFields(['person'])}
          />
        </Form.Item>
      ) : null}
      <Form.Item
        name="person"
        label={labels.person}
        validateTrigger="onChange"
        rules={[{ required: true, message: adjustmentTexts.personMissing }]}
      >
        {providerId === undefined ? (
          <Select disabled placeholder={labels.providerHint} />
        ) : (
          <PersonField providerId={providerId} />
        )}
      </Form.Item>
      <Form.Item
        name="item"
        label={labels.item}
        validateTrigger="onChange"
        rules={rulesFor(proposeAdjustment, 'item')}
      >
        <Select
          placeholder={labels.itemHint}
          options={ADJUSTMENT_ITEMS.map((value) => ({ value, label: ITEM_WORDS[value] }))}
        />
      </Form.Item>
      <Form.Item
        name="month"
        label={labels.month}
        initialValue={dayjs(shanghaiDay(new Date())).startOf('month')}
        extra={labels.monthExtra}
        validateTrigger="onChange"
        rules={[{ required: true, message: labels.monthHint }]}
      >
        <DatePicker
          picker="month"
          allowClear={false}
          placeholder={labels.monthHint}
          disabledDate={(each) => each.format(MONTH) > shanghaiDay(new Date()).slice(0, 7)}
        />
      </Form.Item>
      <Form.Item
        name="amountFen"
        label={labels.amount}
        extra={labels.amountExtra}
        rules={rulesFor(proposeAdjustment, 'amountFen')}
      >
        <AmountInput />
      </Form.Item>
      <Form.Item name="reason" label={labels.reason} rules={rulesFor(proposeAdjustment, 'reason')}>
        <Input.TextArea rows={2} maxLength={MAX_REASON_LENGTH} showCount placeholder={labels.reasonHint} />
      </Form.Item>
    </DialogForm>
  )
}
