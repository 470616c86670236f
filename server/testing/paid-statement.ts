// A statement of a paying account as its bank exports it, for tests: what was paid, with a mark for debits and credits.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { PaidRow } from './bank-statements.ts'
import type { SentFile } from './client.ts'

export type StatementEntry = Pick<PaidRow, 'at' | 'name' | 'cardNo' | 'netFen' | 'reference'> & {
  readonly mark?: '借' | '贷'
}

/** With our reference in the remark unless it is empty. */
export function statementCsv(entries: readonly StatementEntry[], note = ''): SentFile {
  const lines = entries.map(({ at, name, cardNo, netFen, reference, mark = '借' }) =>
    [shanghaiDay(at), mark, (Number(netFen) / 100).toFixed(2), name, cardNo, `代发 ${reference}`].join(','),
  )
  const text = [`账户明细${note}`, '交易日期,借贷标志,交易金额,对方户名,对方账号,摘要', ...lines].join('\r\n')
  return { fileName: 'statement.csv', value: new TextEncoder().encode(`\uFEFF${text}\r\n`) }
}
