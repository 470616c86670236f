// What a person may say of the columns of amounts that leave it open: which one is paid, and whether it is before tax.

import { type AmountIs, meaningOfWord } from './amount-words.ts'
import { remarkedMeaning } from './heading-remarks.ts'
import { bareHeading } from './heading-words.ts'

export type AmountChoice = { readonly column: number; readonly amountIs: AmountIs }

const BOTH: readonly AmountIs[] = ['gross', 'net']

/** Without a tax to withhold gross and net are the same; with one, only 金额, 应发 and 税前 tell by themselves (ADR 57). */
export function amountChoices(
  columns: readonly { readonly column: number; readonly heading: string }[],
  withholdsTax: boolean,
): AmountChoice[] {
  return columns.flatMap(({ column, heading }) =>
    meaningsOf(heading, withholdsTax, columns.length > 1).map((amountIs) => ({ column, amountIs })),
  )
}

function meaningsOf(heading: string, withholdsTax: boolean, besideAnother: boolean): readonly AmountIs[] {
  if (!withholdsTax) return ['gross']
  const meaning = remarkedMeaning(heading) ?? meaningOfWord(bareHeading(heading))
  if (meaning === 'gross') return ['gross']
  // 实发 beside 应发 can only be what arrives.
  return meaning === 'net' && besideAnother ? ['net'] : BOTH
}
