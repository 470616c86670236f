// Sets the time at which an approved batch starts by itself (ADR 70); the time is Shanghai's, wherever the browser stands.

import { MAX_AHEAD_DAYS, MIN_AHEAD_MS } from '@paywages/domain/payouts/schedule.ts'
import { startPlan } from '@paywages/wire/bank-files/endpoints.ts'
import { batchHead, listBatches, scheduleBatch } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { DatePicker, Form, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { call } from '../api/client.ts'
import { refresh, useCall } from '../api/queries.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { choiceWords } from './account-radios.tsx'
import { decisionLabels, scheduleLabels as labels, startLabels } from './labels.ts'
import { MINUTE_FORM, shanghaiInstant, shanghaiNow } from './shanghai-picker.ts'

type ScheduleDialogProps = { batch: BatchHead; open: boolean; onClose: () => void }

type Typed = { readonly dueAt: Dayjs; readonly payingAccountId?: number }

export function ScheduleDialog({ batch, open, onClose }: ScheduleDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form, { time: 'dueAt' })
  const { batchId, grossFen, feeFen } = batch
  const plan = useCall(startPlan, { batchId }, { enabled: open })
  const choices = plan.data?.choices ?? []

  async function save({ dueAt, payingAccountId }: Typed) {
    const chosen = payingAccountId ?? plan.data?.payingAccountId
    const ask = { batchId, dueAt: shanghaiInstant(dueAt), payingAccountId: chosen }
    if (!(await submit(() => call(scheduleBatch, ask)))) return
    toastSuccess(labels.done(dueAt.format(MINUTE_FORM)))
    onClose()
    await refresh(batchHead, listBatches)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="schedule"
      title={labels.title}
      object={decisionLabels.object(batch.fileName, batch.batchNo)}
      note={labels.note(signedYuan(grossFen + feeFen))}
      action={labels.action}
      busy={busy}
      width={480}
      onSubmit={(typed) => void save(typed)}
      onClose={onClose}
    >
      <Form.Item
        name="dueAt"
        label={labels.time}
        extra={labels.timeHint(MIN_AHEAD_MS / 60_000, MAX_AHEAD_DAYS)}
        validateTrigger={['onChange', 'onBlur']}
        rules={[{ required: true, message: labels.timeMissing }]}
      >
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format={MINUTE_FORM}
          needConfirm={false}
          minDate={shanghaiNow()}
          maxDate={shanghaiNow().add(MAX_AHEAD_DAYS, 'day')}
          style={{ width: '100%' }}
        />
      </Form.Item>
      {choices.length > 1 ? (
        <Form.Item
          name="payingAccountId"
          label={startLabels.account}
          initialValue={plan.data?.payingAccountId}
        >
          <Select options={choices.map((one) => ({ value: one.payingAccountId, label: choiceWords(one) }))} />
        </Form.Item>
      ) : null}
    </DialogForm>
  )
}
