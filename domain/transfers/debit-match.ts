// Which unsent transfer a debit of the bank's record has paid already, where the sheet was lost and uploaded again (ADR 27, ADR 103).

import type { Fen } from '../money/fen.ts'
import { isLegible, payeeDifference } from './payee.ts'

export type Debit = { readonly name: string; readonly cardTail: string; readonly amountFen: Fen }

export type UnsentTransfer = {
  readonly name: string
  readonly cardNo: string
  /** What would reach the person. */
  readonly netFen: Fen
  /** Goes to the bank in a file, where no reference tells that it was paid: it takes over nothing. */
  readonly byFile?: boolean
}

const TAIL = 4

/** Same name as banks write it, last digits of the card and amount. A record that lacks name or card matches nothing. */
export function debitPaid(debit: Debit, transfer: UnsentTransfer): boolean {
  return (
    isLegible(debit.name) &&
    debit.cardTail.length === TAIL &&
    payeeDifference(transfer, debit) === undefined &&
    debit.amountFen === transfer.netFen
  )
}

/** May be the same payment in another amount, or told too shortly to be sure: nothing in the record speaks against it. */
export function mayHavePaid(debit: Debit, transfer: Pick<UnsentTransfer, 'name' | 'cardNo'>): boolean {
  if (!isLegible(debit.name) && debit.cardTail === '') return false
  return payeeDifference(transfer, debit) === undefined
}

const keyOf = (tail: string, fen: Fen) => `${tail} ${fen}`

/** Pairs each debit with one transfer at most, and each transfer with one debit, both in the order given. */
export function pairDebits<D extends Debit, T extends UnsentTransfer>(
  debits: readonly D[],
  transfers: readonly T[],
): { readonly debit: D; readonly transfer: T }[] {
  const free = new Map<string, T[]>()
  for (const one of transfers) {
    if (one.byFile) continue
    const key = keyOf(one.cardNo.slice(-TAIL), one.netFen)
    free.set(key, [...(free.get(key) ?? []), one])
  }
  return debits.flatMap((debit) => {
    const alike = free.get(keyOf(debit.cardTail, debit.amountFen)) ?? []
    const index = alike.findIndex((one) => debitPaid(debit, one))
    return alike.splice(index, index < 0 ? 0 : 1).map((transfer) => ({ debit, transfer }))
  })
}

/** What is left over on both sides once equal ones are paired, and may yet be the same payment: the transfers, each with its debit. */
export function doubtfulTransfers<D extends Debit, T extends UnsentTransfer>(
  debits: readonly D[],
  transfers: readonly T[],
): { readonly debit: D; readonly transfer: T }[] {
  const pairs = pairDebits(debits, transfers)
  const [explained, paid] = [new Set(pairs.map((pair) => pair.debit)), new Set(pairs.map((p) => p.transfer))]
  const open = debits.filter((debit) => !explained.has(debit))
  return transfers
    .filter((transfer) => !paid.has(transfer))
    .flatMap((transfer) => {
      const debit = open.find((one) => mayHavePaid(one, transfer))
      return debit === undefined ? [] : [{ debit, transfer }]
    })
}
