// Shows one row's personal data in full, and writes down who looked (D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { RevealKind } from '@paywages/wire/personal/endpoints.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'

export type Revealed = {
  readonly name: string
  /** Null: of every provider. */
  readonly providerId: number | null
  readonly idCardNo: string
  readonly phone: string
  readonly cardNo: string
}

/** How each kind of row is found inside the scope; the slices that own them hand this in. */
export type Finders = Readonly<
  Record<RevealKind, (tx: Tx, scope: Scope, id: number) => Promise<Revealed | undefined>>
>

export function personalRoutes(services: Services, find: Finders): Pick<Handlers, 'revealPersonal'> {
  return {
    revealPersonal: ({ input, by, scope }) =>
      services.database.transact(async (tx) => {
        const found = await find[input.kind](tx, scope, Number(input.id))
        if (!found) throw new Refused('not-found')
        const object = { kind: input.kind, id: input.id, name: found.name }
        await recordEntry(tx, by, { action: 'read-personal-data', object, providerId: found.providerId })
        const { idCardNo, phone, cardNo } = found
        return { idCardNo, phone, cardNo }
      }),
  }
}
