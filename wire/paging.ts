// Paging as every list asks for it: 0-based index and size, 10 by default, 100 at most (D3).

import { z } from 'zod'
import { same } from './shape.ts'

export const PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 100

/**
 * So far the lists of the audit log and of people count: a total above it says that there are more, not how many (ADR 92). Pages lie
 * within it; whoever looks for more narrows the filter.
 */
export const MAX_COUNTED = 10_000

/** So far payouts are counted whose filter is a part of a name: a common character finds a tenth of all that were ever paid (ADR 92). */
export const MAX_COUNTED_BY_NAME = 1_000

const MALFORMED = '分页参数不正确'

export type Page = { readonly index: number; readonly size: number }

const size = z
  .codec(
    z.string().regex(/^\d{1,3}$/, MALFORMED),
    z.number().min(1, MALFORMED).max(MAX_PAGE_SIZE, MALFORMED),
    {
      decode: Number,
      encode: String,
    },
  )
  .optional()

export const paging = same({
  index: z
    .codec(z.string().regex(/^\d{1,7}$/, MALFORMED), z.number(), { decode: Number, encode: String })
    .optional(),
  size,
})

/**
 * The one list that sends the page as people count it (D3): 1 on the wire is 0 in the code, and missing is the first. 0 is
 * refused: whoever counts from 0 would get the first page twice and never the last.
 */
export const pagingFromOne = same({
  index: z
    .codec(z.string().regex(/^[1-9]\d{0,6}$/, MALFORMED), z.number(), {
      decode: (page) => Number(page) - 1,
      encode: (index) => String(index + 1),
    })
    .optional(),
  size,
})

/** The page a list call asks for, with the defaults filled in. */
export function pageOf(input: { index?: number | undefined; size?: number | undefined }): Page {
  return { index: input.index ?? 0, size: input.size ?? PAGE_SIZE }
}
