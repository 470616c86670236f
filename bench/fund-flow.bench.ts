// The fund flow at 10,000 and 1,000,000 lines of one provider: first, middle and last page, a rare kind, and how they grow. FLOW_LINES sets another size.

import { type FlowKind, flowPhases } from '@paywages/domain/ledger/fund-flow.ts'
import { listLines } from '@paywages/server/funds/flow-lines.ts'
import { readFlowPage } from '@paywages/server/funds/flow-page.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { atMost, printTable } from './print-table.ts'
import { storeFlowLines } from './stored-flow.ts'

const FEW = 10_000
const MANY = Number(process.env.FLOW_LINES ?? 1_000_000)
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
function page({ services, payer, last }: Flow, indexOf: (last: number) => number, kind?: FlowKind) {
  const { providerId } = payer.person
  return services.database.read(async (tx) => {
    const phases = flowPhases(kind)
    const shown = await readFlowPage(tx, { providerId }, phases, { index: indexOf(last), size: PAGE })
    const lines = await listLines(tx, providerId, shown, phases)
    if (lines.length === 0) throw new Error('a page without lines')
  })
}

/** With the number of its last page. */
type Flow = BenchServices & { readonly last: number }

async function openSize(lines: number): Promise<Flow> {
  const bench = await openBenchServices()
  await storeFlowLines(bench, lines)
  const { providerId } = bench.payer.person
  const { count } = await bench.services.database.read((tx) =>
    readFlowPage(tx, { providerId }, flowPhases(), { index: 0, size: PAGE }),
  )
  return { ...bench, last: Math.ceil(count / PAGE) - 1 }
}
