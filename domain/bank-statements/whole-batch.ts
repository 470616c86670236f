// One debit that pays a whole batch, and a list that is one batch: told by count and sum.

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { areWithinDays } from './link-lines.ts'
import type { ReadLine } from './statement-lines.ts'

/** What a batch came to at the bank: all that was sent, and what arrived. */
export type BatchSums = {
  readonly batchId: number
  readonly sentCount: number
  readonly sentFen: Fen
  readonly paidCount: number
  readonly paidFen: Fen
  /** On which payments of it left. */
  readonly days: readonly Day[]
}

export type BatchRows = { readonly batchId: number; readonly rows: 'sent' | 'paid' }

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

/** The only batch of its days whose sum it is, and whose count where one is printed; a batch of one row is an ordinary payment. */
export function batchPaidBy(line: BulkLine, batches: readonly BatchSums[]): BatchRows | undefined {
  const { day } = line
  if (day === null) return undefined
  const near = batches.filter(({ days }) => days.some((one) => areWithinDays(day, one)))
  return onlyBatch(near, line.amountFen, printedCount(line))
}

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
  const isIt = (rows: number, sum: Fen) => rows > 1 && sum === fen && (count === undefined || count === rows)
  const fitting = batches.flatMap(({ batchId, sentCount, sentFen, paidCount, paidFen }): BatchRows[] => {
    if (isIt(sentCount, sentFen)) return [{ batchId, rows: 'sent' }]
    return isIt(paidCount, paidFen) ? [{ batchId, rows: 'paid' }] : []
  })
  return fitting.length === 1 ? fitting[0] : undefined
}
