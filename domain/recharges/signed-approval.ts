// What a passkey signs before a recharge is approved: one text, from which anybody can make the digest without a secret (ADR 97).

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'

/** What was registered, without the payer's account, which is kept sealed; the receipt that names it is covered by its digest. */
export type ApprovedRecharge = {
  readonly rechargeId: number
  readonly providerId: number
  readonly amountFen: Fen
  readonly payDay: Day
  readonly payerName: string
  readonly receiverAccount: string
  readonly receiptSha256: string
}

export type SignedApproval = { readonly accountId: number; readonly at: Date }

/** A change of this form is a new number in its first line. Names are quoted, so that none of them makes a line of its own. */
export function approvalText(recharge: ApprovedRecharge, { accountId, at }: SignedApproval): string {
  return [
    'paywages recharge 1',
    `recharge ${recharge.rechargeId}`,
    `provider ${recharge.providerId}`,
    `account ${accountId}`,
    `at ${at.toISOString()}`,
    `fen ${recharge.amountFen}`,
    `day ${recharge.payDay}`,
    `payer ${JSON.stringify(recharge.payerName)}`,
    `receiver ${JSON.stringify(recharge.receiverAccount)}`,
    `receipt ${recharge.receiptSha256}`,
  ].join('\n')
}
