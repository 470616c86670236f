// Reads what a bank gave back for a file, or a statement of the account, shows what it says, and keeps it for a second person (ADR 82, ADR 85).

import type { BankResult } from '@paywages/domain/bank-files/bank-results.ts'
import { matchResults, type ResultsFor, type RowResult } from '@paywages/domain/bank-files/match-results.ts'
import type { ResultMapping } from '@paywages/domain/bank-files/result-mapping.ts'
import type { FileRow } from '@paywages/domain/bank-files/row-fit.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { ResultReading } from '@paywages/wire/bank-files/shapes.ts'
import type { Actor } from '../actor.ts'
import type { ResultRequest } from '../adapters/bank-results/parse-result-file.ts'
import { readBankResult } from '../adapters/bank-results/read-bank-result.ts'
import type { ReadStatement } from '../adapters/pdf/parse-bank-statement.ts'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import { breaks, type Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { readStored } from '../bank-statements/read-stored.ts'
import { acceptFile, attachFile } from '../files/accept-file.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { discardFiles } from '../files/receive-file.ts'
import type { FileRecord } from '../files/store.ts'
import type { ReceivedFile } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { endsOfRows } from './evidence-store.ts'
import { lockForStep, noteStep } from './file-steps.ts'
import { changeBankFile, fileBatchOf, rowsOfFile } from './file-store.ts'
import { currentFormat, findFormat, versionsOf } from './format-store.ts'
import {
  batchesElsewhere,
  insertResult,
  knownElsewhere,
  knownResult,
  serialsElsewhere,
} from './result-store.ts'
import { keepStatement, readStatementResult, takeStatement } from './statement-result.ts'

export type ResultImport = {
  readonly bankFileId: number
  readonly files: readonly ReceivedFile[]
  /** What was shown and is to be kept; without it the file is only read. */
  readonly sha256?: string | undefined
  /** Of the call, which may be given up. */
  readonly signal?: AbortSignal
}

export async function importResult(
  services: Services,
  by: Actor,
  asked: ResultImport,
): Promise<ResultReading> {
  const { bankFileId, files, sha256, signal = new AbortController().signal } = asked
  const [received] = files
  if (!received) throw new Refused('file-missing')
  let kept = false
  try {
    const stored = await services.database.transact(async (tx) => {
      await lockForStep(tx, by, bankFileId, 'import')
      const file = await acceptFile(tx, by, received.fileId, { kind: 'bank-result' })
      if (await knownResult(tx, bankFileId, file.sha256)) throw new Refused('bank-result-known')
      return file
    })
    if (sha256 !== undefined && sha256 !== stored.sha256) throw new Refused('bank-result-changed')
    const mappings = await services.database.query((tx) => mappingsOf(tx, services, bankFileId))
    const source = await readSource(services, by, { stored, mappings, signal })
    const keeps = sha256 !== undefined
    const { reading, storeFileId } = await services.database
      .transact(async (tx) => {
        const taken = await takeResult(tx, services, by, { bankFileId, stored, source, keeps })
        // Linked and counted as if it were kept, and then undone: what is shown is what will be.
        if (!keeps) throw new Shown(taken)
        return taken
      }, 'long')
      .catch((error: unknown) => {
        if (error instanceof Shown) return error.taken
        throw error
      })
    kept = keeps && storeFileId === stored.fileId
    return reading
  } catch (error) {
    if (breaks(error, 'bank_file_results_content_once')) throw new Refused('bank-result-known')
    throw error
  } finally {
    if (!kept) await discardFiles(services, files)
  }
}

type Taken = { readonly reading: ResultReading; readonly storeFileId: string }

class Shown extends Error {
  override readonly name = 'Shown'
  readonly taken: Taken
  constructor(taken: Taken) {
    super('a result was shown, and not kept')
    this.taken = taken
  }
}

/** A result of its own, a statement of the account, or a camt.053, which is both. */
type Source =
  | { readonly result: BankResult; readonly booked?: ReadStatement }
  | { readonly statement: ReadStatement }

type Taking = {
  readonly bankFileId: number
  readonly stored: FileRecord
  readonly source: Source
  readonly keeps: boolean
}

async function takeResult(
  tx: Tx,
  services: Services,
  by: Actor,
  { bankFileId, stored, source, keeps }: Taking,
): Promise<Taken> {
  const file = await lockForStep(tx, by, bankFileId, 'import')
  const rows = await fileRowsOf(tx, services, bankFileId)
  const since = shanghaiDay(file.madeAt)
  const until = shanghaiDay(services.clock.now())
  const accountNo = await accountNoOf(tx, services, bankFileId)
  const kind: ResultReading['kind'] = 'result' in source ? source.result.kind : 'statement'
  const { matched, storeFileId } =
    'result' in source
      ? {
          matched: matchedBy(
            {
              messageId: file.messageId,
              rows,
              accountNo,
              paid: await paidPositions(tx, bankFileId),
              since,
              until,
            },
            source.result,
          ),
          storeFileId: source.booked
            ? (await keepStatement(tx, services, by, { stored, read: source.booked })).fileId
            : stored.fileId,
        }
      : await takeStatement(tx, services, by, {
          ...{ bankFileId, rows, stored, read: source.statement },
          ...{ since, until, accountNo },
        })
  const summary = sumUp(rows, matched.results)
  const { byReference, ambiguous, toAssign, indefinite } = matched
  // Without our references last month's result fits this month's file, where people are paid alike.
  if (kind === 'sheet' && byReference === 0) {
    const told = 'result' in source ? (source.result.bankBatches ?? []) : []
    if (told.length > 1) throw new Refused('bank-result-batches')
    const isOther =
      (await knownElsewhere(tx, file, stored.sha256)) ||
      (await batchesElsewhere(tx, file, told)) ||
      (await serialsElsewhere(tx, file, matched.results))
    if (isOther) throw new Refused('bank-result-other-file')
  }
  const toAssignCount = toAssign.reduce((sum, { lines }) => sum + lines.length, 0)
  if (keeps) {
    const resultId = await insertResult(tx, {
      bankFileId,
      storeFileId,
      name: stored.name,
      sha256: stored.sha256,
      kind,
      byReference,
      ambiguous,
      indefinite,
      toAssign,
      importedBy: by.person.accountId,
      at: by.at,
      rows: matched.results,
    })
    // What is kept as a statement is attached to it.
    if (kind === 'sheet' || kind === 'pain.002')
      await attachFile(tx, by, stored.fileId, {
        kind: 'bank-result',
        recordId: String(resultId),
        providerId: file.providerId,
      })
    await changeBankFile(tx, bankFileId, { state: 'imported', at: by.at })
    await noteStep(tx, by, file, 'import-bank-result', {
      after: {
        result: stored.name,
        resultSha256: stored.sha256,
        succeeded: summary.succeededCount,
        rejected: summary.rejectedCount,
        ...(toAssignCount > 0 ? { toAssign: toAssignCount } : {}),
      },
    })
  }
  const about = { name: stored.name, size: Number(stored.size), sha256: stored.sha256, kind }
  return { reading: { ...about, byReference, ambiguous, toAssignCount, indefinite, ...summary }, storeFileId }
}

async function fileRowsOf(tx: Tx, services: Services, bankFileId: number): Promise<FileRow[]> {
  const rows = await rowsOfFile(tx, bankFileId)
  const opened = services.cipher.openRows(rows.map(({ sealed }) => sealed))
  return rows.map(({ position, reference, name, netFen }, index) => ({
    position,
    reference,
    name,
    cardNo: opened[index]?.cardNo ?? '',
    amountFen: netFen,
  }))
}

async function paidPositions(tx: Tx, bankFileId: number): Promise<Set<number>> {
  const rows = await endsOfRows(tx, bankFileId)
  return new Set(rows.flatMap(({ position, end }) => (end === 'succeeded' ? [position] : [])))
}

/** That the file is paid from: a statement of another account says nothing of it. */
async function accountNoOf(tx: Tx, services: Services, bankFileId: number): Promise<string | undefined> {
  const batch = await fileBatchOf(tx, bankFileId)
  return batch && services.cipher.open(batch.account.sealedAccount, PAYING_ACCOUNT_SEAL)
}

function matchedBy(file: ResultsFor, result: BankResult) {
  const matched = matchResults(file, result)
  if ('fault' in matched) throw new Refused(matched.fault, { line: matched.line })
  if (matched.results.length === 0 && matched.toAssign.length === 0) throw new Refused('result-nothing')
  return matched
}

type Unread = {
  readonly stored: FileRecord
  readonly mappings: readonly ResultMapping[]
  readonly signal: AbortSignal
}

async function readSource(
  services: Services,
  by: Actor,
  { stored: file, mappings, signal }: Unread,
): Promise<Source> {
  const asStatement = async () => {
    const how = { signal, hasMapping: mappings.length > 0 }
    return { statement: await readStatementResult(services, by, file, how) }
  }
  if (file.content === 'pdf') return asStatement()
  const answer = await withLocalCopy(services, file.storeKey, (copy) =>
    readBankResult({ file: copy, content: file.content as ResultRequest['content'], mappings }),
  )
  if (!('fault' in answer)) {
    if (answer.read.kind !== 'camt.053') return { result: answer.read }
    return { result: answer.read, booked: await readStored(services, file.storeKey, signal, []) }
  }
  // A table without a column of states may be the account's statement.
  if (answer.fault === 'result-headings' && file.content !== 'xml' && file.content !== 'text')
    return asStatement()
  throw new Refused(answer.fault, { line: answer.line })
}

/** As the format says on this day, as it said since the batch was started, and as it said then: banks change what they write back on a day of their own. */
async function mappingsOf(tx: Tx, { clock }: Services, bankFileId: number): Promise<ResultMapping[]> {
  const batch = await fileBatchOf(tx, bankFileId)
  if (!batch) return []
  const { formatKey, formatVersion, providerId } = batch
  const current = await currentFormat(tx, formatKey, { providerId, at: clock.now() })
  const between = (await versionsOf(tx, formatKey))
    .filter(({ version, withdrawnAt }) => version > formatVersion && withdrawnAt === null)
    .filter(({ version }) => current !== undefined && version < current.version)
    .toSorted((a, b) => b.version - a.version)
  const started = await findFormat(tx, formatKey, formatVersion)
  const formats = [current, ...between.map(({ format }) => format), started]
  return [...new Set(formats)].flatMap((format) => format?.results ?? [])
}

function sumUp(rows: readonly FileRow[], results: readonly RowResult[]) {
  const amounts = new Map(rows.map(({ position, amountFen }) => [position, amountFen]))
  const of = (status: string) => results.filter((one) => one.status === status)
  const fen = (some: readonly { position: number }[]) =>
    some.reduce((sum, { position }) => sum + (amounts.get(position) ?? 0n), 0n)
  const [succeeded, rejected, returned] = [of('succeeded'), of('rejected'), of('returned')]
  const days = results.flatMap(({ day }) => day ?? []).toSorted()
  const total = rows.reduce((sum, { amountFen }) => sum + amountFen, 0n)
  return {
    succeededCount: succeeded.length,
    succeededFen: fen(succeeded),
    rejectedCount: rejected.length,
    rejectedFen: fen(rejected),
    returnedCount: returned.length,
    returnedFen: fen(returned),
    unnamedCount: rows.length - results.length,
    unnamedFen: total - fen(results),
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
  }
}
