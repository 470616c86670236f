// The published text of the enterprise contract: new PDFs carry the newest, none is ever changed (D29).

import { z } from 'zod'
import { newestOf, type Published, readPublished } from '../adapters/pdf-writer/published-text.ts'

export const PUBLISHED: readonly Published[] = [
  { version: '1', digest: 'a57258327430043f215420e24151ffa77a2ebf1c61c5a77618359166093da9a4' },
]

const FOLDER = new URL('../contracts/contract-texts/', import.meta.url)

const schema = z.object({
  parties: z.array(z.object({ heading: z.string(), lines: z.array(z.tuple([z.string(), z.string()])) })),
  preamble: z.string(),
  clauses: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
})

export type EnterpriseText = Published & z.output<typeof schema> & { readonly template: URL }

export function readEnterpriseText(published = PUBLISHED, folder = FOLDER): EnterpriseText {
  const newest = newestOf(published)
  const template = new URL(`enterprise-v${newest.version}.typ`, folder)
  const words = readPublished(newest, [new URL(`enterprise-v${newest.version}.json`, folder), template])
  return { ...newest, ...schema.parse(words), template }
}
