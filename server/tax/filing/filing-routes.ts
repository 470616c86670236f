// The calls of 报税申报: filings of a month, their packs, and people above the limit.

import { pageOf } from '@paywages/wire/paging.ts'
import type { House } from '../../house.ts'
import type { Handlers } from '../../http/call.ts'
import { downloadDeclaration } from './download-declaration.ts'
import { downloadPlatformReport } from './download-platform-report.ts'
import { listFilings } from './filing-list-store.ts'
import { listHighEarners } from './high-earner-store.ts'

type FilingCalls = 'listFilings' | 'downloadDeclaration' | 'downloadPlatformReport' | 'highEarners'

export function filingRoutes(house: House): Pick<Handlers, FilingCalls> {
  const { database, cipher } = house
  return {
    listFilings: ({ ask, scope }) =>
      database.look((tx) =>
        listFilings(tx, { scope, month: ask.month, providerId: ask.providerId }, pageOf(ask)),
      ),
    downloadDeclaration: ({ ask, by }) => downloadDeclaration(house, by, ask),
    downloadPlatformReport: ({ ask, by, scope }) => downloadPlatformReport(house, by, { ...ask, scope }),
    highEarners: ({ ask, scope }) =>
      database.look((tx) => listHighEarners(tx, cipher, { scope, month: ask.month }, pageOf(ask))),
  }
}
