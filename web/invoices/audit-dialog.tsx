// The audit of an application: its facts, what the company may have invoiced, the stock, and agreeing or refusing with a reason.

import { auditInvoice, invoiceQuota } from '@paywages/wire/invoices/endpoints.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import { invoiceRefusals, invoiceTexts } from '@paywages/wire/invoices/messages.ts'
import type { ApplicationRow } from '@paywages/wire/invoices/shapes.ts'
import { Form, Input, Radio } from 'antd'
import { call } from '../api/client.ts'
import { useCall } from '../api/queries.ts'
import { providerLabels } from '../records/labels.ts'
import { AmountBlock, type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { DescriptionList } from '../ui/display/description-list.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { InvoiceAmount } from './invoice-amount.tsx'
import { drawerLabels, auditLabels as labels } from './labels.ts'
import { RedNotice } from './quota-strip.tsx'
import { refreshInvoices } from './refresh-invoices.ts'
import { StockNotice } from './stock-notice.tsx'

type Typed = { decision?: 'agree' | 'refuse'; reason?: string }

type AuditDialogProps = {
  /** Stays while the dialog fades away. */
  application: ApplicationRow
  open: boolean
  onClose: () => void
}

export function AuditDialog({ application, open, onClose }: AuditDialogProps) {
  const [form] = Form.useForm<Typed>()
  const decision = Form.useWatch('decision', form)
  const confirmAudit = useAuditConfirmation(application)
  const { providerId, type, amountFen } = application

  async function audit({ decision, reason = '' }: Typed) {
    if (await confirmAudit(decision === 'agree', reason.trim())) onClose()
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="invoice-audit"
      title={labels.title}
      object={labels.object(application.applicationNo, application.providerName)}
      action={labels.next}
      danger={decision === 'refuse'}
      busy={false}
      width={560}
      onSubmit={(typed) => void audit(typed)}
      onClose={onClose}
    >
      <InvoiceAmount fen={amountFen} />
      <AuditFacts application={application} />
      {open ? <StockNotice providerId={providerId} type={type} amountFen={amountFen} /> : null}
      <Form.Item
        name="decision"
        label={labels.decision}
        validateTrigger="onChange"
        rules={[{ required: true, message: invoiceTexts.auditMissing }]}
      >
        <Radio.Group
          options={[
            { value: 'agree', label: labels.agree },
            { value: 'refuse', label: labels.refuse },
          ]}
        />
      </Form.Item>
      {decision === 'refuse' ? (
        <Form.Item
          name="reason"
          label={labels.reason}
          validateFirst
          rules={[
            { required: true, whitespace: true, message: invoiceRefusals['invoice-refusal-reason'].msg },
            ...rulesFor(auditInvoice, 'reason'),
          ]}
        >
          <Input.TextArea rows={2} maxLength={100} showCount placeholder={labels.reasonHint} />
        </Form.Item>
      ) : null}
    </DialogForm>
  )
}

function AuditFacts({ application }: { application: ApplicationRow }) {
  const { providerId, providerName, remark } = application
  const quota = useCall(invoiceQuota, { providerId }).data
  return (
    <>
      <DescriptionList
        columns={1}
        plain
        items={[
          { label: drawerLabels.type, value: invoiceTypeWords[application.type] },
          { label: drawerLabels.category, value: application.categoryName },
          { label: providerLabels.provider, value: providerName },
          { label: drawerLabels.remark, value: remark },
          {
            label: labels.available,
            value:
              quota === undefined ? '' : `${signedYuan(quota.invoiceableFen)}（${labels.availableNote}）`,
          },
        ]}
      />
      {quota === undefined ? null : <RedNotice quota={quota} />}
    </>
  )
}

/** Asks once more with number and amount; resolves to false while it has not been decided here. */
function useAuditConfirmation(application: ApplicationRow) {
  const confirmedStep = useConfirmedStep()
  return async (agrees: boolean, reason: string): Promise<boolean> => {
    const { applicationId, applicationNo, providerName, amountFen } = application
    const outcome = await confirmedStep({
      title: agrees ? labels.agreeTitle : labels.refuseTitle,
      object: labels.object(applicationNo, providerName),
      body: (
        <AmountBlock label={labels.amount} fen={amountFen} lines={linesOf(application, agrees, reason)} />
      ),
      warning: agrees ? labels.agreeWarning : labels.refuseWarning,
      action: (agrees ? labels.agreeAction : labels.refuseAction)(signedYuan(amountFen)),
      danger: !agrees,
      send: () => call(auditInvoice, { applicationId, agrees, ...(agrees ? {} : { reason }) }),
      done: agrees ? labels.agreed : labels.refused,
      refresh: refreshInvoices,
    })
    return outcome.at === 'done'
  }
}

function linesOf(application: ApplicationRow, agrees: boolean, reason: string): readonly AmountLine[] {
  const facts = [
    { label: drawerLabels.type, value: invoiceTypeWords[application.type] },
    { label: drawerLabels.category, value: application.categoryName },
  ]
  return agrees ? facts : [...facts, { label: labels.reason, value: reason }]
}
