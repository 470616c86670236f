// The account's statement of what was paid at the counter: every execution is a debit, the second of the same file as well.

import { shanghaiTime } from '../clock.ts'
import { STATEMENT_LABELS } from '../labels.ts'
import { yuan } from '../money.ts'
import type { ExecutedFile } from './file-desk.ts'
import { camtOf, type Debit, type ResultFile, XLSX } from './result-files.ts'
import { writeSheet } from './write-sheet.ts'

/** Of one day in Shanghai, in the order in which they were paid. */
function debitsOf(files: readonly ExecutedFile[], day: string): Debit[] {
  return files
    .filter(({ at }) => shanghaiTime(at).startsWith(day))
    .toSorted((a, b) => a.at - b.at || a.batchNo.localeCompare(b.batchNo))
    .flatMap(({ at, accountNo = '', orders }) =>
      orders.filter(({ status }) => status === 'succeeded').map((order) => ({ ...order, at, accountNo })),
    )
}

export const statementDays = (files: readonly ExecutedFile[]): string[] =>
  [...new Set(files.map(({ at }) => shanghaiTime(at).slice(0, 10)))].toSorted().toReversed()

export function fileStatement(
  files: readonly ExecutedFile[],
  day: string,
  as: 'xlsx' | 'camt.053',
): ResultFile {
  const debits = debitsOf(files, day)
  if (as === 'camt.053')
    return { name: `camt.053_${day}.xml`, type: 'application/octet-stream', body: camtOf(`D${day}`, debits) }
  const rows = debits.map(({ at, serial, reference, name, cardNo, amountFen }) => [
    shanghaiTime(at),
    serial,
    reference,
    name,
    cardNo,
    yuan(BigInt(amountFen)),
    STATEMENT_LABELS.paid,
  ])
  const body = writeSheet([[STATEMENT_LABELS.title], [...STATEMENT_LABELS.columns], ...rows])
  return { name: `对账单_${day}.xlsx`, type: XLSX, body }
}
