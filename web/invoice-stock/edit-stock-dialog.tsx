// Enters the stock of the present month, type by type; what another manager saved meanwhile is told, and nothing typed is lost.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { listStock, type Stock, saveStock, stockAnswer } from '@paywages/wire/invoice-stock/endpoints.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { stockLabels as labels } from './labels.ts'
import { stockFields } from './stock-fields.tsx'
import { StockTable } from './stock-table.tsx'
import { linesFrom, type TypedStock, typedFrom } from './stock-typed.ts'

type EditStockDialogProps = { stock: Stock; open: boolean; onClose: () => void }

export function EditStockDialog({ stock, open, onClose }: EditStockDialogProps) {
  const [form] = Form.useForm<TypedStock>()
  const { busy, submit } = useSubmit(form)
  const [newer, setNewer] = useState<Stock>()
  const [reported, setReported] = useState(true)
  const base = newer ?? stock
  const initial = typedFrom(stock.lines)
  // The first render comes before the fields know their values.
  const watched = Form.useWatch((typed: TypedStock) => typed, form)
  const typed = watched === undefined || Object.keys(watched).length === 0 ? initial : watched
  const { providerId, providerName, month } = stock

  async function save(entered: TypedStock) {
    const lines = linesFrom(entered, base.lines)
    let conflict = false
    const done = await submit(async () => {
      try {
        await call(saveStock, { providerId, month, version: base.version, lines })
      } catch (error) {
        conflict = error instanceof CallRefused && error.code === 'state-changed'
        if (!conflict) throw error
        setNewer(await latest(stock))
        setReported(false)
        void refresh(listStock)
      }
    })
    if (!done || conflict) return
    toastSuccess(labels.savedToast)
    close()
    await refresh(listStock, stockAnswer)
  }

  function take(theirs: Stock) {
    form.setFieldsValue(typedFrom(theirs.lines))
    setReported(true)
  }

  function close() {
    setNewer(undefined)
    onClose()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="stock"
      title={labels.keepTitle}
      object={labels.object(providerName, month)}
      note={labels.note}
      action={labels.saveAction}
      width={960}
      busy={busy}
      onSubmit={(entered) => void save(entered)}
      onClose={close}
    >
      {newer?.savedAt && !reported ? (
        <Notice
          tone="wait"
          title={labels.conflict(newer.savedBy || labels.system, shanghaiMinute(newer.savedAt))}
          action={<Button onClick={() => take(newer)}>{labels.loadLatest}</Button>}
        >
          {labels.conflictText}
        </Notice>
      ) : null}
      <StockTable
        lines={linesFrom(typed, base.lines)}
        cells={({ type, supported }) => stockFields(type, supported, initial[type])}
      />
    </DialogForm>
  )
}

/** As it stands now: what others saved, and the version to save upon. */
async function latest({ providerId, month }: Stock): Promise<Stock | undefined> {
  const { rows } = await call(listStock, { providerId, month })
  return rows.find((row) => row.providerId === providerId)
}
