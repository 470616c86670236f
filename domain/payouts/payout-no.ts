// The number that people call one payout by: its batch and its row.

export type PayoutNo = { readonly batchNo: string; readonly rowNumber: number }

export function payoutNo(batchNo: string, rowNumber: number): string {
  return `${batchNo}-${String(rowNumber).padStart(4, '0')}`
}

const WRITTEN = /^(\d{12})\s?-\s?0{0,5}([1-9]\d{0,5})$/

/** As it is typed, or copied from a drawer or a file's name; undefined where it is no such number. */
export function readPayoutNo(text: string): PayoutNo | undefined {
  // Full-width signs, as they stay behind where Chinese was typed before.
  const [, batchNo, row] =
    WRITTEN.exec(
      text
        .normalize('NFKC')
        .replace(/[‐-—−]/g, '-')
        .trim(),
    ) ?? []
  return batchNo === undefined ? undefined : { batchNo, rowNumber: Number(row) }
}
