// Every VAT rule for natural persons that has been in force, as data: a new announcement is a new entry here, and old entries never change.

import type { VatTables } from './vat-table.ts'

const EXEMPTION = 'Ministry of Finance and State Taxation Administration Announcement 2023 No. 19'
const HALVED = 'Ministry of Finance and State Taxation Administration Announcement 2023 No. 12'

export const VAT_TABLES: VatTables = {
  thresholds: [
    {
      effectiveFrom: '2023-01-01',
      lastDay: '2027-12-31',
      source: EXEMPTION,
      thresholdFen: 100_000_00n,
      // Early enough to act; a figure of its own, which follows neither the threshold nor the limit of new providers.
      watchFen: 92_000_00n,
    },
  ],
  levy: {
    rates: [
      {
        effectiveFrom: '2009-01-01',
        source: 'VAT Interim Regulations, Article 12',
        rateBasisPoints: 300n,
      },
      { effectiveFrom: '2026-01-01', source: 'VAT Law, Article 11', rateBasisPoints: 300n },
    ],
    reductions: [
      { effectiveFrom: '2023-01-01', lastDay: '2027-12-31', source: EXEMPTION, rateBasisPoints: 100n },
    ],
  },
  surcharges: [
    {
      kind: 'urban-maintenance',
      rates: [
        {
          effectiveFrom: '2021-09-01',
          source: 'Urban Maintenance and Construction Tax Law',
          // In cities; 5 % in county seats and towns, 1 % elsewhere.
          rateBasisPoints: 700n,
        },
      ],
    },
    {
      kind: 'education',
      rates: [{ effectiveFrom: '2005-10-01', source: 'State Council Decree 448', rateBasisPoints: 300n }],
    },
    {
      kind: 'local-education',
      rates: [{ effectiveFrom: '2010-12-01', source: 'Caizong 2010 No. 98', rateBasisPoints: 200n }],
    },
  ],
  surchargeReductions: [
    { effectiveFrom: '2023-01-01', lastDay: '2027-12-31', source: HALVED, shareBasisPoints: 5_000n },
  ],
}
