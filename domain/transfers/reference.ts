// What the bank knows a transfer by: made of what is stored with its batch, so that every backup that holds the batch holds it too (ADR 27).

export type ReferenceParts = {
  readonly batchNo: string
  readonly rowNumber: number
  /** Random, drawn once when the batch is stored: a batch number may be given again after a restore. */
  readonly mark: string
}

export function referenceOf({ rowNumber, ...batch }: ReferenceParts): string {
  const { before, after } = referenceEnds(batch)
  return `${before}${rowNumber}${after}`
}

/** What stands before and after the row's number, for whoever writes many of one batch. */
export function referenceEnds({ batchNo, mark }: Omit<ReferenceParts, 'rowNumber'>): {
  readonly before: string
  readonly after: string
} {
  return { before: `PW${batchNo}R`, after: `X${mark}` }
}

/** Undefined where it is none of ours. */
export function parseReference(reference: string): ReferenceParts | undefined {
  const [, batchNo, rowNumber, mark] = /^PW(\d{1,20})R(\d{1,7})X([0-9a-f]{8,16})$/.exec(reference) ?? []
  if (batchNo === undefined || rowNumber === undefined || mark === undefined) return undefined
  return { batchNo, rowNumber: Number(rowNumber), mark }
}
