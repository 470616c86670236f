// Makes web/public/templates/payout-template.xlsx, the sheet that people fill in (D13); the same words give the same bytes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipParts } from '@paywages/server/adapters/spreadsheet/zip-stream.ts'
import { templateParts } from './payout-template/parts.ts'

export const TEMPLATE_PATH = join(import.meta.dirname, '../web/public/templates/payout-template.xlsx')

export async function payoutTemplate(): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipParts(templateParts())) chunks.push(chunk)
  return Buffer.concat(chunks)
}

if (import.meta.main) {
  const template = await payoutTemplate()
  writeFileSync(TEMPLATE_PATH, template)
  console.log(`${TEMPLATE_PATH}: ${template.length} bytes`)
}
