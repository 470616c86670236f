// A format while it is typed: columns whose content nobody has chosen yet, what is still wrong, and how it would be written.

import type { BankFormat, Field, FormatDraft } from '@paywages/domain/bank-files/bank-format.ts'
import {
  judgeFormat,
  type TypedColumn,
  type TypedDraft,
  tidyDraft,
} from '@paywages/domain/bank-files/format-rules.ts'
import { judgeRows } from '@paywages/domain/bank-files/judge-rows.ts'
import { layOutLines } from '@paywages/domain/bank-files/lay-out.ts'
import { SAMPLE_BATCH_NO, SAMPLE_PAYMENTS } from '@paywages/domain/bank-files/sample-payments.ts'
import { splitFiles } from '@paywages/domain/bank-files/split-files.ts'
import { proposeColumns } from '@paywages/domain/bank-files/template-headings.ts'
import type { BankTemplate } from '@paywages/wire/bank-files/format-shapes.ts'
import { formatFaultWords } from '@paywages/wire/bank-files/format-words.ts'
import { editorLabels as labels } from './format-labels.ts'

/** Each with a number of its own, so that a line keeps its place on the screen when others move. */
export type OpenColumn = Omit<TypedColumn, 'field'> & {
  readonly id: number
  readonly field: Field | undefined
}
export type OpenDraft = Omit<TypedDraft, 'columns'> & { readonly columns: readonly OpenColumn[] }

let ids = 0
export const newColumn = (column: Omit<OpenColumn, 'id'>): OpenColumn => {
  ids += 1
  return { ...column, id: ids }
}

export const EMPTY_DRAFT: OpenDraft = {
  name: '',
  container: 'xlsx',
  encoding: 'utf-8',
  columns: [],
  hasHeading: true,
  rowsPerFile: 500,
  purpose: '劳务报酬',
}

export const openDraft = (draft: TypedDraft): OpenDraft => ({
  ...draft,
  columns: draft.columns.map((column) => newColumn(column)),
})

/** The template's columns with what is proposed for each; what is above the headings may be kept. */
export function fromTemplate(draft: OpenDraft, template: BankTemplate, headingAt: number): OpenDraft {
  const { container, encoding, separator, lines } = template
  const cells = (lines[headingAt] ?? []).filter((cell) => cell !== '')
  return {
    ...draft,
    container,
    encoding,
    separator,
    hasHeading: true,
    lead: lines.slice(0, headingAt),
    columns: proposeColumns(cells).map((column) => newColumn(column)),
  }
}

/** Undefined while a column has no content yet. */
export function closedDraft({ columns, ...rest }: OpenDraft): FormatDraft | undefined {
  const closed = columns.flatMap(({ id: _, field, ...column }) =>
    field === undefined ? [] : [{ ...column, field }],
  )
  return closed.length < columns.length ? undefined : tidyDraft({ ...rest, columns: closed })
}

const asFormat = (draft: FormatDraft): BankFormat => ({ ...draft, key: '', version: 1, effectiveFrom: '' })

export type Shown = {
  readonly faults: readonly string[]
  readonly lines: readonly (readonly string[])[]
  readonly fileName: string
}

export function shownOf(open: OpenDraft, day: string): Shown {
  const nothing = { lines: [], fileName: '' }
  const draft = closedDraft(open)
  if (draft === undefined) {
    const unset = open.columns.filter(({ field }) => field === undefined)
    return { faults: unset.map(({ heading }) => labels.unset(heading)), ...nothing }
  }
  const faults = judgeFormat(draft).map(formatFaultWords)
  if (faults.length > 0) return { faults, ...nothing }
  const format = asFormat(draft)
  const narrow = judgeRows(format, SAMPLE_PAYMENTS)
  if (narrow.length > 0)
    return { faults: [...new Set(narrow.map(({ heading }) => labels.tooNarrow(heading)))], ...nothing }
  return {
    faults: [],
    lines: layOutLines(format, SAMPLE_PAYMENTS, day).lines,
    fileName: splitFiles(format, SAMPLE_BATCH_NO, SAMPLE_PAYMENTS, day)[0]?.name ?? '',
  }
}
