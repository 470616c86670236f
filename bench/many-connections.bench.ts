// Each list asked by 50 callers at once at 1,000,000 payouts and 300,000 audit entries, against the list of batches asked by as many in turns with it.

import { LISTS } from './lists.ts'
import { atMost, printTable, shown, withTimes } from './print-table.ts'
import { openProduct } from './product.ts'
import { median, quantile } from './quantiles.ts'
import { sized, told } from './size.ts'
import { storeAuditEntries } from './stored-audit.ts'
import { storeFlowLines, storePeople } from './stored-flow.ts'
import { openTaxedPayouts } from './taxed-payouts.ts'

const ROWS = Number(process.env.LIST_ROWS ?? sized(1_000_000))
const ENTRIES = sized(300_000)
const BATCH = 500
const CALLERS = 50
/** Of each caller: five rounds of 50 × 4 answers, of which each has its own 95th percentile. */
const ASKED = 4
const ROUNDS = 5
const GOAL = 2
const BASE = '/excel/import'

const taxed = await openTaxedPayouts(ROWS / BATCH, { batchRows: BATCH })
await storeFlowLines(taxed, ROWS)
await storePeople(taxed, ROWS / 5)
await storeAuditEntries(taxed, ENTRIES)
const product = await openProduct(taxed)
try {
  const asked = [
    ...LISTS.filter(({ path }) => path !== BASE).map((list) => ({ ...list, cookie: product.payer })),
    { what: 'audit log', path: '/audit/list', cookie: product.manager },
    { what: 'audit log, one action', path: '/audit/list?action=right-refused', cookie: product.manager },
  ]
  const findings = []
  for (const { what, path, cookie, firstIndex = 0 } of asked) {
    const sign = path.includes('?') ? '&' : '?'
    const list = { url: product.url(`${path}${sign}index=${firstIndex}`), cookie }
    const base = { url: product.url(BASE), cookie: product.payer }
    const rounds: { ours: number; base: number }[] = []
    for (let round = -1; round < ROUNDS; round += 1) {
      const batches = quantile(await product.client.sideBySide(base, CALLERS, ASKED), 0.95)
      const ours = quantile(await product.client.sideBySide(list, CALLERS, ASKED), 0.95)
      if (round >= 0) rounds.push({ ours, base: batches })
    }
    const of = (figure: (round: { ours: number; base: number }) => number) => median(rounds.map(figure))
    const ratio = of(({ ours, base }) => ours / base)
    findings.push(
      withTimes(
        atMost(what, ratio, GOAL),
        of(({ base }) => base),
        of(({ ours }) => ours),
      ),
    )
  }
  printTable([
    shown('payouts; audit entries; callers at once', `${told(ROWS)}; ${told(ENTRIES)}; ${CALLERS}`),
    ...findings,
  ])
} finally {
  await product.close()
}
