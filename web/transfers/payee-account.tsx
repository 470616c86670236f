// The account that is paid: the bank and the last four digits of the card, which never part from their dots.

import { resultLabels } from './labels.ts'

type Payee = { readonly bank: string; readonly cardNo: string }

/** 招商银行 •••• 8480, in a line of text. */
export function payeeAccount({ bank, cardNo }: Payee): string {
  return `${bank} ${resultLabels.cardTail(cardNo.slice(-4))}`
}

/** In two lines where the column is narrow. */
export function PayeeCell({ payee, stacked }: { payee: Payee; stacked: boolean }) {
  const tail = resultLabels.cardTail(payee.cardNo.slice(-4))
  if (!stacked) {
    return (
      <>
        {payee.bank} <span className="result-whole">{tail}</span>
      </>
    )
  }
  return (
    <>
      <div className="result-first">{payee.bank}</div>
      <div className="result-second">{tail}</div>
    </>
  )
}
