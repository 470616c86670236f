// The calls of the detail query: one filter for list, counts and download.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { readPayoutNo } from '@paywages/domain/payouts/payout-no.ts'
import { MAX_COUNTED_BY_NAME, pageOf } from '@paywages/wire/paging.ts'
import { MAX_SORTED } from '@paywages/wire/payouts/sorted-details.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Services } from '../app-services.ts'
import { exportList } from '../exports/export-list.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { detailExport } from './detail-sheet.ts'
import { pageOfDetails } from './detail-sort-store.ts'
import { countDetails, type DetailFilter, isByNameAlone } from './detail-store.ts'
import { processingFen } from './detail-sums-store.ts'
import { findRecord } from './record-store.ts'
import { shownRow } from './shown-row.ts'

type DetailCalls = 'payDetails' | 'payoutRecord' | 'payDetailCounts' | 'downloadDetails'

export function detailRoutes(services: Services): Pick<Handlers, DetailCalls> {
  const { database } = services
  return {
    // At one moment: pages beyond the middle are counted from the end.
    payDetails: ({ input, scope }) =>
      database.read(async (tx) => {
        const filter = filterOf(services, scope, input)
        const { rows, count } = await pageOfDetails(tx, filter, pageOf(input), input.sort, {
          most: MAX_SORTED,
        })
        return { rows: rows.map((row) => shownRow(services, row, false)), count }
      }),
    payoutRecord: ({ input, scope }) =>
      database.read(async (tx) => {
        const found = await findRecord(tx, scope, input.rowId)
        if (!found) throw new Refused('not-found')
        return shownRow(services, found, false)
      }),
    // Sums of several queries.
    payDetailCounts: ({ input, scope }) =>
      database.read(async (tx) => {
        const filter = filterOf(services, scope, input)
        const { succeededFen, failedFen, ...counts } = await countDetails(tx, filter)
        if (isByNameAlone(filter) && counts.total > MAX_COUNTED_BY_NAME) return counts
        const totalFen = succeededFen + failedFen + (await processingFen(tx, filter))
        return { ...counts, succeededFen, failedFen, totalFen }
      }),
    downloadDetails: ({ input, by, scope }) =>
      exportList(services, by, detailExport, filterOf(services, scope, input)),
  }
}

type DetailInput = {
  readonly name?: string | undefined
  readonly idCardNo?: string | undefined
  readonly providerId?: number | undefined
  readonly status?: keyof typeof SHOWN | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** The states that the filter offers; 4 is "all", and cancelled rows are never listed (spec §4.2, D23). */
const SHOWN = { '0': 'processing', '1': 'succeeded', '2': 'failed', '4': undefined } as const

function filterOf(services: Services, scope: Scope, input: DetailInput): DetailFilter {
  const { name, idCardNo, providerId, status, from, to } = input
  // Nobody's name is the number of a payout: whoever has it copied finds it in the same field.
  const number = name === undefined ? undefined : readPayoutNo(name)
  return {
    scope,
    providerId,
    name: number === undefined ? name : undefined,
    number,
    idHashes: idCardNo ? services.cipher.lookupHashes(idCardNo.toUpperCase(), ID_CARD_NO) : undefined,
    status: status === undefined ? undefined : SHOWN[status],
    from: from && withinCalendar(from),
    to: to && withinCalendar(to),
  }
}

/** Days are written with four digits of a year; nothing is paid later than that. */
const LAST_MOMENT = new Date('9999-12-30T00:00:00Z')

function withinCalendar(at: Date): Date {
  return at > LAST_MOMENT ? LAST_MOMENT : at
}
