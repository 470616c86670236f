// Shows one row's personal data in full, and writes down who looked (D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { RevealKind } from '@paywages/wire/personal/endpoints.ts'
import { LIMIT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { takeLimitUser } from '../limits/store.ts'
import { findRow } from '../payouts/row-store.ts'
import { openRow } from '../payouts/seal-row.ts'
import { Refused } from '../refused.ts'

type Revealed = { name: string; providerId: number | null; idCardNo: string; phone: string; cardNo: string }

/** How each kind of row is found inside the scope. */
function finders(
  house: House,
): Record<RevealKind, (tx: Tx, scope: Scope, id: number) => Promise<Revealed | undefined>> {
  return {
    'payout-row': async (tx, scope, id) => {
      const row = await findRow(tx, scope, id)
      return row && { name: row.name, providerId: row.providerId, ...openRow(house.cipher, row.sealed) }
    },
    'limit-user': async (tx, scope, id) => {
      if (id > 2_147_483_647) return undefined
      const user = await takeLimitUser(tx, scope, id)
      return (
        user && {
          name: user.name,
          providerId: user.providerId,
          idCardNo: house.cipher.open(user.sealedId, LIMIT_SEAL),
          phone: '',
          cardNo: '',
        }
      )
    },
  }
}

export function personalRoutes(house: House): Pick<Handlers, 'revealPersonal'> {
  const find = finders(house)
  return {
    revealPersonal: ({ ask, by, scope }) =>
      house.database.transact(async (tx) => {
        const found = await find[ask.kind](tx, scope, Number(ask.id))
        if (!found) throw new Refused('not-found')
        const object = { kind: ask.kind, id: ask.id, name: found.name }
        await recordEntry(tx, by, { action: 'read-personal-data', object, providerId: found.providerId })
        const { idCardNo, phone, cardNo } = found
        return { idCardNo, phone, cardNo }
      }),
  }
}
