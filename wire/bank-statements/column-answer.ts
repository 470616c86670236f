// What a clerk said that the columns of a statement hold, as the field `columns` of an upload carries it, and what was asked.

import { NAMED_KINDS } from '@paywages/domain/bank-statements/statement-layout.ts'
import { z } from 'zod'

const column = z.number().int().min(0).max(99)
const namedKind = z.enum(NAMED_KINDS)

export const statementAnswer = z.object({
  key: z.string().max(2_000),
  fields: z.partialRecord(namedKind, column),
  remember: z.boolean(),
  /** The layout's number that the person was shown; null where none was remembered. */
  layoutId: z.number().nullable(),
})
export type StatementAnswer = z.output<typeof statementAnswer>

/** In the field `question` of the refusal `statement-columns-unclear`, as JSON. */
export const statementQuestion = z.object({
  key: z.string(),
  /** Of a PDF; its lines are counted on that page. */
  page: z.number().optional(),
  headingRow: z.number(),
  rowCount: z.number(),
  columns: z.array(
    z.object({
      column,
      heading: z.string(),
      samples: z.array(z.string()),
      field: namedKind.nullable(),
    }),
  ),
})
export type AskedStatement = z.output<typeof statementQuestion>
