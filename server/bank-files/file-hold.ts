// Holds a company's bank files back after a restore, until two people have compared them with online banking (ADR 102).

import {
  askedBeforeDirectStart,
  type Company,
  heldSince,
  isForgotten,
  mayBeHandedTo,
  mayBePaidByFile,
} from '@paywages/domain/bank-files/file-hold.ts'
import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { maySend, serverChange } from '@paywages/domain/transfers/sending-gate.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntryAs } from '../audit-log/record-entry.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { findProvider, listCompanies } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { hasRestoreMark, isLookedThrough, readGate, restoredAt } from '../transfers/gate-store.ts'
import { isSendingServer } from '../transfers/sending-server.ts'
import { enabledAccounts } from './account-store.ts'
import { type FileMark, type HandedOut, handedOut, readMark, wasHandedFiles } from './file-marks.ts'
import { downloadedAmong } from './file-store.ts'
import { countRepeated, type Payment, paymentsOfBatch } from './repeated-payments.ts'

async function comparedFor(tx: Tx, providerId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select restored_at as at from bank_file_releases where provider_id = ${providerId}`.execute(tx)
  return rows[0]?.at ?? null
}

export async function holdOf(tx: Tx, providerId: number): Promise<Date | undefined> {
  const restored = await restoredAt(tx)
  return restored === null
    ? undefined
    : heldSince({ restoredAt: restored, comparedFor: await comparedFor(tx, providerId) })
}

/** Whoever has a file may give it to the bank, where it may be already, and its money may be released while it is there; on a server that nobody has looked at, this is not known yet. */
export async function refuseWhileHeld(tx: Tx, services: Services, providerId: number): Promise<void> {
  const record = await readGate(tx, 'share')
  const { gate, recorded, current } = record
  if (gate.state === 'halted' && gate.reason === 'superseded') throw new Refused('bank-file-superseded')
  if (!maySend(gate, serverChange(recorded, current))) throw new Refused('bank-file-halted')
  // Also where no worker has told this database yet.
  if (!(await isSendingServer(services, record))) throw new Refused('bank-file-superseded')
  if ((await holdOf(tx, providerId)) !== undefined) throw new Refused('bank-file-restored')
}

type StartingBatch = { readonly batchId: number; readonly providerId: number }

/** What such a company had started by files may be at the bank: its record of the direct channel tells nothing of that, and sending would pay again. */
export async function refuseDirectWhileHeld(tx: Tx, services: Services, batch: StartingBatch): Promise<void> {
  const { providerId } = batch
  const record = await readGate(tx, 'share')
  const change = serverChange(record.recorded, record.current)
  const asked = askedBeforeDirectStart({
    isOther: change === 'other-cluster' || change === 'other-timeline',
    isHeld: (await holdOf(tx, providerId)) !== undefined,
    isLookedThrough: isLookedThrough(record),
  })
  if (asked.accounts && (await paysByFiles(tx, providerId))) throw new Refused('direct-start-restored')
  if (!asked.forgottenFiles) return
  if (await hasForgottenFile(tx, services, providerId)) throw new Refused('direct-start-restored')
  // Once they were looked through, what was forgotten is told in the database.
  if (isLookedThrough(record) && !(await hasRestoreMark(tx, FORGOTTEN))) return
  if (await hasFileOfLostCompany(tx, services, batch)) throw new Refused('direct-start-restored')
}

/** Begins the sign of a restore that such a file is. */
export const FORGOTTEN = 'bank file '

async function paysByFiles(tx: Tx, providerId: number): Promise<boolean> {
  return (await enabledAccounts(tx, providerId)).some(({ channel }) => channel === 'file')
}

/** Also by an account that the database has forgotten, with the files that it made; one that was given up leaves files that are known. */
async function hasForgottenFile(tx: Tx, services: Services, providerId: number): Promise<boolean> {
  if (!(await wasHandedFiles(services, providerId))) return false
  return (await forgottenOf(tx, handedOut(services, providerId))).length > 0
}

/** The company itself may have been forgotten with its files, and made anew under another id, or its people be paid by another. */
async function hasFileOfLostCompany(
  tx: Tx,
  services: Services,
  { providerId, batchId }: StartingBatch,
): Promise<boolean> {
  const company = await companyOf(tx, providerId)
  if (!company) return false
  let payments: readonly Payment[] | undefined
  for (const { key, storeFileId } of await forgottenOf(tx, handedOut(services))) {
    const mark = await readMark(services, key)
    if (!mark) continue
    const [handed, owner] = [handedTo(mark), await companyOf(tx, mark.providerId)]
    if (mayBeHandedTo(company, handed, owner)) return true
    if (!isForgotten(handed, owner)) continue
    payments ??= await paymentsOfBatch(tx, batchId)
    const repeated = countRepeated(payments, { storeFileId, digests: mark.payments })
    if (mayBePaidByFile({ handed, owner, repeated })) return true
  }
  return false
}

async function forgottenOf(tx: Tx, files: AsyncIterable<HandedOut>): Promise<HandedOut[]> {
  const handed: HandedOut[] = []
  for await (const file of files) handed.push(file)
  const known = await downloadedAmong(
    tx,
    handed.map(({ storeFileId }) => storeFileId),
  )
  return handed.filter(({ storeFileId }) => !known.has(storeFileId))
}

export async function companyOf(tx: Tx, providerId: number): Promise<Company | undefined> {
  const found = await findProvider(tx, providerId)
  return found && { providerId, name: found.name, taxpayerId: found.taxpayerId }
}

const handedTo = ({ providerId, company, taxpayerId }: FileMark): Company => ({
  ...{ providerId, taxpayerId },
  name: company,
})

/** Whether nobody has compared it since: neither the company that it was handed to nor, where that was forgotten, one that may be it. */
export async function isOpenMark(tx: Tx, mark: FileMark): Promise<boolean> {
  const owner = await companyOf(tx, mark.providerId)
  const companies = (await listCompanies(tx)).filter((one) => mayBeHandedTo(one, handedTo(mark), owner))
  const held = await holdsOf(
    tx,
    companies.map(({ providerId }) => providerId),
  )
  return companies.length === 0 || held.size > 0
}

/** Of these companies, those whose files are held, each with since when. */
export async function holdsOf(tx: Tx, providerIds: readonly number[]): Promise<Map<number, Date>> {
  const held = new Map<number, Date>()
  for (const providerId of new Set(providerIds)) {
    const since = await holdOf(tx, providerId)
    if (since !== undefined) held.set(providerId, since)
  }
  return held
}

/** One manager says that the comparison was done, and what it found. */
export async function proposeRelease(
  services: Services,
  by: Actor,
  { providerId, word }: { readonly providerId: number; readonly word: string },
): Promise<Waiting> {
  return services.database.transact(async (tx) => {
    const provider = await findProvider(tx, providerId)
    if (!provider) throw new Refused('not-found')
    const since = await holdOf(tx, providerId)
    if (since === undefined) throw new Refused('bank-files-not-held')
    return propose(tx, services, by, {
      kind: 'release-bank-files',
      subject: `bank-files:${providerId}`,
      providerId,
      providerName: provider.name,
      accountId: null,
      objectName: provider.name,
      reason: word,
      before: { filesHeldSince: shanghaiSecond(since) },
      after: {},
      change: { restoredAt: since.toISOString() },
    })
  })
}

/** Void where the database was restored once more since it was proposed. */
export const carryOutRelease: CarryOut = async (tx, _services, proposal, carrier) => {
  const { providerId } = proposal
  const since = await holdOf(tx, providerId)
  if (since?.toISOString() !== proposal.change.restoredAt) return false
  await sql`
    insert into bank_file_releases (provider_id, restored_at, released_at) values (${providerId}, ${since}, ${carrier.at})
    on conflict (provider_id) do update set restored_at = excluded.restored_at, released_at = excluded.released_at`.execute(
    tx,
  )
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'release-bank-files',
    object: { kind: 'provider', id: providerId, name: proposal.objectName },
    providerId,
    reason: proposal.reason,
    before: { filesHeldSince: shanghaiSecond(since as Date) },
  })
  return true
}
