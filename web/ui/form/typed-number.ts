// A number as someone types it: read as a number only where nothing of it would be lost, kept as text otherwise.

/** Null: nothing typed. A text: no number that could be kept exactly, for the rules of its field to refuse. */
export type TypedNumber = number | string | null

/** As many digits as a number holds exactly, beside the decimals that any rule may ask about. */
const PLAIN = /^-?(\d{1,13}(\.\d{0,2})?|\.\d{1,2})$/

/** Separators, spaces and full-width characters are ways to write the same number. */
export function readNumber(text: string): TypedNumber {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '').replace(/^−/, '-')
  if (plain === '') return null
  return PLAIN.test(plain) ? Number(plain) : text
}

/** A number with its thousands grouped and its decimals filled up; what is no number, or has more decimals, as it was typed. */
export function writeNumber(value: TypedNumber | undefined, decimals: number): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  const fixed = value.toFixed(decimals)
  return grouped(Number(fixed) === value ? fixed : String(value))
}

/** Only what stands before the point is grouped. */
function grouped(text: string): string {
  const [whole = '', ...cents] = text.split('.')
  return [whole.replace(/\B(?=(\d{3})+(?!\d))/g, ','), ...cents].join('.')
}
