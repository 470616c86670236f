/** The span of one SQL statement: its text has places for values, and the values are not told. */
import type { RunStatement } from '../postgres/tx-on-connection.ts'
import { inInnerSpan } from './tracing.ts'

const MAX_TEXT = 2_000

export function spanningStatements(run: RunStatement): RunStatement {
  return (text, values) =>
    inInnerSpan(
      () => ({
        name: `sql ${/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'}`,
        kind: 'client',
        facts: { 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, MAX_TEXT) },
      }),
      () => run(text, values),
    )
}
