// A typed amount in yuan as fen, and what is said of one that is more than may be invoiced (D30).

import { fenFromYuanNumber, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { invoiceRefusals } from '@paywages/wire/invoices/messages.ts'

/** Undefined while nothing above zero is typed. */
export function typedFen(yuan: number | null | undefined): bigint | undefined {
  const fen = typeof yuan === 'number' ? fenFromYuanNumber(yuan) : undefined
  return fen === undefined || fen <= 0n ? undefined : fen
}

/** In the words the server would say; nothing while it is not known what may be invoiced. */
export function overQuotaWords(
  amountFen: bigint | undefined,
  quota: { readonly invoiceableFen: bigint } | undefined,
): string | undefined {
  if (amountFen === undefined || quota === undefined || amountFen <= quota.invoiceableFen) return undefined
  return invoiceRefusals['invoice-over-quota'].msg({ available: formatYuanGrouped(quota.invoiceableFen) })
}
