// The published texts of the tax certificate: new ones carry the newest, each keeps its own (D28).

import { z } from 'zod'
import { newestOf, type Published, readPublished } from '../../adapters/pdf-writer/published-text.ts'

export const PUBLISHED: readonly Published[] = [
  { version: '1', digest: '9da040ed9ed60e54c0b4ed53c050e95847a0282bad8983545990ce3f4db306e6' },
  { version: '2', digest: 'f08f6af04a88116d60e0895e26bdfdce57b34b81f0175098f78ceb595dde16f6' },
]

const FOLDER = new URL('./statement-texts/', import.meta.url)

const schema = z.object({
  title: z.string(),
  facts: z.object({
    payer: z.string(),
    taxpayerId: z.string(),
    name: z.string(),
    idCardNo: z.string(),
    month: z.string(),
    made: z.string(),
  }),
  monthWords: z.string(),
  blank: z.string(),
  summary: z.object({ income: z.string(), tax: z.string(), incomeOnly: z.string() }),
  payments: z.object({ heading: z.string(), columns: z.array(z.string()), none: z.string() }),
  corrections: z.object({
    heading: z.string(),
    columns: z.array(z.string()),
    reversed: z.string(),
    late: z.string(),
  }),
  total: z.string(),
  notWithheld: z.string(),
  calculation: z.object({
    heading: z.string(),
    ownCosts: z.string(),
    ownDeduction: z.string(),
    income: z.string(),
    costs: z.string(),
    deduction: z.string(),
    /** Absent from the first text: nobody had any. */
    exempt: z.string().optional(),
    otherDeduction: z.string().optional(),
    beforeRelief: z.string().optional(),
    relief: z.string().optional(),
    taxable: z.string(),
    rate: z.string(),
    quickDeduction: z.string(),
    due: z.string(),
    withheldBefore: z.string(),
    withheldNow: z.string(),
    over: z.string(),
    short: z.string(),
    settled: z.string(),
    how: z.string(),
    /** Whether the reasoning says from which month it counts; the first text did not. */
    tellsStart: z.boolean().default(false),
    nothingLeft: z.string(),
    notWithheld: z.string(),
  }),
  year: z.object({ heading: z.string(), income: z.string(), tax: z.string() }),
  notes: z.object({ withheld: z.array(z.string()), notWithheld: z.array(z.string()) }),
  seal: z.object({ payer: z.string(), place: z.string(), date: z.string() }),
})

export type CertificateText = Published & z.output<typeof schema> & { readonly template: URL }

/** Read at the start: a text that is not what was published keeps the process from starting. */
export function readCertificateTexts(
  published = PUBLISHED,
  folder = FOLDER,
): ReadonlyMap<string, CertificateText> {
  return new Map(
    published.map((one) => {
      const template = new URL(`statement-v${one.version}.typ`, folder)
      const words = readPublished(one, [new URL(`statement-v${one.version}.json`, folder), template])
      return [one.version, { ...one, ...schema.parse(words), template }]
    }),
  )
}

const TEXTS = readCertificateTexts()

export const NEWEST_TEXT = newestOf(PUBLISHED)

export function certificateText(version: string): CertificateText {
  const text = TEXTS.get(version)
  if (!text) throw new Error(`no statement text ${version} is published`)
  return text
}
