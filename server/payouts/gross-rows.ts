// Turns the net amounts of a sheet into gross ones, row by row in its order, where something is withheld (docs/rules/tax.md).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import { amountOf, type RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import type { Actor } from '../actor.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import { packRows, type RowPack, unpackRows } from '../adapters/spreadsheet/row-packing.ts'
import type { Services } from '../app-services.ts'
import type { ProviderRecord } from '../providers/store.ts'
import { type PaidBefore, PersonPayments, paidBefore } from './paid-before.ts'

/** A person's earlier rows count for the later; `nets` keeps what was asked, by row number. What cannot be read stays as it is, to be refused. */
export async function* grossRows(
  services: Services,
  provider: ProviderRecord,
  by: Actor,
  packs: AsyncIterable<RowPack>,
  nets: Map<number, Fen>,
): AsyncGenerator<RowPack> {
  const payments = new PersonPayments(services, provider, shanghaiDay(by.at))
  const people = new Map<string, PaidBefore>()
  for await (const pack of packs) {
    if (!pack.isNet) {
      yield pack
      continue
    }
    const rows = unpackRows(pack.packed).map((row) => ({
      row,
      hash: services.cipher.lookupHash(row.idCardNo, ID_CARD_NO),
    }))
    const unseen = [...new Set(rows.map(({ hash }) => hash))].filter((hash) => !people.has(hash))
    const found = await services.database.query((tx) => paidBefore(tx, provider, by, unseen))
    for (const [hash, before] of found) people.set(hash, before)
    const turned = rows.map(({ row, hash }): RawRow => {
      const netFen = amountOf(row)
      const before = people.get(hash)
      if (netFen === undefined || before === undefined) return row
      const { grossFen, after } = payments.forNet(before, netFen)
      nets.set(row.rowNumber, netFen)
      people.set(hash, after)
      return { ...row, amount: formatYuan(grossFen) }
    })
    yield packRows(turned)
  }
}
