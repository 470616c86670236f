// A format of bank files as it travels: what it says, which version it is, what was read of a template (ADR 83).

import { CONTAINERS, FIELDS, PADS, TOTALS } from '@paywages/domain/bank-files/bank-format.ts'
import { ENCODINGS } from '@paywages/domain/bank-files/encoding.ts'
import { VERSION_STATES } from '@paywages/domain/bank-files/format-versions.ts'
import { AMOUNT_UNITS } from '@paywages/domain/bank-files/result-mapping.ts'
import { RESULT_LAYOUTS } from '@paywages/domain/bank-files/result-places.ts'
import { z } from 'zod'
import { at, same, shape } from '../shape.ts'
import { flag, instant, shown } from '../values.ts'
import { faultShape } from './shapes.ts'

/** Bounded here, so that nothing endless is judged; what it must be is said by domain/bank-files/format-rules.ts. */
const MAX_TEXT = 500
const MAX_LIST = 100
const words = z.string().max(MAX_TEXT)
const list = <T extends z.ZodType>(one: T) => z.array(one).max(MAX_LIST).readonly()

/** The same whether it comes or goes; lists are bounded where they come. */
const columnOf = <T extends z.ZodType<string, string>>(text: T) =>
  shape(
    same({
      heading: text,
      field: z.enum(FIELDS),
      text: text.optional(),
      width: z.number().optional(),
      pad: z.enum(PADS).optional(),
      required: z.boolean().optional(),
    }),
  )

const reasonOf = <T extends z.ZodType<string, string>>(text: T) => z.object({ bank: text, ours: text })

const mappingOf = <T extends z.ZodType<string, string>, W extends z.ZodType, R extends z.ZodType>(
  text: T,
  words: W,
  reasons: R,
) =>
  z.object({
    columns: z.object({
      reference: text.optional(),
      position: text.optional(),
      cardNo: text.optional(),
      name: text.optional(),
      amount: text.optional(),
      status: text.optional(),
      reason: text.optional(),
      serial: text.optional(),
      day: text.optional(),
    }),
    states: z.object({ succeeded: words, rejected: words, returned: words, processing: words }),
    reasons,
    layout: z.enum(RESULT_LAYOUTS).optional(),
    encoding: z.enum(ENCODINGS).optional(),
    unit: z.enum(AMOUNT_UNITS).optional(),
    above: z.number().optional(),
    totals: z
      .object({ at: z.enum(['first', 'last']), count: text.optional(), sum: text.optional() })
      .optional(),
  })

const fileOf = <T extends z.ZodType<string, string>>(text: T) => ({
  name: text,
  container: z.enum(CONTAINERS),
  encoding: z.enum(ENCODINGS),
  hasHeading: z.boolean(),
  totalsAt: z.enum(['first', 'last']).optional(),
  separator: text.optional(),
  rowsPerFile: z.number(),
  purpose: text,
  fileName: text.optional(),
})

export const formatDraftShape = shape(
  same({
    ...fileOf(words),
    columns: list(columnOf(words)),
    totals: list(z.union([z.enum(TOTALS), z.object({ text: words })])).optional(),
    totalsWidths: list(z.number()).optional(),
    lead: list(list(words)).optional(),
    ownBank: list(words).optional(),
    results: mappingOf(words, list(words), list(reasonOf(words))).optional(),
  }),
)

const shownDraftShape = shape(
  same({
    ...fileOf(shown),
    columns: z.array(columnOf(shown)),
    totals: z.array(z.union([z.enum(TOTALS), z.object({ text: shown })])).optional(),
    totalsWidths: z.array(z.number()).optional(),
    lead: z.array(z.array(shown)).optional(),
    ownBank: z.array(shown).optional(),
    results: mappingOf(shown, z.array(shown), z.array(reasonOf(shown))).optional(),
  }),
)

export const bankFormatShape = shape({
  /** 0 where it came with the release. */
  bankFormatId: at('formatId', z.number()),
  providerId: at('providerId', z.number()),
  providerName: at('providerName', shown),
  key: at('formatKey', shown),
  version: at('version', z.number()),
  name: at('formatName', shown),
  kind: at('formatKind', shown),
  unproven: at('unproven', flag),
  effectiveFrom: at('effectiveFrom', shown),
  state: at('state', z.enum(VERSION_STATES)),
  /** In how many accounts that are enabled it stands. */
  accountCount: at('accountNum', z.number()),
  proposerName: at('proposeName', shown.nullable()),
  confirmerName: at('confirmName', shown.nullable()),
  confirmedAt: at('confirmTime', instant.nullable()),
  withdrawerName: at('withdrawName', shown.nullable()),
  withdrawnAt: at('withdrawTime', instant.nullable()),
  withdrawalReason: at('withdrawReason', shown),
  draft: at('format', shownDraftShape),
})
export type BankFormatRow = z.output<typeof bankFormatShape>

/** How the first file of a real batch would look, cards and names masked; and which of its rows the format cannot hold. */
export const formatPreviewShape = shape({
  lines: at('lines', z.array(z.array(shown))),
  fileName: at('fileName', shown),
  fileCount: at('fileNum', z.number()),
  rowCount: at('rowNum', z.number()),
  faultCount: at('faultNum', z.number()),
  faults: at('faults', z.array(z.object({ rowNumber: z.number(), what: faultShape }))),
})
export type FormatPreviewData = z.output<typeof formatPreviewShape>

/** What was found in a template; which line has the headings is a proposal. */
export const templateShape = shape({
  name: at('fileName', shown),
  container: at('container', z.enum(CONTAINERS)),
  encoding: at('encoding', z.enum(ENCODINGS)),
  separator: at('separator', shown),
  lines: at('lines', z.array(z.array(shown))),
  headingAt: at('headingAt', z.number().nullable()),
})
export type BankTemplate = z.output<typeof templateShape>
