// Streams the payouts of the detail query as .xlsx, in full, with the filters of the list (D33).

import { shanghaiDay, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import { type Cell, type Column, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { type DetailFilter, type DetailRecord, eachDetail } from './detail-store.ts'
import { DETAIL_TITLES, detailsName, SHEET_NAMES, STATUS_WORDS } from './labels.ts'
import { openRow } from './seal-row.ts'

export async function exportDetails(house: House, by: Actor, filter: DetailFilter): Promise<Download> {
  const { from, to, status, providerId } = filter
  await house.database.transact((tx) =>
    recordEntry(tx, by, {
      action: 'export-details',
      object: { kind: 'payout-details', id: providerId ?? 'all' },
      ...(providerId === undefined ? {} : { providerId }),
      after: {
        status: status ?? 'all',
        from: from ? shanghaiSecond(from) : '',
        to: to ? shanghaiSecond(to) : '',
        byPerson: Boolean(filter.name) || filter.idHashes !== undefined,
      },
    }),
  )
  const stream = writeXlsx(rowsOf(house, filter), { sheetName: SHEET_NAMES.rows, columns: COLUMNS })
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { stream, name: detailsName(shanghaiDay(by.at)), contentType, inline: false }
}

const text = (title: string, width: number): Column => ({ title, width, kind: 'text' })
const money = (title: string): Column => ({ title, width: 14, kind: 'money' })
const t = DETAIL_TITLES

const COLUMNS: Column[] = [
  text(t.batchNo, 16),
  text(t.company, 20),
  text(t.name, 12),
  text(t.idCardNo, 22),
  text(t.phone, 14),
  text(t.bank, 20),
  text(t.cardNo, 24),
  money(t.amount),
  money(t.tax),
  money(t.fee),
  text(t.month, 10),
  text(t.remark, 24),
  text(t.status, 10),
  text(t.error, 24),
  text(t.payoutAt, 20),
]

/** One read transaction holds one moment, however long the download takes. */
async function* rowsOf(house: House, filter: DetailFilter): AsyncGenerator<Cell[]> {
  for await (const row of house.database.stream((tx) => eachDetail(tx, filter))) yield cellsOf(house, row)
}

function cellsOf(house: House, row: DetailRecord): Cell[] {
  const { idCardNo, phone, cardNo } = openRow(house.cipher, row.sealed)
  return [
    { text: row.batchNo },
    { text: row.providerName },
    { text: row.name },
    { text: idCardNo },
    { text: phone },
    { text: row.bank },
    { text: cardNo },
    { fen: row.amountFen },
    { fen: row.taxFen },
    { fen: row.feeFen },
    { text: row.month },
    { text: row.remark },
    { text: STATUS_WORDS[row.status] },
    { text: row.error },
    { text: shanghaiSecond(row.payoutAt) },
  ]
}
