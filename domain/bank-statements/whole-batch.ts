// One debit that pays a whole batch, some of its bank files or several batches, and a list that is one batch: told by count and sum.

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { areWithinDays } from './link-lines.ts'
import type { ReadLine } from './statement-lines.ts'

/** What something came to at the bank: all that was sent, and what arrived. */
type Sums = {
  readonly sentCount: number
  readonly sentFen: Fen
  readonly paidCount: number
  readonly paidFen: Fen
}

export type FileSums = Sums & { readonly fileId: number }

export type BatchSums = Sums & {
  readonly batchId: number
  /** On which payments of it left. */
  readonly days: readonly Day[]
  /** Where it went by bank files: each that is live. */
  readonly files?: readonly FileSums[]
}

export type BatchRows = {
  readonly batchId: number
  readonly rows: 'sent' | 'paid'
  /** Of these files of it alone. */
  readonly files?: readonly number[]
}

const BULK = /代发|代付|批量|批次|汇总/
const COUNTED = /(?:笔数|人数|条数|户数)[: ]{0,2}(\d{1,6})(?![\d.])/

/** 代发工资 35笔: how many payments the line stands for, where it says so. */
export function printedCount({ remark, name }: Pick<ReadLine, 'remark' | 'name'>): number | undefined {
  const text = `${remark} ${name}`
  const [, count] =
    /(?<![\d.])(\d{1,6}) ?(?:笔|[人户条](?![\p{Script=Han}]))/u.exec(text) ?? COUNTED.exec(text) ?? []
  return count === undefined ? undefined : Number(count)
}

/** What tells of a line whether it pays a batch. */
export type BulkLine = Pick<ReadLine, 'kind' | 'day' | 'name' | 'remark' | 'amountFen' | 'unclear'>

/** Whether a line may pay more than one person. */
export function mayPayBatch({ kind, day, name, remark }: BulkLine): boolean {
  if (kind !== 'debit' || day === null) return false
  return BULK.test(remark) || BULK.test(name) || printedCount({ name, remark }) !== undefined
}

/** Count and sum together prove it; a sum alone, or money that may have come in, is for a person to confirm. */
export function provesBatch(line: BulkLine): boolean {
  return !line.unclear && printedCount(line) !== undefined
}

/**
 * The batches of its days whose sum it is, whole or some of their files, and whose count where one is printed; one that
 * comes to a single row is an ordinary payment. Several of them are for a person to choose from.
 */
export function paidTogether(line: BulkLine, batches: readonly BatchSums[]): BatchRows[] {
  const { day } = line
  if (day === null) return []
  const near = batches.filter(({ days }) => days.some((one) => areWithinDays(day, one)))
  const count = printedCount(line)
  return near.flatMap((batch) => [
    ...wholeBatches([batch], line.amountFen, count),
    ...filesOf(batch, line.amountFen, count),
  ])
}

/**
 * The ways in which it pays several whole batches of its days together; of more than can be combined every two. That a
 * sum is theirs proves little where all are paid alike, so a person confirms each.
 */
export function paidAcross(line: BulkLine, batches: readonly BatchSums[]): BatchRows[][] {
  const { day, amountFen } = line
  if (day === null) return []
  const count = printedCount(line)
  return (['sent', 'paid'] as const).flatMap((rows) => {
    const parts = batches
      .filter(({ days }) => days.some((one) => areWithinDays(day, one)))
      .map((batch) => ({
        batchId: batch.batchId,
        count: rows === 'sent' ? batch.sentCount : batch.paidCount,
        fen: rows === 'sent' ? batch.sentFen : batch.paidFen,
        // What arrived is another choice only where something did not.
        isOther: rows === 'sent' || batch.paidCount !== batch.sentCount,
      }))
      .filter(({ count: its, fen }) => its > 0 && fen < amountFen)
    const choices = parts.length > MAX_COMBINED ? pairsOf(parts) : combinations(parts)
    return choices.flatMap((chosen): BatchRows[][] => {
      const isIt =
        chosen.length > 1 &&
        chosen.some(({ isOther }) => isOther) &&
        chosen.reduce((sum, { fen }) => sum + fen, 0n) === amountFen &&
        (count === undefined || chosen.reduce((sum, part) => sum + part.count, 0) === count)
      return isIt ? [chosen.map(({ batchId }) => ({ batchId, rows }))] : []
    })
  })
}

/** More files than these are looked at one by one: their combinations double with each. */
const MAX_COMBINED = 12

/** Some of the files of a batch, and never what the whole of it is anyway. */
function filesOf(batch: BatchSums, fen: Fen, count: number | undefined): BatchRows[] {
  const { batchId, files = [] } = batch
  const some = files.length > MAX_COMBINED ? files.map((file) => [file]) : combinations(files)
  return some.flatMap((chosen): BatchRows[] => {
    const sums = chosen.reduce<Sums>(added, NONE)
    const isWhole = sums.sentCount === batch.sentCount
    const rows = isWhole ? undefined : fits(sums, fen, count)
    return rows === undefined ? [] : [{ batchId, rows, files: chosen.map(({ fileId }) => fileId) }]
  })
}

const NONE: Sums = { sentCount: 0, sentFen: 0n, paidCount: 0, paidFen: 0n }

const added = (a: Sums, b: Sums): Sums => ({
  sentCount: a.sentCount + b.sentCount,
  sentFen: a.sentFen + b.sentFen,
  paidCount: a.paidCount + b.paidCount,
  paidFen: a.paidFen + b.paidFen,
})

/** Every choice of at least one. */
function combinations<T>(some: readonly T[]): T[][] {
  const all: T[][] = []
  for (const one of some) all.push([one], ...all.map((chosen) => [...chosen, one]))
  return all
}

const pairsOf = <T>(some: readonly T[]): T[][] =>
  some.flatMap((one, index) => some.slice(index + 1).map((other) => [one, other]))

/** The batch that a list of payments is, all of it. */
export function batchListed(
  lines: readonly ReadLine[],
  batches: readonly BatchSums[],
): BatchRows | undefined {
  if (lines.length < 2 || lines.some(({ kind, unclear }) => kind !== 'debit' || unclear)) return undefined
  const sum = lines.reduce((all, { amountFen }) => all + amountFen, 0n)
  return onlyBatch(batches, sum, lines.length)
}

function onlyBatch(
  batches: readonly BatchSums[],
  fen: Fen,
  count: number | undefined,
): BatchRows | undefined {
  const fitting = wholeBatches(batches, fen, count)
  return fitting.length === 1 ? fitting[0] : undefined
}

function wholeBatches(batches: readonly BatchSums[], fen: Fen, count: number | undefined): BatchRows[] {
  return batches.flatMap((batch): BatchRows[] => {
    const rows = fits(batch, fen, count)
    return rows === undefined ? [] : [{ batchId: batch.batchId, rows }]
  })
}

function fits(sums: Sums, fen: Fen, count: number | undefined): BatchRows['rows'] | undefined {
  const isIt = (rows: number, sum: Fen) => rows > 1 && sum === fen && (count === undefined || count === rows)
  if (isIt(sums.sentCount, sums.sentFen)) return 'sent'
  return isIt(sums.paidCount, sums.paidFen) ? 'paid' : undefined
}
