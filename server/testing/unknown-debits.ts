// Debits of the bank's record that our books do not know.

import { randomBytes } from 'node:crypto'
import type { TestServices } from './test-services.ts'

/** Of a company, or of nobody known. */
export async function storeDebit(
  services: TestServices,
  debit: { readonly providerId?: number; readonly proposedBy?: number; readonly amountFen?: bigint } = {},
): Promise<{ debitId: number; reference: string }> {
  const { providerId = null, proposedBy = null, amountFen = 12_345n } = debit
  const now = services.clock.now()
  const reference = `PW200001010001R2X${randomBytes(6).toString('hex')}`
  const [row] = await services.query<{ id: number }>(
    `insert into unknown_debits (reference, bank_serial, amount_fen, executed_at, name, card_tail, provider_id, cause, found_at,
      proposed_by, proposed_outcome, proposed_reason, proposed_at)
    values ($1, '77', $2, $3, '王小明', '8888', $4, 'no-batch', $3, $5, $6, $7, $8) returning debit_id::int as id`,
    [
      ...[reference, amountFen, now, providerId, proposedBy],
      ...(proposedBy === null ? [null, '', null] : ['paid', 'a reason', now]),
    ],
  )
  return { debitId: row?.id ?? 0, reference }
}
