// The steps on a bank file that ask for a word: submitted, downloaded again, withdrawn, not to be withdrawn, or withdrawn by two accounts that share a device.

import {
  askFileWithdrawal,
  decideFileWithdrawal,
  downloadBankFile,
  submitBankFile,
} from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFileRow } from '@paywages/wire/bank-files/shapes.ts'
import { Form, Input } from 'antd'
import { call } from '../api/client.ts'
import { download } from '../api/transfer-files.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { useRecordStep } from '../ui/form/use-record-step.ts'
import { useShown } from '../ui/page/use-shown.ts'
import { bankFileLabels as labels } from './labels.ts'
import { refreshFiles } from './use-file-steps.tsx'

type Asked = {
  readonly step: 'submit' | 'download' | 'withdraw' | 'refuse' | 'agree'
  readonly file: BankFileRow
}

export const useFileDialogs = () => useShown<Asked>()

export function FileDialogs({ dialogs }: { dialogs: ReturnType<typeof useFileDialogs> }) {
  const { shown, open, close } = dialogs
  if (shown === undefined) return null
  const { step, file } = shown
  const { bankFileId } = file
  if (step === 'submit') return <SubmitDialog file={file} open={open} onClose={close} />
  const words = {
    download: labels.again,
    withdraw: labels.withdrawWords,
    refuse: labels.refuseWords,
    agree: labels.agreeWords,
  }[step]
  return (
    <ReasonDialog
      open={open}
      name={`bank-file-${step}`}
      words={words}
      object={file.name}
      body={step === 'agree' ? <People file={file} /> : undefined}
      rules={[{ required: true, whitespace: true, message: words.reason }]}
      maxLength={200}
      send={(reason) => {
        if (step === 'download') return download(downloadBankFile, { bankFileId, reason })
        if (step === 'refuse' || step === 'agree')
          return call(decideFileWithdrawal, { bankFileId, confirms: step === 'agree', reason })
        return call(askFileWithdrawal, { bankFileId, reason })
      }}
      refresh={refreshFiles}
      onClose={close}
    />
  )
}

/** Whom to look into before the word is given. */
const People = ({ file }: { file: BankFileRow }) => (
  <>
    {file.people.map(({ words }) => (
      <p key={words}>{words}</p>
    ))}
  </>
)

type Typed = { bankBatchNo?: string }

function SubmitDialog({ file, open, onClose }: { file: BankFileRow; open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const words = labels.submitWords
  const { busy, changed, step } = useRecordStep({
    form,
    open,
    done: words.done,
    refresh: refreshFiles,
    onDone: onClose,
  })
  return (
    <DialogForm
      open={open}
      form={form}
      name="submit-bank-file"
      title={words.title}
      object={file.name}
      note={words.note}
      action={words.action}
      busy={busy}
      changed={changed}
      onSubmit={({ bankBatchNo }) =>
        void step(() =>
          call(submitBankFile, {
            bankFileId: file.bankFileId,
            bankBatchNo: bankBatchNo?.trim() || undefined,
          }),
        )
      }
      onClose={onClose}
    >
      <Form.Item name="bankBatchNo" label={words.bankBatchNo} rules={rulesFor(submitBankFile, 'bankBatchNo')}>
        <Input maxLength={60} placeholder={words.bankBatchNoHint} />
      </Form.Item>
    </DialogForm>
  )
}
