// How many payouts are sorted by a column that no index carries; more are refused, and the page says so beforehand (ADR 55).

export const MAX_SORTED = 500
