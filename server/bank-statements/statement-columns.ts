// Columns of a statement that a clerk names: the answer is read, remembered for the company, and whoever says otherwise later is told (D49).

import { canBeRead, type NamedKind } from '@paywages/domain/bank-statements/statement-layout.ts'
import { type StatementAnswer, statementAnswer } from '@paywages/wire/bank-statements/column-answer.ts'
import { statementColumnWords } from '@paywages/wire/bank-statements/messages.ts'
import { jsonText } from '@paywages/wire/values.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { columnName } from '../adapters/spreadsheet/row-sink.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { lockLayout, replaceLayout } from '../payouts/layout-store.ts'
import { Refused } from '../refused.ts'

/** What the person said, or a refusal of what is no answer. */
export function readStatementAnswer(json: string | undefined): StatementAnswer | undefined {
  if (json === undefined) return undefined
  const parsed = jsonText(statementAnswer).safeParse(json)
  if (!parsed.success || !parsed.data.key.startsWith('statement|')) throw new Refused('malformed')
  const columns = Object.values(parsed.data.fields)
  if (new Set(columns).size < columns.length || !canBeRead(parsed.data.fields)) throw new Refused('malformed')
  return parsed.data
}

/** In the transaction that stores the statement: an answer that led to nothing is not remembered. */
export async function rememberColumns(
  tx: Tx,
  by: Actor,
  { key, fields, remember, layoutId: seen }: StatementAnswer,
  file: { readonly name: string; readonly sha256: string },
): Promise<void> {
  const { providerId, accountId } = by.person
  let layoutId: number | undefined
  if (remember) {
    const known = await lockLayout(tx, providerId, key)
    if (known && placesOf(known.fields) === placesOf(fields)) return
    if (known && known.layoutId !== seen)
      throw new Refused('statement-layout-changed', { name: known.chosenBy })
    const layout = { providerId, key, fields, accountId, at: by.at } as const
    layoutId = await replaceLayout(tx, {
      ...layout,
      amountIs: 'gross',
      amountAsked: false,
      kind: 'statement',
    })
  }
  await recordEntry(tx, by, {
    action: 'name-statement-columns',
    object:
      layoutId === undefined
        ? { kind: 'file', id: file.sha256, name: file.name }
        : { kind: 'sheet-layout', id: layoutId, name: file.name },
    after: { sheetColumns: columnWords(fields) },
  })
}

function columnWords(fields: StatementAnswer['fields']): string[] {
  return Object.entries(fields).map(
    ([kind, column]) => `${columnName(column)} 列 → ${statementColumnWords[kind as NamedKind]}`,
  )
}

function placesOf(fields: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(fields)
    .map(([kind, column]) => `${kind}:${column}`)
    .sort()
    .join('|')
}
