// The fund flow at 10,000 and 1,000,000 lines of one provider: first, middle and last page, a rare kind, and how they grow. FLOW_LINES sets another size.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { type FlowKind, flowPhases } from '@paywages/domain/ledger/fund-flow.ts'
import { countLines, listLines } from '@paywages/server/funds/flow-lines.ts'
import { readFlowParts } from '@paywages/server/funds/flow-parts.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { atMost, printTable } from './print-table.ts'

const FEW = 10_000
const MANY = Number(process.env.FLOW_LINES ?? 1_000_000)
const DAYS = 365
const PAGE = 10

const [few, many] = [await openSize(FEW), await openSize(MANY)]
try {
  const growth = `${FEW.toLocaleString('en-US')} → ${MANY.toLocaleString('en-US')} lines`
  const pages = [
    ['first page', () => 0],
    ['middle page', (last: number) => Math.floor(last / 2)],
    ['last page', (last: number) => last],
  ] as const
  const rows = []
  for (const [what, index] of pages) {
    const [small, large] = await inTurns(
      () => page(few, index),
      () => page(many, index),
    )
    rows.push(atMost(`${what}, ${growth}`, large / small, 2))
  }
  const [first, last] = await inTurns(
    () => page(many, pages[0][1]),
    () => page(many, pages[2][1]),
  )
  rows.push(atMost('last page against the first, of a year', last / first, 2))
  const [plain, rare] = await inTurns(
    () => page(many, pages[0][1]),
    () => page(many, pages[0][1], 'recharge'),
  )
  rows.push({
    what: 'first page, and the newest recharges among all lines',
    measured: `${plain.toFixed(1)} / ${rare.toFixed(1)} ms`,
    goal: '',
    met: null,
  })
  printTable(rows)
} finally {
  await few.close()
  await many.close()
}

/** As the call reads it: the days of the range, the lines of the page, their balances. */
function page({ services, payer }: BenchServices, indexOf: (last: number) => number, kind?: FlowKind) {
  const { providerId } = payer.person
  return services.database.read(async (tx) => {
    const parts = await readFlowParts(tx, { providerId })
    const phases = flowPhases(kind)
    const last = Math.max(0, Math.ceil(countLines(parts, phases) / PAGE) - 1)
    const lines = await listLines(tx, providerId, parts, phases, { index: indexOf(last), size: PAGE })
    if (lines.length === 0) throw new Error('a page without lines')
  })
}

/** A year of days, payouts with their fees, and a recharge every ten days. */
async function openSize(lines: number): Promise<BenchServices> {
  const bench = await openBenchServices()
  const { pool } = bench.services.database
  const { providerId } = bench.payer.person
  await pool.query(
    `insert into ledger_postings (provider_id, phase, source, destination, amount_fen, subject, subject_id, at)
    select $1, w.phase, w.source, w.destination, case w.phase when 'recharge' then 100000000 else 1000 + n % 999 end,
      case w.phase when 'recharge' then 'recharge' else 'transfer' end, n,
      $4::timestamptz + floor(n * $3 / $2::float8) * interval '1 day' + (n % 997) * interval '1 minute'
    from generate_series(1, $2::int / 2) n cross join (values ('settle-net', 'held', 'bank-clearing'),
      ('settle-fee', 'held', 'fee-income'), ('recharge', 'bank-clearing', 'available')) w(phase, source, destination)
    where w.phase <> 'recharge' or n % ($2::int / 72) = 0`,
    [providerId, lines, DAYS * 2, new Date(Date.now() - DAYS * DAY_MS)],
  )
  await pool.query(
    `insert into fund_days select provider_id, (at at time zone 'Asia/Shanghai')::date, phase, count(*), sum(amount_fen)
    from ledger_postings group by 1, 2, 3`,
  )
  await pool.query('vacuum analyze')
  return bench
}
