// Chooses the month of an account statement and downloads it; the running month is offered as what it is.

import { addMonths, type Month, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { fundStatement } from '@paywages/wire/funds/fund-flow.ts'
import { DatePicker, Form } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { download } from '../api/transfer-files.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { flowLabels as labels } from './labels.ts'

type AccountStatementDialogProps = {
  open: boolean
  provider: { readonly providerId: number; readonly providerName: string; readonly firstMonth: Month }
  onClose: () => void
}

type Typed = { month: Dayjs }

const MONTH = 'YYYY-MM'

export function AccountStatementDialog({ open, provider, onClose }: AccountStatementDialogProps) {
  const [form] = Form.useForm<Typed>()
  const [busy, setBusy] = useState(false)
  const chosen = Form.useWatch('month', form)?.format(MONTH)
  const current = shanghaiMonth(new Date())
  const { providerId, providerName, firstMonth } = provider
  const last = addMonths(current, -1)

  async function save({ month }: Typed) {
    setBusy(true)
    await download(fundStatement, { providerId, month: month.format(MONTH) }).then(onClose, toastRefusal)
    setBusy(false)
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="statement"
      title={labels.statement}
      object={providerName}
      note={labels.statementNote}
      action={labels.statementAction}
      busy={busy}
      onSubmit={(typed) => void save(typed)}
      onClose={onClose}
    >
      <Form.Item
        name="month"
        label={labels.statementMonth}
        // The last whole month, where there was one.
        initialValue={dayjs(last < firstMonth ? current : last)}
      >
        <DatePicker
          picker="month"
          allowClear={false}
          disabledDate={(month) => month.format(MONTH) > current || month.format(MONTH) < firstMonth}
        />
      </Form.Item>
      {chosen === current ? <Notice tone="wait" title={labels.statementOpen} /> : null}
    </DialogForm>
  )
}
