// The status of one payout row as people see it (spec §4).

export const ROW_STATUSES = ['processing', 'succeeded', 'failed', 'cancelled'] as const
export type RowStatus = (typeof ROW_STATUSES)[number]
