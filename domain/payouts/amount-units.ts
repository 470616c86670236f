// Amounts in hundreds, thousands or ten thousands of yuan: read only where a person has confirmed the unit that the sheet names.

export const AMOUNT_UNITS = ['百元', '千元', '万元'] as const
export type AmountUnit = (typeof AMOUNT_UNITS)[number]

const PLACES: Readonly<Record<AmountUnit, number>> = { 百元: 2, 千元: 3, 万元: 4 }
const FORMS: readonly (readonly [AmountUnit, RegExp])[] = [
  ['百元', /^百元$/],
  ['千元', /^(?:千元?|k|thousand)$/i],
  ['万元', /^(?:万元?|w)$/i],
]

/** The unit that a heading, a title or a note names, where it is so many yuan; undefined for other currencies and small units. */
export function amountUnit(named: string | undefined): AmountUnit | undefined {
  const bare = named?.replace(/^(?:金额)?(?:单位)?[:：]?(?:人民币|rmb)?/i, '') ?? ''
  return FORMS.find(([, form]) => form.test(bare))?.[0]
}

/** The text of an amount in yuan, by its digits and without rounding; what is no plain number stays as it is, to be refused. */
export function amountInYuan(text: string, unit: AmountUnit): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const places = PLACES[unit]
  const moved = whole + fraction.slice(0, places).padEnd(places, '0')
  const rest = fraction.slice(places)
  return `${sign}${moved.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`
}
