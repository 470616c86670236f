// The published texts of the statement of a year: new ones carry the newest, each version keeps its own (ADR 38).

import { z } from 'zod'
import { newestOf, type Published, readPublished } from '../../adapters/pdf-writer/published-text.ts'

export const PUBLISHED: readonly Published[] = [
  { version: '1', digest: '33dfd02a0b9a4cf04691ba69ad0265aa00f9cd96ded6f31fe261dcc889143121' },
]

const FOLDER = new URL('./year-texts/', import.meta.url)

const words = z.string()
const schema = z.object({
  title: words,
  facts: z.object({ name: words, idCardNo: words, year: words, made: words }),
  wholeYear: words,
  untilMonth: words,
  several: words,
  blank: words,
  summary: z.object({ income: words, tax: words }),
  columns: z.array(words),
  payer: z.object({
    heading: words,
    taxpayerId: words,
    number: words,
    version: words,
    through: words,
    method: words,
    methodOfMonths: words,
    methodSeparator: words,
    total: words,
  }),
  numerals: z.array(words),
  overview: z.object({ heading: words, columns: z.array(words), total: words }),
  methods: z.object({
    cumulative: z.object({ everything: words, months: words, nothing: words }),
    perPayment: words,
    none: words,
  }),
  corrections: z.object({ reversed: words, late: words, separator: words }),
  superseded: words,
  unit: words,
  notes: z.array(words),
})

export type YearText = Published & z.output<typeof schema> & { readonly template: URL }

/** Read at the start: a text that is not what was published keeps the process from starting. */
export function readYearTexts(published = PUBLISHED, folder = FOLDER): ReadonlyMap<string, YearText> {
  return new Map(
    published.map((one) => {
      const template = new URL(`year-v${one.version}.typ`, folder)
      const read = readPublished(one, [new URL(`year-v${one.version}.json`, folder), template])
      return [one.version, { ...one, ...schema.parse(read), template }]
    }),
  )
}

const TEXTS = readYearTexts()

export const NEWEST_TEXT = newestOf(PUBLISHED)

export function yearText(version: string): YearText {
  const text = TEXTS.get(version)
  if (!text) throw new Error(`no text ${version} of the statement of a year is published`)
  return text
}
