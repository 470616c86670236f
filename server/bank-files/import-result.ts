// Reads what a bank gave back for a file, shows what it says, and keeps it for a second person (ADR 82).

import { text } from 'node:stream/consumers'
import {
  type BankResult,
  ResultRefused,
  readResultSheet,
  readResultXml,
} from '@paywages/domain/bank-files/bank-results.ts'
import { type FileRow, matchResults } from '@paywages/domain/bank-files/match-results.ts'
import type { ResultReading } from '@paywages/wire/bank-files/shapes.ts'
import type { Actor } from '../actor.ts'
import { breaks } from '../adapters/postgres/database.ts'
import type { GridKind } from '../adapters/spreadsheet/read-grid.ts'
import { readGrids } from '../adapters/spreadsheet/read-grid.ts'
import { SheetRefused } from '../adapters/spreadsheet/sheet-refused.ts'
import type { Services } from '../app-services.ts'
import { acceptFile, attachFile } from '../files/accept-file.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { discardFiles } from '../files/receive-file.ts'
import type { FileRecord } from '../files/store.ts'
import type { ReceivedFile } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { lockForStep, noteStep } from './file-steps.ts'
import { changeBankFile, rowsOfFile } from './file-store.ts'
import { insertResult, knownResult } from './result-store.ts'

export type ResultImport = {
  readonly bankFileId: number
  readonly files: readonly ReceivedFile[]
  /** What was shown and is to be kept; without it the file is only read. */
  readonly sha256?: string | undefined
}

/** A file has 5,000 rows; a statement lists others' payments too. */
const MAX_ROWS = 50_000

export async function importResult(
  services: Services,
  by: Actor,
  asked: ResultImport,
): Promise<ResultReading> {
  const { bankFileId, files, sha256 } = asked
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
    const result = await readResult(services, stored)
    const reading = await services.database.transact(async (tx) => {
      const file = await lockForStep(tx, by, bankFileId, 'import')
      const rows = await rowsOfFile(tx, bankFileId)
      const opened = services.cipher.openRows(rows.map(({ sealed }) => sealed))
      const fileRows = rows.map(
        ({ position, reference, name, netFen }, index): FileRow => ({
          position,
          reference,
          name,
          cardNo: opened[index]?.cardNo ?? '',
          amountFen: netFen,
        }),
      )
      const matched = matchResults({ messageId: file.messageId, rows: fileRows }, result)
      if ('fault' in matched) throw new Refused(matched.fault, { line: matched.line })
      if (matched.results.length === 0) throw new Refused('result-nothing')
      const summary = sumUp(fileRows, matched.results)
      const { byReference, ambiguous, indefinite } = matched
      if (sha256 !== undefined) {
        const resultId = await insertResult(tx, {
          bankFileId,
          storeFileId: stored.fileId,
          name: stored.name,
          sha256: stored.sha256,
          kind: result.kind,
          byReference,
          ambiguous,
          indefinite,
          importedBy: by.person.accountId,
          at: by.at,
          rows: matched.results,
        })
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
          },
        })
      }
      return {
        name: stored.name,
        size: Number(stored.size),
        sha256: stored.sha256,
        kind: result.kind,
        byReference,
        ambiguous,
        indefinite,
        ...summary,
      }
    }, 'long')
    kept = sha256 !== undefined
    return reading
  } catch (error) {
    if (breaks(error, 'bank_file_results_once')) throw new Refused('bank-result-known')
    throw inWords(error)
  } finally {
    if (!kept) await discardFiles(services, files)
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof ResultRefused) return new Refused(error.code, { line: error.line })
  if (error instanceof SheetRefused) return new Refused('result-unreadable')
  return error
}

async function readResult(services: Services, file: FileRecord): Promise<BankResult> {
  if (file.content === 'xml') {
    const body = await services.files.get(file.storeKey)
    if (!body) throw new Refused('file-gone')
    return readResultXml(await text(body.stream))
  }
  const grids = await withLocalCopy(services, file.storeKey, (copy) =>
    readGrids(copy, file.content as GridKind, MAX_ROWS),
  )
  const filled = grids.filter((rows) => rows.length > 0)
  const [only, ...more] = filled
  // Which of several sheets counts is not ours to guess.
  if (!only || more.length > 0) throw new ResultRefused(only ? 'result-headings' : 'result-empty')
  return readResultSheet(only)
}

function sumUp(rows: readonly FileRow[], results: readonly { position: number; status: string }[]) {
  const amounts = new Map(rows.map(({ position, amountFen }) => [position, amountFen]))
  const of = (status: string) => results.filter((one) => one.status === status)
  const fen = (some: readonly { position: number }[]) =>
    some.reduce((sum, { position }) => sum + (amounts.get(position) ?? 0n), 0n)
  const [succeeded, rejected, returned] = [of('succeeded'), of('rejected'), of('returned')]
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
  }
}
