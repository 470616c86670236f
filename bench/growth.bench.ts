// Each list and the closing of a month at 10,000 and 1,000,000 payouts, in turns, by calls to two products side by side. GROWTH_ROWS sets another size, 10000000 for instance.

import { openClient } from './client.ts'
import { LISTS, type List } from './lists.ts'
import { atMost, type Finding, printTable, shown, withTimes } from './print-table.ts'
import { openProduct, type Product } from './product.ts'
import { median, pairedRatio } from './quantiles.ts'
import { QUICK, sized, told } from './size.ts'
import { storeFlowLines, storePeople } from './stored-flow.ts'
import { closedInTurns, openTaxedPayouts, type TaxedPayouts } from './taxed-payouts.ts'

/** Small batches: the few payouts fill a page of batches, too. */
const BATCH = 500
const FEW = 10_000
const MANY = Number(process.env.GROWTH_ROWS ?? sized(1_000_000))
const LAST_BATCHES = 6
const RUNS = QUICK ? 15 : 60
const GOAL = 1.2

type Size = { readonly product: Product; readonly taxed: TaxedPayouts }
const sizes = [await openSize(FEW), await openSize(MANY)] as const
const client = await openClient()
try {
  const findings: Finding[] = []
  for (const list of LISTS) {
    findings.push(await grown(list, list.last ? ', first page' : '', () => 0))
    if (list.last) findings.push(await grown(list, ', last page', (count) => Math.ceil(count / 10) - 1))
  }
  const closing = await closedInTurns([sizes[0].taxed, sizes[1].taxed], (LAST_BATCHES * BATCH) / 2, 7)
  findings.push(withTimes(atMost('a month closed', closing[1] / closing[0], GOAL), ...closing))
  printTable([shown('payouts', `${told(FEW)} → ${told(MANY)}`), ...findings])
} finally {
  await client.close()
  for (const { product } of sizes) await product.close()
}

async function openSize(rows: number): Promise<Size> {
  const began = performance.now()
  const taxed = await openTaxedPayouts(rows / BATCH, { batchRows: BATCH, lastBatches: LAST_BATCHES })
  await storeFlowLines(taxed, rows)
  await storePeople(taxed, rows / 5)
  console.log(`${told(rows)} payouts stored in ${Math.round((performance.now() - began) / 1000)} s`)
  return { product: await openProduct(taxed), taxed }
}

async function grown(
  { what, path, firstIndex = 0 }: List,
  page: string,
  index: (count: number) => number,
): Promise<Finding> {
  const questions = []
  for (const { product } of sizes) {
    const count = await countOf(product, path)
    const sign = path.includes('?') ? '&' : '?'
    questions.push({
      url: product.url(`${path}${sign}index=${firstIndex + Math.max(0, index(count))}`),
      cookie: product.payer,
    })
  }
  const [few = [], many = []] = await client.inTurns(questions, RUNS)
  return withTimes(atMost(`${what}${page}`, pairedRatio(many, few), GOAL), median(few), median(many))
}

async function countOf({ url, payer }: Product, path: string): Promise<number> {
  const reply = await fetch(url(path), { headers: { cookie: payer } })
  const { count } = (await reply.json()) as { count?: number }
  return count ?? 0
}
