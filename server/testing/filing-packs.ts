// Payouts in months past, and filing packs read back as other programs read them.

import * as XLSX from '@e965/xlsx'
import type { Client } from './client.ts'
import { type StoredBatch, settleAll } from './payout-batches.ts'
import type { SheetRow } from './payout-sheet.ts'
import { type ProviderFixture, startedBatch } from './provider-fixture.ts'
import type { TestServices } from './test-services.ts'

/** One payout that begins at that time, in Shanghai's month of it. */
export async function startAt(
  services: TestServices,
  place: ProviderFixture,
  at: string,
  person: SheetRow,
  amount: string,
): Promise<StoredBatch> {
  services.clock.set(new Date(at))
  const remark = `${at} ${amount}`
  return startedBatch(services, place, [{ ...person, amount, month: at.slice(0, 7), remark }])
}

export async function payAt(...[services, ...payout]: Parameters<typeof startAt>): Promise<StoredBatch> {
  const batch = await startAt(services, ...payout)
  await settleAll(services)
  return batch
}

export type PackLine = Readonly<Record<string, string | number>>
export type Pack = { readonly book: XLSX.WorkBook; readonly sheets: Readonly<Record<string, PackLine[]>> }

/** Its lines by their headings; empty cells are empty texts. */
export function readPack(bytes: Uint8Array): Pack {
  const book = XLSX.read(bytes)
  const sheets = Object.entries(book.Sheets).map(([name, sheet]): [string, PackLine[]] => [
    name,
    XLSX.utils.sheet_to_json<PackLine>(sheet, { defval: '' }),
  ])
  return { book, sheets: Object.fromEntries(sheets) }
}

export async function downloadPack(
  client: Client,
  name: 'downloadDeclaration' | 'downloadCorrectedMonth' | 'downloadPlatformReport' | 'downloadVatReport',
  fields: Readonly<Record<string, string>>,
): Promise<Pack & { readonly fileName: string; readonly bytes: Uint8Array }> {
  const { bytes, fileName } = await downloadFiling(client, name, fields)
  return { ...readPack(bytes), fileName, bytes }
}

export async function downloadFiling(
  client: Client,
  name:
    | 'downloadDeclaration'
    | 'downloadCorrectedMonth'
    | 'downloadPlatformReport'
    | 'downloadVatReport'
    | 'downloadImport',
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly bytes: Uint8Array; readonly fileName: string }> {
  const { raw, http, body } = await client.wire(name, fields)
  if (http !== 200) throw new Error(`${name} was refused: ${JSON.stringify(body)}`)
  const [, fileName = ''] = /filename\*=UTF-8''([^;]+)/.exec(String(raw.headers['content-disposition'])) ?? []
  return { bytes: raw.rawPayload, fileName: decodeURIComponent(fileName) }
}
