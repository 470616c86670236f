// A contract as its form holds it: what is asked of the server, what is wrong before asking, and what others changed meanwhile.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import {
  type ContractRefusal,
  type ContractStatus,
  choicesFrom,
  validateSave,
} from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { saveEnterpriseContract } from '@paywages/wire/enterprise-contracts/endpoints.ts'
import { contractRefusals } from '@paywages/wire/enterprise-contracts/messages.ts'
import type { EnterpriseContract } from '@paywages/wire/enterprise-contracts/shapes.ts'
import dayjs, { type Dayjs } from 'dayjs'
import type { UploadedFile } from '../ui/files/use-uploads.ts'
import { contractLabels, editLabels as labels, statusLabels } from './labels.ts'

export type ContractFormValues = {
  contractNo: string
  contractName: string
  categoryId?: number | undefined
  status: ContractStatus
  /** The first and the last day. */
  term?: readonly [Dayjs, Dayjs] | null | undefined
  fileId?: UploadedFile | undefined
}

/** The call's fields that stand in one field of the form. */
export const FORM_NAMES = { beginDay: 'term', endDay: 'term' } as const

const DAY = 'YYYY-MM-DD'

export function typedOf(contract: EnterpriseContract): ContractFormValues {
  const { contractNo, contractName, categoryId, status, beginDay, endDay } = contract
  return {
    contractNo,
    contractName,
    ...(categoryId === null ? {} : { categoryId }),
    status,
    term: beginDay === null || endDay === null ? null : [dayjs(beginDay), dayjs(endDay)],
    fileId: presentFile(contract),
  }
}

export function presentFile({ file }: Pick<EnterpriseContract, 'file'>): UploadedFile | undefined {
  return file === null ? undefined : { fileId: file.fileId, name: file.fileName }
}

export function termOf({ term }: Pick<ContractFormValues, 'term'>): {
  beginDay: Day | null
  endDay: Day | null
} {
  const [begin, end] = term ?? []
  return { beginDay: begin?.format(DAY) ?? null, endDay: end?.format(DAY) ?? null }
}

/** The form's rules have seen to it that nothing is missing. */
export function inputOf(
  { contractId, version }: Pick<EnterpriseContract, 'contractId' | 'version'>,
  typed: ContractFormValues,
): InputOf<typeof saveEnterpriseContract> {
  return {
    contractId,
    contractNo: typed.contractNo.trim(),
    contractName: typed.contractName.trim(),
    categoryId: typed.categoryId ?? 0,
    status: typed.status,
    ...termOf(typed),
    fileId: typed.fileId?.fileId ?? '',
    version,
  }
}

type Problem = { readonly field: keyof ContractFormValues | undefined; readonly msg: string }

/** What the rules say before anything is asked or sent; the server validates once more, by its own clock. */
export function problemOf(
  contract: Pick<EnterpriseContract, 'status' | 'signed' | 'fileId'>,
  typed: ContractFormValues,
  today: Day,
): Problem | undefined {
  const isNew = typed.fileId !== undefined && typed.fileId.fileId !== contract.fileId
  const after = { status: typed.status, ...termOf(typed), signed: contract.signed || isNew }
  const refusal = validateSave(contract.status, after, today)
  return refusal === undefined ? undefined : { field: FIELDS[refusal], msg: contractRefusals[refusal].msg }
}

const FIELDS: Readonly<Record<ContractRefusal, keyof ContractFormValues | undefined>> = {
  'contract-closed': undefined,
  'contract-term-wrong': 'term',
  'contract-unsigned': 'fileId',
  'contract-term-missing': 'term',
  'contract-over': 'term',
  'contract-step-wrong': 'status',
}

/** What was typed stays; what was left as it had been follows the other save, and so does a status that is no choice any more. */
export function followOthers(
  typed: ContractFormValues,
  before: EnterpriseContract,
  now: EnterpriseContract,
): ContractFormValues {
  const [was, is] = [typedOf(before), typedOf(now)]
  const keeps = (field: keyof ContractFormValues) => textOf(typed[field]) !== textOf(was[field])
  return {
    contractNo: keeps('contractNo') ? typed.contractNo : is.contractNo,
    contractName: keeps('contractName') ? typed.contractName : is.contractName,
    categoryId: keeps('categoryId') ? typed.categoryId : is.categoryId,
    status: keeps('status') && choicesFrom(now.status).includes(typed.status) ? typed.status : is.status,
    term: keeps('term') ? typed.term : is.term,
    fileId: keeps('fileId') ? typed.fileId : is.fileId,
  }
}

function textOf(value: ContractFormValues[keyof ContractFormValues]): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return 'fileId' in value ? value.fileId : value.map((day) => day.format(DAY)).join()
}

export type Change = { readonly label: string; readonly now: string }

/** What another save changed since the form was opened, as it is now. */
export function changesSince(before: EnterpriseContract, now: EnterpriseContract): readonly Change[] {
  const words = (contract: EnterpriseContract): readonly Change[] => [
    { label: contractLabels.contractNo, now: contract.contractNo },
    { label: contractLabels.contractName, now: contract.contractName },
    { label: contractLabels.category, now: contract.categoryName },
    { label: labels.status, now: statusLabels[contract.status] },
    { label: labels.term, now: termWords(contract) },
    { label: labels.file, now: contract.file?.fileName ?? '' },
  ]
  const old = words(before)
  // Two papers may bear the same name.
  const isOtherFile = before.fileId !== now.fileId
  return words(now).filter((word, index) =>
    word.label === labels.file ? isOtherFile : word.now !== old[index]?.now,
  )
}

export function termWords({ beginDay, endDay }: Pick<EnterpriseContract, 'beginDay' | 'endDay'>): string {
  return beginDay === null || endDay === null ? '' : labels.between(beginDay, endDay)
}
