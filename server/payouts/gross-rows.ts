// Turns the net amounts of a sheet into gross ones, row by row in its order, where tax is withheld (docs/rules/tax.md).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import { amountOf, type RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import { grossForNet } from '@paywages/domain/tax/gross-for-net.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { withPayment } from '@paywages/domain/tax/withhold.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import { packRows, type RowPack, unpackRows } from '../adapters/spreadsheet/row-packing.ts'
import type { Services } from '../app-services.ts'
import type { ProviderRecord } from '../providers/store.ts'
import { monthsOf } from './tax-history-store.ts'

/** A person's earlier rows count for the later; `nets` keeps what was asked, by row number. What cannot be read stays as it is, to be refused. */
export async function* grossRows(
  services: Services,
  provider: ProviderRecord,
  at: Date,
  packs: AsyncIterable<RowPack>,
  nets: Map<number, Fen>,
): AsyncGenerator<RowPack> {
  const day = shanghaiDay(at)
  const { providerId, taxMethod: method, gapRule } = provider
  const taxCase = { method, settings: { gapRule }, tables: services.taxTables }
  const histories = new Map<string, readonly MonthSoFar[]>()
  for await (const pack of packs) {
    if (!pack.isNet) {
      yield pack
      continue
    }
    const rows = unpackRows(pack.packed).map((row) => ({
      row,
      hash: services.cipher.lookupHash(row.idCardNo, ID_CARD_NO),
    }))
    const unseen = [...new Set(rows.map(({ hash }) => hash))].filter((hash) => !histories.has(hash))
    const found = await services.database.query((tx) => monthsOf(tx, providerId, unseen, day))
    for (const hash of unseen) histories.set(hash, found.get(hash) ?? [])
    const turned = rows.map(({ row, hash }): RawRow => {
      const netFen = amountOf(row)
      if (netFen === undefined) return row
      const history = histories.get(hash) ?? []
      const { grossFen, withheldFen } = grossForNet({ ...taxCase, history, day, netFen })
      nets.set(row.rowNumber, netFen)
      histories.set(hash, withPayment(history, { day, amountFen: grossFen }, withheldFen))
      return { ...row, amount: formatYuan(grossFen) }
    })
    yield packRows(turned)
  }
}
