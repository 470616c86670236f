// The published text of the enterprise contract: new papers carry the newest, none is ever changed (D29).

import { z } from 'zod'
import { newestOf, type Published, readPublished } from '../adapters/pdf-writer/published-text.ts'

export const PUBLISHED: readonly Published[] = [
  { version: '1', digest: 'e3c46dfebc117c786a017470577f6fa384b27d9d6f07d4c76356e9b8f663a20a' },
]

const FOLDER = new URL('./contract-texts/', import.meta.url)

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
