// Saves a manager's edit of a contract: its words, its term, its signed file and its status (D29).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { validateSave } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { saveEnterpriseContract } from '@paywages/wire/enterprise-contracts/endpoints.ts'
import { refusals } from '@paywages/wire/refusals.ts'
import type { Actor } from '../actor.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type AuditFacts, changedFacts, recordEntry } from '../audit-log/record-entry.ts'
import { attachFile } from '../files/accept-file.ts'
import { deleteAttached, findReadableFile } from '../files/store.ts'
import { findCategory, lockCategoryForShare } from '../invoice-categories/store.ts'
import { Refused, refuseIf } from '../refused.ts'
import { BLANK, CONTRACT_TITLES as t } from './labels.ts'
import { makeFirstPdfs } from './make-pdfs.ts'
import { addEvent, type ContractRecord, type FieldChange, findContract, updateContract } from './store.ts'

export type SaveInput = InputOf<typeof saveEnterpriseContract>

export async function saveContract(services: Services, by: Actor, input: SaveInput): Promise<void> {
  const { contractNo } = input
  const dropped = await services.database
    .transact((tx) => save(tx, by, input))
    .catch((error: unknown) => {
      throw breaks(error, 'enterprise_contracts_no')
        ? new Refused('contract-no-taken', { contractNo })
        : error
    })
  if (dropped === undefined) return
  // Bytes that stay behind are known to no row, and swept.
  for (const key of dropped)
    await services.files
      .remove(key)
      .catch((error: unknown) => services.log.warn({ err: error }, 'an outdated paper was not removed'))
  await makeFirstPdfs(services, [input.contractId])
}

/** Where the PDF that we made says something else now: what the file store holds of it, to be removed. */
async function save(tx: Tx, by: Actor, input: SaveInput): Promise<string[] | undefined> {
  const before = await findContract(tx, scopeOf(by.person), input.contractId, 'lock')
  if (!before) throw new Refused('not-found')
  if (input.version !== undefined && input.version !== before.version) throw new Refused('state-changed')
  const isNewFile = input.fileId !== before.madeFileId && input.fileId !== before.signedFileId
  const wanted = {
    ...before,
    contractNo: input.contractNo,
    contractName: input.contractName,
    categoryId: input.categoryId,
    status: input.status,
    // Left out, the term stays; null takes it away.
    beginDay: input.beginDay === undefined ? before.beginDay : input.beginDay,
    endDay: input.endDay === undefined ? before.endDay : input.endDay,
  }
  const signed = isNewFile || before.signedFileId !== null
  refuseIf(validateSave(before.status, { ...wanted, signed }, shanghaiDay(by.at)))
  const category = await lockCategory(tx, before, input.categoryId)
  const file = isNewFile
    ? await attachFile(tx, by, input.fileId, {
        kind: 'contract',
        recordId: String(before.contractId),
        providerId: before.providerId,
      })
    : undefined
  const fields = await changesOf(tx, before, wanted, category)
  // Without a signed file the present file is the one that we made.
  const outdated = !signed && fields.length > 0 ? before.madeFileId : null
  const after: ContractRecord = {
    ...wanted,
    ...(file ? { signedFileId: file.fileId, signedAt: by.at } : {}),
    ...(outdated !== null ? { madeFileId: null } : {}),
  }
  const changes = file ? [...fields, await fileChange(tx, by, before, file.name)] : fields
  if (changes.length === 0 && after.status === before.status) return undefined
  await updateContract(tx, before.contractId, after)
  await report(tx, by, before, after, changes)
  return outdated === null ? undefined : deleteAttached(tx, [outdated])
}

/** A category that was chosen before may have been disabled since; a newly chosen one may not be. */
async function lockCategory(tx: Tx, before: ContractRecord, categoryId: number): Promise<{ name: string }> {
  const category = await lockCategoryForShare(tx, categoryId)
  const refuse = (code: 'category-unknown' | 'category-disabled') =>
    new Refused(code, {}, [{ field: 'invoiceClassId', msg: refusals[code].msg }])
  if (!category) throw refuse('category-unknown')
  if (!category.enabled && before.categoryId !== categoryId) throw refuse('category-disabled')
  return category
}

/** What a PDF prints: another word in any of these makes it another PDF. */
async function changesOf(
  tx: Tx,
  before: ContractRecord,
  after: ContractRecord,
  category: { readonly name: string },
): Promise<FieldChange[]> {
  const old = before.categoryId === null ? undefined : await findCategory(tx, before.categoryId)
  const printed: FieldChange[] = [
    { field: t.contractNo, before: before.contractNo, after: after.contractNo },
    { field: t.contractName, before: before.contractName, after: after.contractName },
    { field: t.beginDay, before: before.beginDay ?? BLANK, after: after.beginDay ?? BLANK },
    { field: t.endDay, before: before.endDay ?? BLANK, after: after.endDay ?? BLANK },
  ]
  const changed = printed.filter((one) => one.before !== one.after)
  if (before.categoryId === after.categoryId) return changed
  return [...changed, { field: t.categoryName, before: old?.name ?? BLANK, after: category.name }]
}

async function fileChange(tx: Tx, by: Actor, before: ContractRecord, name: string): Promise<FieldChange> {
  const present = before.signedFileId ?? before.madeFileId
  const { accountId } = by.person
  const was =
    present === null ? undefined : await findReadableFile(tx, scopeOf(by.person), accountId, present)
  return { field: t.file, before: was?.name ?? BLANK, after: name }
}

async function report(
  tx: Tx,
  by: Actor,
  before: ContractRecord,
  after: ContractRecord,
  changes: readonly FieldChange[],
): Promise<void> {
  const { contractId, providerId } = before
  const { accountId } = by.person
  if (changes.length > 0) await addEvent(tx, contractId, { kind: 'saved', accountId, at: by.at, changes })
  if (after.status !== before.status && after.status !== 'pending')
    await addEvent(tx, contractId, { kind: after.status, accountId, at: by.at })
  await recordEntry(tx, by, {
    action: 'save-contract',
    object: {
      kind: 'enterprise-contract',
      id: contractId,
      name: `${after.contractNo} ${after.contractName}`,
    },
    providerId,
    ...changedFacts(factsOf(before), factsOf(after)),
  })
}

function factsOf(contract: ContractRecord): AuditFacts {
  const { contractNo, contractName, categoryId, status, beginDay, endDay, signedFileId } = contract
  return { contractNo, contractName, categoryId, status, beginDay, endDay, signedFileId }
}
