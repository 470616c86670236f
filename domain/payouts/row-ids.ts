// Where the ids of a batch's rows lie: more room than a batch can have rows, so that its id and a row's number make the row's id (ADR 41).

export const ROWS_A_BATCH = 2 ** 20
