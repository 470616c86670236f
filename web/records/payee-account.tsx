// The account that is paid: the bank and the last four digits of the card, which never part from their dots.

import { TwoLines } from '../ui/display/two-lines.tsx'
import { payeeLabels as labels } from './labels.ts'

type Payee = { readonly bank: string; readonly cardNo: string }

/** 招商银行 •••• 8480, in a line of text. */
export function payeeAccount({ bank, cardNo }: Payee): string {
  return `${bank} ${cardTail(cardNo)}`
}

/** •••• 8480. */
export function cardTail(cardNo: string): string {
  return labels.cardTail(cardNo.slice(-4))
}

/** In two lines where the column is narrow. */
export function PayeeCell({ payee, stacked }: { payee: Payee; stacked: boolean }) {
  const tail = cardTail(payee.cardNo)
  if (stacked) return <TwoLines first={payee.bank} second={tail} />
  return (
    <>
      {payee.bank} <span className="unbroken">{tail}</span>
    </>
  )
}
