// The account that is paid, in one line: the bank and the last four digits of the card.

import { resultLabels } from './labels.ts'

export function payeeAccount({ bank, cardNo }: { readonly bank: string; readonly cardNo: string }): string {
  return resultLabels.accountOf(bank, cardNo.slice(-4))
}
