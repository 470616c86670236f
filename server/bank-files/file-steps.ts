// What people do with a bank file before a result comes: download, tell that it was submitted, withdraw (ADR 81).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Action } from '@paywages/domain/audit-log/actions.ts'
import { fileStateAfter, type PersonStep, validateFileStep } from '@paywages/domain/bank-files/file-life.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { FILES_PREFIX } from '../files/receive-file.ts'
import type { Download } from '../http/call.ts'
import { Refused, refuseIf } from '../refused.ts'
import { handOver, withdrawReserved } from '../transfers/file-channel.ts'
import { askComparison } from './evidence-store.ts'
import { companyOf, refuseWhileHeld } from './file-hold.ts'
import { markHandedOut } from './file-marks.ts'
import { type BankFile, changeBankFile, endRows, lockBankFile, rowsOfFile } from './file-store.ts'
import { checkPeople } from './people-behind.ts'
import { digestsOfFile } from './repeated-payments.ts'

const ACTIONS: Partial<Record<PersonStep, Action>> = {
  download: 'download-bank-file',
  submit: 'submit-bank-file',
  'ask-withdrawal': 'ask-file-withdrawal',
  'refuse-withdrawal': 'refuse-file-withdrawal',
  withdraw: 'withdraw-bank-file',
}

/** The file under lock, with the step validated on how it stands then. */
export async function lockForStep(
  tx: Tx,
  by: Actor,
  bankFileId: number,
  step: PersonStep,
  reason = '',
): Promise<BankFile> {
  const file = await lockBankFile(tx, scopeOf(by.person), bankFileId)
  if (!file) throw new Refused('not-found')
  refuseIf(validateFileStep(file, step, by.person, reason))
  return file
}

export async function noteStep(
  tx: Tx,
  by: Actor,
  file: BankFile,
  action: Action,
  more: { readonly reason?: string; readonly after?: Readonly<Record<string, string | number>> } = {},
): Promise<void> {
  await recordEntry(tx, by, {
    action,
    object: { kind: 'bank-file', id: file.bankFileId, name: file.name },
    providerId: file.providerId,
    reason: more.reason ?? '',
    before: { state: file.state },
    after: { rows: file.rowCount, sum: formatYuan(file.sumFen), sha256: file.sha256, ...more.after },
  })
}

const stateAfter = (file: BankFile, step: PersonStep) => {
  const state = fileStateAfter(file.state, step)
  if (state === undefined) throw new Refused('bank-file-state')
  return state
}

const MEDIA: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  txt: 'text/plain',
  xml: 'application/octet-stream',
}

/** Written down before a byte goes out: whoever has the file may have given it to the bank. */
export async function downloadBankFile(
  services: Services,
  by: Actor,
  bankFileId: number,
  reason: string,
): Promise<Download> {
  const { company, ...handed } = await services.database.transact(async (tx) => {
    const found = await lockForStep(tx, by, bankFileId, 'download', reason)
    await refuseWhileHeld(tx, services, found.providerId)
    await changeBankFile(tx, bankFileId, {
      state: stateAfter(found, 'download'),
      downloadedBy: by.person.accountId,
      at: by.at,
    })
    await noteStep(tx, by, found, 'download-bank-file', {
      reason,
      after: { downloads: found.downloadCount + 1 },
    })
    return {
      file: found,
      company: await companyOf(tx, found.providerId),
      payments: await digestsOfFile(tx, found),
    }
  })
  if (!company) throw new Refused('not-found')
  await markHandedOut(services, { ...handed, company }, by.at)
  const { file } = handed
  const body = await services.files.get(FILES_PREFIX + file.storeFileId)
  if (!body) throw new Refused('file-gone')
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1)
  return {
    stream: body.stream,
    size: body.size,
    name: file.name,
    contentType: MEDIA[extension] ?? 'application/octet-stream',
    inline: false,
  }
}

/** From here on its transfers are at the bank, for all we know. */
export async function submitBankFile(
  services: Services,
  by: Actor,
  bankFileId: number,
  bankBatchNo: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const file = await lockForStep(tx, by, bankFileId, 'submit')
    await refuseWhileHeld(tx, services, file.providerId)
    await changeBankFile(tx, bankFileId, {
      state: stateAfter(file, 'submit'),
      submittedBy: by.person.accountId,
      bankBatchNo,
      at: by.at,
    })
    await noteStep(tx, by, file, 'submit-bank-file', { after: { bankBatchNo } })
    const rows = await rowsOfFile(tx, bankFileId)
    const detail = `${file.name} ${bankBatchNo}`.trim()
    await handOver(
      tx,
      rows.map(({ reference }) => reference),
      { by, detail },
    )
  }, 'long')
}

export async function askWithdrawal(
  services: Services,
  by: Actor,
  bankFileId: number,
  reason: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const file = await lockForStep(tx, by, bankFileId, 'ask-withdrawal', reason)
    await refuseWhileHeld(tx, services, file.providerId)
    await changeBankFile(tx, bankFileId, { withdrawal: { by: by.person.accountId, reason }, at: by.at })
    await noteStep(tx, by, file, ACTIONS['ask-withdrawal'] as Action, { reason })
  })
}

/** Confirmed by another than who asked, which releases the money; or not agreed to, with a reason. */
export async function decideWithdrawal(
  services: Services,
  by: Actor,
  bankFileId: number,
  confirms: boolean,
  reason = '',
): Promise<void> {
  await services.database.transact(async (tx) => {
    const step = confirms ? 'withdraw' : 'refuse-withdrawal'
    const file = await lockForStep(tx, by, bankFileId, step, reason)
    if (confirms) await refuseWhileHeld(tx, services, file.providerId)
    if (confirms) await checkPeople(tx, by, file, reason)
    await noteStep(tx, by, file, ACTIONS[step] as Action, { reason: reason.trim() || file.withdrawalReason })
    if (!confirms) return changeBankFile(tx, bankFileId, { withdrawal: null, at: by.at })
    const rows = await rowsOfFile(tx, bankFileId)
    await changeBankFile(tx, bankFileId, {
      state: stateAfter(file, step),
      withdrawnBy: by.person.accountId,
      at: by.at,
    })
    await endRows(tx, bankFileId)
    await askComparison(tx, bankFileId)
    const references = rows.map(({ reference }) => reference)
    if (!(await withdrawReserved(tx, services, references, { by, detail: file.name })))
      throw new Refused('bank-file-moved')
  }, 'long')
}
