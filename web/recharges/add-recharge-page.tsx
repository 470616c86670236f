// /addrecharge: registers a transfer to one of the brand's accounts, with its receipt (spec §2, §5, D25).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { fenFromYuanNumber } from '@paywages/domain/money/fen.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { payerOfProvider } from '@paywages/wire/providers/endpoints.ts'
import { addRecharge, listReceivers, type Receiver } from '@paywages/wire/recharges/endpoints.ts'
import { Form } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCall } from '../api/queries.ts'
import { cardInFours } from '../records/bank-card-text.ts'
import { RECHARGES_PAGE } from '../records/recharge-address.ts'
import { AmountBlock, signedYuan } from '../ui/display/amount-block.tsx'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { type Confirmation, useConfirm } from '../ui/feedback/confirm.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { toastProblem, toastSuccess } from '../ui/feedback/toast.ts'
import type { UploadedFile } from '../ui/files/use-uploads.ts'
import { FormBlock } from '../ui/form/form-page.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { useGo } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { AddRechargeFields } from './add-recharge-fields.tsx'
import { addLabels as labels } from './labels.ts'
import { refreshRecharges } from './use-recharge-actions.ts'

export type RechargeFormValues = {
  receiver: string
  payerName: string
  payerAccount: string
  /** In yuan, as typed. */
  amountFen: number
  payDay: Dayjs
  receiptFileId: UploadedFile
}

/** The call's fields that stand in one field of the form. */
const FORM_NAMES = { receiverName: 'receiver', receiverAccount: 'receiver', receiverBank: 'receiver' }

export function AddRechargePage() {
  const query = useCall(listReceivers, {})
  return (
    <>
      <PageTitle />
      {query.data !== undefined ? (
        <RechargeForm receivers={query.data.rows} />
      ) : query.error === null ? (
        <DescriptionSkeleton rows={6} />
      ) : (
        <ErrorBlock query={query} failure={listReceivers.failure} />
      )}
    </>
  )
}

function RechargeForm({ receivers }: { receivers: readonly Receiver[] }) {
  const go = useGo()
  const [form] = Form.useForm<RechargeFormValues>()
  const { busy, submit } = useSubmit(form, FORM_NAMES)
  const confirm = useConfirm()
  const [uploading, setUploading] = useState(false)
  const submitButton = useRef<HTMLButtonElement>(null)
  usePayer(
    useCallback(
      (known) => {
        const typed = form.getFieldsValue(['payerName', 'payerAccount'])
        if (typed.payerName || typed.payerAccount) return
        form.setFieldsValue({ ...known, payerAccount: cardInFours(known.payerAccount) })
      },
      [form],
    ),
  )

  async function add(typed: RechargeFormValues) {
    if (uploading) return toastProblem(labels.waitForReceipt)
    const receiver = receivers.find(({ account }) => account === typed.receiver)
    const amountFen = fenFromYuanNumber(typed.amountFen)
    if (receiver === undefined || amountFen === undefined) return
    const input = {
      payerName: typed.payerName.trim(),
      payerAccount: addRecharge.input.fields.payerAccount.value.parse(typed.payerAccount),
      receiverName: receiver.name,
      receiverAccount: receiver.account,
      receiverBank: receiver.bank,
      amountFen,
      payDay: typed.payDay.format('YYYY-MM-DD'),
      receiptFileId: typed.receiptFileId.fileId,
    }
    if (!(await confirm(questionOf(input)))) return
    if (!(await submit(() => call(addRecharge, input)))) return
    toastSuccess(labels.added)
    go(RECHARGES_PAGE)
    await refreshRecharges()
  }

  const [first] = receivers
  return (
    <FormBlock
      form={form}
      busy={busy}
      action={labels.action}
      initialValues={{
        payDay: dayjs(shanghaiDay(new Date())),
        ...(first === undefined ? {} : { receiver: first.account }),
      }}
      actionRef={submitButton}
      onValuesChange={({ receiptFileId }) => {
        // The button that chose the receipt is gone, and the focus with it: Enter goes on from here.
        const isLost = document.activeElement === document.body
        if (receiptFileId !== undefined && isLost) submitButton.current?.focus()
      }}
      onSubmit={(typed) => void add(typed)}
      onCancel={() => go(RECHARGES_PAGE)}
    >
      <AddRechargeFields receivers={receivers} onUploading={setUploading} />
    </FormBlock>
  )
}

/** What is about to be claimed, to be held against the receipt once more. */
function questionOf(recharge: InputOf<typeof addRecharge>): Confirmation {
  const { payerName, payerAccount, receiverName, receiverAccount, receiverBank, payDay, amountFen } = recharge
  const lines = [
    { label: labels.payerName, value: payerName },
    { label: labels.payerAccount, value: cardInFours(payerAccount) },
    {
      label: labels.receiver,
      value: (
        <>
          {receiverName} · {receiverBank} <span className="unbroken">{cardInFours(receiverAccount)}</span>
        </>
      ),
    },
    { label: labels.payDay, value: payDay },
  ]
  return {
    title: labels.confirmTitle,
    body: <AmountBlock label={labels.amountShort} fen={amountFen} lines={lines} />,
    warning: labels.confirmNote,
    action: labels.confirmAction(signedYuan(amountFen)),
  }
}

/** Most pay from the account on record; whoever does not types another. */
function usePayer(fill: (payer: { payerName: string; payerAccount: string }) => void): void {
  const { data } = useCall(payerOfProvider, {})
  useEffect(() => {
    if (data !== undefined) fill(data)
  }, [data, fill])
}
