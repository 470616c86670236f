// Every version of the formats in scope with how it stands on a day: what people made, then what came with the release.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { versionState } from '@paywages/domain/bank-files/format-versions.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { BankFormatRow } from '@paywages/wire/bank-files/format-shapes.ts'
import { formatKind } from '@paywages/wire/bank-files/format-words.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { listPayingAccounts } from './account-store.ts'
import { draftOf } from './change-format.ts'
import { type ListedVersion, listFormats, shippedVersions } from './format-store.ts'

const NOBODYS = {
  providerName: '',
  proposerName: null,
  confirmerName: null,
  confirmedAt: null,
  withdrawerName: null,
  withdrawalReason: '',
}

export async function formatRows(
  tx: Tx,
  scope: Scope,
  providerId: number | undefined,
  at: Date,
): Promise<BankFormatRow[]> {
  const day = shanghaiDay(at)
  const accounts = await listPayingAccounts(tx, scope, providerId)
  const all: readonly ListedVersion[] = [
    ...(await listFormats(tx, scope, providerId)),
    ...shippedVersions().map((one) => ({ ...one, ...NOBODYS })),
  ]
  return all.map((one) => {
    const { format, withdrawnOn: _, ...version } = one
    const { key } = format
    return {
      ...version,
      effectiveFrom: format.effectiveFrom,
      key,
      name: format.name,
      kind: formatKind(format),
      unproven: format.unproven === true,
      state: versionState(
        one,
        all.filter((other) => other.format.key === key),
        day,
      ),
      accountCount: accounts.filter(({ formatKey, enabled }) => enabled && formatKey === key).length,
      draft: draftOf(format) as BankFormatRow['draft'],
    }
  })
}
