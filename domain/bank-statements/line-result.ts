// What became of one line of a bank statement (D32).

export const LINE_RESULTS = ['linked', 'already-linked', 'ambiguous', 'not-found'] as const

export type LineResult = (typeof LINE_RESULTS)[number]
