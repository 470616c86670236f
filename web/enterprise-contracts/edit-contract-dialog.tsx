// The dialog 合同编辑: number, name, category, status, term and the one file (spec §5, D29).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { choicesFrom, isClosed, validateTerm } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { saveEnterpriseContract } from '@paywages/wire/enterprise-contracts/endpoints.ts'
import { contractRefusals, contractTexts } from '@paywages/wire/enterprise-contracts/messages.ts'
import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import { Form, Input, Select } from 'antd'
import type { Rule } from 'antd/es/form'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { CategorySelect } from '../records/category-select.tsx'
import { toastProblem, toastSuccess } from '../ui/feedback/toast.ts'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { useSubmit } from '../ui/form/use-submit.ts'
import { OthersSave } from './concurrent-save.tsx'
import { ContractFileField } from './contract-file-field.tsx'
import {
  type ContractFormValues,
  FORM_NAMES,
  followOthers,
  inputOf,
  problemOf,
  termOf,
  typedOf,
} from './contract-form.ts'
import { contractLabels, editLabels as labels, statusLabels } from './labels.ts'
import { refreshContracts } from './refresh-contracts.ts'
import { TermField } from './term-field.tsx'
import { useOthersSave } from './use-concurrent-save.ts'
import { useStepQuestion } from './use-step-question.tsx'
import './edit-contract-dialog.css'

type EditContractDialogProps = {
  /** As it was read when the dialog was opened; stays while the dialog fades away. */
  contract: EnterpriseContract
  open: boolean
  onClose: () => void
}

export function EditContractDialog({ contract, open, onClose }: EditContractDialogProps) {
  const [form] = Form.useForm<ContractFormValues>()
  const { busy, submit } = useSubmit(form, FORM_NAMES)
  const [sending, setSending] = useState(false)
  const others = useOthersSave(contract)
  const request = useStepQuestion()
  const present = others.latest
  const closed = isClosed(present.status)

  async function save(typed: ContractFormValues) {
    const problem = problemOf(present, typed, shanghaiDay(new Date()))
    if (problem?.field === undefined && problem !== undefined) return toastProblem(problem.msg)
    if (problem?.field !== undefined) return showAt(problem.field, problem.msg)
    if (!(await request(present, typed))) return
    const saved = await submit(() =>
      call(saveEnterpriseContract, inputOf(present, typed)).catch(async (error: unknown) => {
        const now = await others.reloadAfter(error)
        if (now !== undefined) form.setFieldsValue(followOthers(typed, present, now))
        throw error
      }),
    )
    if (!saved) return
    toastSuccess(labels.done)
    onClose()
    await refreshContracts()
  }

  function showAt(field: keyof ContractFormValues, msg: string) {
    form.setFields([{ name: field, errors: [msg] }])
    form.scrollToField(field, { focus: true, block: 'center' })
  }

  return (
    <DialogForm
      open={open}
      form={form}
      name="edit-contract"
      title={labels.title}
      object={labels.object(contract.providerName, formatRatePercent(contract.serviceRate))}
      width={640}
      action={labels.action}
      busy={busy}
      held={sending || closed}
      onSubmit={(typed) => void save(typed)}
      onClose={onClose}
    >
      <OthersSave others={others} onTake={() => form.setFieldsValue(typedOf(others.takeLatest()))} />
      <ContractFields contract={present} initial={typedOf(contract)} onSending={setSending} />
    </DialogForm>
  )
}

type ContractFieldsProps = {
  contract: EnterpriseContract
  initial: ContractFormValues
  onSending: (sending: boolean) => void
}

const termRule: Rule = {
  validator: async (_, term: ContractFormValues['term']) => {
    const { beginDay, endDay } = termOf({ term })
    const refusal = validateTerm(beginDay, endDay)
    if (refusal !== undefined) throw new Error(contractRefusals[refusal].msg)
  },
}

function ContractFields({ contract, initial, onSending }: ContractFieldsProps) {
  const { categoryId, categoryName, status } = contract
  return (
    <div className="contract-fields">
      <Form.Item
        name="contractNo"
        label={contractLabels.contractNo}
        initialValue={initial.contractNo}
        rules={rulesFor(saveEnterpriseContract, 'contractNo')}
      >
        <Input maxLength={30} autoComplete="off" placeholder={labels.contractNoHint} />
      </Form.Item>
      <Form.Item
        name="contractName"
        label={contractLabels.contractName}
        initialValue={initial.contractName}
        rules={rulesFor(saveEnterpriseContract, 'contractName')}
      >
        <Input maxLength={30} autoComplete="off" placeholder={labels.contractNameHint} />
      </Form.Item>
      <Form.Item
        name="categoryId"
        label={contractLabels.category}
        initialValue={initial.categoryId}
        validateTrigger="onChange"
        rules={rulesFor(saveEnterpriseContract, 'categoryId')}
      >
        <CategorySelect present={categoryId === null ? undefined : { categoryId, categoryName }} />
      </Form.Item>
      <Form.Item
        name="status"
        label={labels.status}
        initialValue={initial.status}
        validateTrigger="onChange"
        rules={[{ required: true, message: contractTexts.statusMissing }]}
      >
        <Select
          placeholder={labels.statusHint}
          options={choicesFrom(status).map((value) => ({ value, label: statusLabels[value] }))}
        />
      </Form.Item>
      <Form.Item
        name="term"
        className="contract-field-wide"
        label={labels.term}
        initialValue={initial.term}
        validateTrigger="onChange"
        rules={[termRule]}
        extra={labels.termHint}
      >
        <TermField />
      </Form.Item>
      <Form.Item
        name="fileId"
        className="contract-field-wide"
        label={labels.file}
        initialValue={initial.fileId}
        validateTrigger="onChange"
        rules={[{ required: true, message: contractTexts.fileMissing }]}
        extra={labels.fileHint}
      >
        <ContractFileField contract={contract} onBusy={onSending} />
      </Form.Item>
    </div>
  )
}
