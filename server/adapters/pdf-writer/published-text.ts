// Published texts of PDFs: a version is followed by a newer one and never changed, which its digest proves.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The digest stands in the code beside the version; PDFs are known by both. */
export type Published = { readonly version: string; readonly digest: string }

export function newestOf(versions: readonly Published[]): Published {
  const last = versions.at(-1)
  if (!last) throw new Error('no text is published')
  return last
}

/** Of words and layout alike: the PDF is both. */
export function digestOf(files: readonly URL[]): string {
  const whole = createHash('sha256')
  for (const file of files) whole.update(readFileSync(file)).update('\0')
  return whole.digest('hex')
}

/** The words, which stand in the first file; refused where any of the files is not what was published. */
export function readPublished(published: Published, files: readonly [URL, ...URL[]]): unknown {
  if (digestOf(files) !== published.digest)
    throw new Error(`the published text ${files[0].pathname.split('/').at(-1)} is not what was published`)
  return JSON.parse(readFileSync(files[0], 'utf8'))
}

/** In one pass, so that a name that looks like a field stays a name. */
export function fillIn(text: string, fields: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (value === undefined) throw new Error(`the text has no field ${field}`)
    return value
  })
}

export type Clause = { readonly heading: string; readonly paragraphs: string[] }

export function fillClauses(
  clauses: readonly Clause[],
  fields: Readonly<Record<string, string>>,
): { heading: string; paragraphs: string[] }[] {
  return clauses.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.map((words) => fillIn(words, fields)),
  }))
}

/** What a reader compares a PDF by: of the published text and of all that the page says. */
export function checkCode({ digest }: Published, page: object): string {
  const whole = createHash('sha256').update(digest).update(JSON.stringify(page)).digest('hex')
  return whole.slice(0, 16).toUpperCase()
}
