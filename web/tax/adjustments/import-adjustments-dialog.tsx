// Enters the adjustments of a sheet: template, file; a bad row enters nothing and is told.

import { importAdjustments } from '@paywages/wire/tax/adjustments/endpoints.ts'
import type { AdjustmentImport, BadAdjustment } from '@paywages/wire/tax/adjustments/shapes.ts'
import { Button, Form, Modal, Select } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useProviderOptions } from '../../api/provider-names.ts'
import { upload } from '../../api/transfer-files.ts'
import { FailedRowsHead, FailedRowsTable } from '../../failed-rows/failed-rows-table.tsx'
import { failureLabels } from '../../failed-rows/labels.ts'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { FormFileField } from '../../ui/files/form-file-field.tsx'
import { useSentFile } from '../../ui/files/use-sent-file.ts'
import { DialogForm } from '../../ui/form/dialog-form.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import {
  addAdjustmentLabels,
  adjustmentLabels,
  importAdjustmentLabels as labels,
} from './adjustment-labels.ts'
import { refreshAdjustments } from './refresh-adjustments.ts'

type Typed = { providerId?: number; file?: File }

type ImportAdjustmentsDialogProps = { chooses: boolean; open: boolean; onClose: () => void }

type Refused = { readonly result: AdjustmentImport; readonly fileName: string }

export function ImportAdjustmentsDialog({ chooses, open, onClose }: ImportAdjustmentsDialogProps) {
  const [form] = Form.useForm<Typed>()
  const { busy, submit } = useSubmit(form)
  const { options, loading } = useProviderOptions()
  const sent = useSentFile()
  const [refused, setRefused] = useState<Refused>()

  async function send({ file, providerId }: Typed) {
    if (file === undefined) return
    let result: AdjustmentImport | undefined
    const input = { fileName: file.name, ...(providerId === undefined ? {} : { providerId }) }
    await submit(async () => {
      result = await upload(importAdjustments, input, [file], sent.begin())
    })
    if (result === undefined) return
    onClose()
    if (result.failed > 0) return setRefused({ result, fileName: file.name })
    toastSuccess(labels.done(result.added.toLocaleString('en-US')))
    await refreshAdjustments()
  }

  function close() {
    sent.stop()
    onClose()
  }

  return (
    <>
      <DialogForm
        open={open}
        form={form}
        name="import-adjustments"
        title={labels.title}
        note={addAdjustmentLabels.note}
        action={labels.action}
        busy={busy}
        onSubmit={(typed) => void send(typed)}
        onClose={close}
      >
        {chooses ? (
          <Form.Item
            name="providerId"
            label={addAdjustmentLabels.provider}
            rules={[{ required: true, message: addAdjustmentLabels.providerHint }]}
          >
            <Select
              placeholder={addAdjustmentLabels.providerHint}
              options={options}
              loading={loading}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Form.Item>
        ) : null}
        <Form.Item
          name="file"
          label={labels.file}
          extra={labels.limits}
          validateTrigger="onChange"
          rules={[{ required: true, message: labels.missing }]}
        >
          <FormFileField
            kind="payout-sheet"
            label={labels.file}
            dropHint={labels.drop}
            percent={busy ? sent.percent : undefined}
          />
        </Form.Item>
        <Button
          type="link"
          size="small"
          icon={<Download size={14} aria-hidden="true" />}
          href="/templates/adjustment-template.xlsx"
          download={labels.templateFile}
        >
          {labels.template}
        </Button>
      </DialogForm>
      {refused === undefined ? null : <BadRows refused={refused} onClose={() => setRefused(undefined)} />}
    </>
  )
}

function BadRows({ refused: { result, fileName }, onClose }: { refused: Refused; onClose: () => void }) {
  const title = labels.refusedTitle(result.failed.toLocaleString('en-US'))
  return (
    <Modal
      className="failed-rows"
      open
      title={<FailedRowsHead title={title}>{labels.refused(fileName)}</FailedRowsHead>}
      width={960}
      centered
      mask={{ closable: false }}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{labels.close}</Button>}
    >
      <FailedRowsTable
        rows={result.bad}
        all={result.failed}
        columns={BAD_COLUMNS}
        minWidth={840}
        label={title}
      />
    </Modal>
  )
}

const BAD_COLUMNS: readonly ListColumn<BadAdjustment>[] = [
  { title: failureLabels.rowNumber, width: 80, align: 'right', dataIndex: 'rowNumber' },
  { title: failureLabels.name, width: 104, dataIndex: 'name' },
  { title: failureLabels.idCardNo, width: 180, dataIndex: 'idCardNo' },
  { title: adjustmentLabels.month, width: 88, dataIndex: 'month' },
  { title: adjustmentLabels.item, width: 128, dataIndex: 'item' },
  { title: adjustmentLabels.amount, width: 104, align: 'right', dataIndex: 'amount' },
  { title: failureLabels.reason, render: (_, row) => <span className="failed-reason">{row.reason}</span> },
]
