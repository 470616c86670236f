// Two months of invoice stock of the demo: entered last month, opened by the system on the 1st, one company short since.

import { addMonths, type Month, shanghaiMonth, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { INVOICE_TYPES, type InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { openStockMonth } from '@paywages/server/invoice-stock/open-month.ts'
import { saveStock } from '@paywages/server/invoice-stock/save-stock.ts'
import type { EnteredLine } from '@paywages/server/invoice-stock/store.ts'
import { demoActor } from './actor.ts'

type Quota = readonly [count: number, yuan: bigint]

const COMPANIES: readonly {
  readonly pay: string
  readonly manager: string
  readonly quotas: Readonly<Partial<Record<InvoiceType, Quota>>>
  /** What a manager has since called short. */
  readonly short?: InvoiceType
}[] = [
  {
    pay: 'pay1',
    manager: 'manager1',
    quotas: {
      'special-paper': [25, 2_500_000n],
      'special-electronic': [60, 6_000_000n],
      'ordinary-electronic': [120, 1_200_000n],
    },
    short: 'special-paper',
  },
  {
    pay: 'pay2',
    manager: 'manager1',
    quotas: {
      'special-paper': [50, 5_000_000n],
      'special-electronic': [80, 8_000_000n],
      'ordinary-paper': [50, 500_000n],
      'ordinary-electronic': [200, 2_000_000n],
    },
  },
  {
    pay: 'pay3',
    manager: 'manager2',
    quotas: { 'special-electronic': [100, 10_000_000n], 'ordinary-electronic': [300, 3_000_000n] },
  },
]

const HOUR_MS = 3_600_000

export async function seedInvoiceStock(services: Services): Promise<void> {
  const now = services.clock.now()
  const thisMonth = shanghaiMonth(now)
  const lastMonth = addMonths(thisMonth, -1)
  // On the 1st itself some of it would lie ahead.
  const hoursInto = (month: Month, hours: number) =>
    new Date(Math.min(startOfDay(`${month}-01`).getTime() + hours * HOUR_MS, now.getTime()))
  for (const { pay, manager, quotas, short } of COMPANIES) {
    const { providerId } = (await demoActor(services, pay)).person
    // Made by an earlier run; what came since is the system's and the managers'.
    if (await hasAny(services, providerId)) continue
    const by = await demoActor(services, manager)
    const entered = { providerId, month: lastMonth, version: 0, lines: linesOf(quotas) }
    await saveStock(services, { ...by, at: hoursInto(lastMonth, 33.5) }, entered)
    await openStockMonth({ ...services, clock: { now: () => hoursInto(thisMonth, 0.05) } })
    if (short === undefined) continue
    const changed = { providerId, month: thisMonth, version: 1, lines: linesOf(quotas, short) }
    await saveStock(services, { ...by, at: hoursInto(thisMonth, 58.2) }, changed)
  }
}

async function hasAny(services: Services, providerId: number): Promise<boolean> {
  const found = await services.database.read((tx) =>
    tx
      .selectFrom('invoice_stocks')
      .select('stock_id')
      .where('provider_id', '=', providerId)
      .executeTakeFirst(),
  )
  return found !== undefined
}

function linesOf(quotas: (typeof COMPANIES)[number]['quotas'], short?: InvoiceType): EnteredLine[] {
  return INVOICE_TYPES.map((type) => {
    const [count, yuan] = quotas[type] ?? [0, 0n]
    const supported = quotas[type] !== undefined
    return { type, supported, sufficient: supported && type !== short, count, amountFen: yuan * 100n }
  })
}
