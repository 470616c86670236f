// The number that people call one payout by: its batch and its row.

export function payoutNo(batchNo: string, rowNumber: number): string {
  return `${batchNo}-${String(rowNumber).padStart(4, '0')}`
}
