// Every tax table that has been in force, as data: a new announcement is a new entry here, and old entries never change.

import type { TaxTables } from './tax-table.ts'

export const TAX_TABLES: TaxTables = {
  cumulative: [
    {
      effectiveFrom: '2025-10-01',
      source: 'State Taxation Administration Announcement 2025 No. 16',
      costShareBasisPoints: 2_000n,
      deductionPerMonthFen: 5_000_00n,
      brackets: [
        { upToFen: 36_000_00n, rateBasisPoints: 300n, quickDeductionFen: 0n },
        { upToFen: 144_000_00n, rateBasisPoints: 1_000n, quickDeductionFen: 2_520_00n },
        { upToFen: 300_000_00n, rateBasisPoints: 2_000n, quickDeductionFen: 16_920_00n },
        { upToFen: 420_000_00n, rateBasisPoints: 2_500n, quickDeductionFen: 31_920_00n },
        { upToFen: 660_000_00n, rateBasisPoints: 3_000n, quickDeductionFen: 52_920_00n },
        { upToFen: 960_000_00n, rateBasisPoints: 3_500n, quickDeductionFen: 85_920_00n },
        { upToFen: null, rateBasisPoints: 4_500n, quickDeductionFen: 181_920_00n },
      ],
    },
  ],
  perPayment: [
    {
      effectiveFrom: '2019-01-01',
      source: 'State Taxation Administration Announcement 2018 No. 61',
      allowances: [
        { upToFen: 4_000_00n, kind: 'fixed', fixedFen: 800_00n },
        { upToFen: null, kind: 'share', shareBasisPoints: 2_000n },
      ],
      brackets: [
        { upToFen: 20_000_00n, rateBasisPoints: 2_000n, quickDeductionFen: 0n },
        { upToFen: 50_000_00n, rateBasisPoints: 3_000n, quickDeductionFen: 2_000_00n },
        { upToFen: null, rateBasisPoints: 4_000n, quickDeductionFen: 7_000_00n },
      ],
    },
  ],
}
