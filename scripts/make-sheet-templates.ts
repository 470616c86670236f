// Makes web/public/templates: the sheets that people fill in, of payouts (D13), of people (D26) and of tax adjustments; the same words give the same bytes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipParts } from '@paywages/server/adapters/zip/zip-stream.ts'
import {
  ADJUSTMENT_TEMPLATE,
  PAYOUT_TEMPLATE,
  PEOPLE_TEMPLATE,
  type Template,
} from './sheet-template/guide.ts'
import { templateParts } from './sheet-template/parts.ts'

const FOLDER = join(import.meta.dirname, '../web/public/templates')

export const TEMPLATES = [
  { template: PAYOUT_TEMPLATE, path: join(FOLDER, 'payout-template.xlsx') },
  { template: PEOPLE_TEMPLATE, path: join(FOLDER, 'people-template.xlsx') },
  { template: ADJUSTMENT_TEMPLATE, path: join(FOLDER, 'adjustment-template.xlsx') },
] as const

export async function makeTemplate(template: Template): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipParts(templateParts(template))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

if (import.meta.main) {
  for (const { template, path } of TEMPLATES) {
    const made = await makeTemplate(template)
    writeFileSync(path, made)
    console.log(`${path}: ${made.length} bytes`)
  }
}
