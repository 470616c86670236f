// Payouts in months past, and filing packs read back as other programs read them.

import * as XLSX from '@e965/xlsx'
import type { Client } from './client.ts'
import { type StoredBatch, settleAll } from './payout-batches.ts'
import type { SheetRow } from './payout-sheet.ts'
import type { TestHouse } from './test-house.ts'
import { startedBatch, type Workplace } from './workplace.ts'

/** One payout that begins at that time, in Shanghai's month of it. */
export async function startAt(
  house: TestHouse,
  place: Workplace,
  at: string,
  person: SheetRow,
  amount: string,
): Promise<StoredBatch> {
  house.clock.set(new Date(at))
  const remark = `${at} ${amount}`
  return startedBatch(house, place, [{ ...person, amount, month: at.slice(0, 7), remark }])
}

export async function payAt(...[house, ...payout]: Parameters<typeof startAt>): Promise<StoredBatch> {
  const batch = await startAt(house, ...payout)
  await settleAll(house)
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
  name: 'downloadDeclaration' | 'downloadPlatformReport',
  fields: Readonly<Record<string, string>>,
): Promise<Pack & { readonly fileName: string }> {
  const { raw, http, body } = await client.wire(name, fields)
  if (http !== 200) throw new Error(`${name} was refused: ${JSON.stringify(body)}`)
  const [, fileName = ''] = /filename\*=UTF-8''([^;]+)/.exec(String(raw.headers['content-disposition'])) ?? []
  return { ...readPack(raw.rawPayload), fileName: decodeURIComponent(fileName) }
}
