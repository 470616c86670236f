// Which unsent transfer a debit of the bank's record has paid already, where the sheet was lost and uploaded again (ADR 27).

import type { Fen } from '../money/fen.ts'

export type Debit = { readonly name: string; readonly cardTail: string; readonly amountFen: Fen }

export type UnsentTransfer = {
  readonly name: string
  readonly cardNo: string
  /** What would reach the person. */
  readonly netFen: Fen
}

/** Same name, last digits of the card and amount. A bank's record that names neither name nor card matches nothing. */
export function debitPaid(debit: Debit, transfer: UnsentTransfer): boolean {
  return (
    debit.name !== '' &&
    debit.cardTail.length === 4 &&
    debit.name === transfer.name &&
    transfer.cardNo.endsWith(debit.cardTail) &&
    debit.amountFen === transfer.netFen
  )
}

/** Pairs each debit with one transfer at most, and each transfer with one debit, both in the order given. */
export function pairDebits<D extends Debit, T extends UnsentTransfer>(
  debits: readonly D[],
  transfers: readonly T[],
): { readonly debit: D; readonly transfer: T }[] {
  const free = new Map<string, T[]>()
  for (const one of transfers) free.set(one.name, [...(free.get(one.name) ?? []), one])
  return debits.flatMap((debit) => {
    const sameName = free.get(debit.name) ?? []
    const index = sameName.findIndex((one) => debitPaid(debit, one))
    return sameName.splice(index, index < 0 ? 0 : 1).map((transfer) => ({ debit, transfer }))
  })
}
