// Reads a sheet into validated and sealed entries: reading, sealing and validating overlap on their own threads.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { type SheetEntry, WholeSheet } from '@paywages/domain/payouts/sheet.ts'
import { amountOf, type RawRow, validateRowAlone } from '@paywages/domain/payouts/sheet-row.ts'
import type { SealedRow } from './seal-row.ts'

export type SealedEntry = SheetEntry & SealedRow

/** Chunks waiting for their seals: enough to keep the sealing thread busy, not enough to fill the memory. */
const IN_FLIGHT = 4

export async function readEntries(
  chunks: AsyncIterable<readonly RawRow[]>,
  sealing: (rows: readonly RawRow[]) => Promise<SealedRow[]>,
  today: Day,
  onChunk: (rows: number, bad: number) => Promise<void>,
): Promise<{ entries: SealedEntry[]; sheet: WholeSheet }> {
  const entries: SealedEntry[] = []
  const sheet = new WholeSheet()
  const pending: { rows: readonly RawRow[]; sealed: Promise<SealedRow[]> }[] = []
  let bad = 0
  const settle = async () => {
    const next = pending.shift()
    if (!next) return
    const sealed = await next.sealed
    for (const [index, row] of next.rows.entries()) {
      const own = sealed[index]
      if (!own) throw new Error('a row came back without its seal')
      const alone = validateRowAlone(row, today)
      if (alone.length > 0) bad += 1
      const amountFen = amountOf(row)
      const { idHash, phoneHash, cardHash, seal } = own
      const entry = {
        row,
        amountFen,
        alone,
        personKey: idHash,
        cardKey: cardHash,
        idHash,
        phoneHash,
        cardHash,
        seal,
      }
      sheet.add(entry)
      entries.push(entry)
    }
    await onChunk(entries.length, bad)
  }
  for await (const rows of chunks) {
    const sealed = sealing(rows)
    // Handled in settle(); without this, a thread that dies early would end the process.
    sealed.catch(() => undefined)
    pending.push({ rows, sealed })
    if (pending.length >= IN_FLIGHT) await settle()
  }
  while (pending.length > 0) await settle()
  return { entries, sheet }
}
