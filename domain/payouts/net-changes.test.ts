// Net amounts that were asked for against those that would arrive.

import { expect, it } from 'vitest'
import { netChanges } from './net-changes.ts'

it('counts rows whose net differs, and sums what is missing and what is too much apart', () => {
  const row = (amountFen: bigint, taxFen: bigint, netFen: bigint, vatFen = 0n) => ({
    amountFen,
    taxFen,
    vatFen,
    netFen,
  })
  const rows = [row(1_000n, 90n, 910n), row(1_000n, 100n, 910n), row(1_000n, 0n, 910n), row(500n, 2n, 499n)]
  rows.push(row(1_000n, 90n, 900n, 10n), row(1_000n, 90n, 910n, 10n))
  expect(netChanges(rows)).toEqual({ count: 4, lessFen: 21n, moreFen: 90n })
})
