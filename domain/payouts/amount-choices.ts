// What a person may say of the columns of amounts that leave it open: which one is paid, and whether it is before tax.

import { type AmountIs, meaningOfWord } from './amount-words.ts'
import { remarkedMeaning } from './heading-remarks.ts'
import { bareHeading } from './heading-words.ts'

export type AmountChoice = { readonly column: number; readonly amountIs: AmountIs }

const BOTH: readonly AmountIs[] = ['gross', 'net']

/** Where nothing is withheld gross and net are the same; elsewhere only 金额, 应发 and 税前 tell by themselves (ADR 57). */
export function amountChoices(
  columns: readonly { readonly column: number; readonly heading: string }[],
  netMayDiffer: boolean,
): AmountChoice[] {
  return columns.flatMap(({ column, heading }) =>
    meaningsOf(heading, netMayDiffer, columns.length > 1).map((amountIs) => ({ column, amountIs })),
  )
}

function meaningsOf(heading: string, netMayDiffer: boolean, besideAnother: boolean): readonly AmountIs[] {
  if (!netMayDiffer) return ['gross']
  const meaning = remarkedMeaning(heading) ?? meaningOfWord(bareHeading(heading))
  if (meaning === 'gross') return ['gross']
  // 实发 beside 应发 can only be what arrives.
  return meaning === 'net' && besideAnother ? ['net'] : BOTH
}
