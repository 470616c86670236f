// Amounts in Chinese capitals, as statements and contracts write them out.

import type { Fen } from './fen.ts'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']

/** 38642050n → 叁拾捌万陆仟肆佰贰拾元伍角整. */
export function chineseCapitals(fen: Fen): string {
  const positive = fen < 0n ? -fen : fen
  const [yuan, jiao, cent] = [positive / 100n, Number((positive / 10n) % 10n), Number(positive % 10n)]
  const whole = yuan === 0n ? '' : `${capitalsOf(yuan)}元`
  // 零 stands where a digit is skipped: between yuan and fen, never before the first.
  const tenths = jiao > 0 ? `${DIGITS[jiao]}角` : cent > 0 && whole !== '' ? '零' : ''
  const hundredths = cent > 0 ? `${DIGITS[cent]}分` : '整'
  const text = positive === 0n ? '零元整' : whole + tenths + hundredths
  return fen < 0n ? `负${text}` : text
}

function capitalsOf(whole: bigint): string {
  if (whole >= 100_000_000n) return grouped(whole, 100_000_000n, '亿')
  if (whole >= 10_000n) return grouped(whole, 10_000n, '万')
  return capitalsOfGroup(String(whole))
}

function grouped(whole: bigint, unit: bigint, word: string): string {
  const [high, low] = [whole / unit, whole % unit]
  if (low === 0n) return capitalsOf(high) + word
  return `${capitalsOf(high)}${word}${low < unit / 10n ? '零' : ''}${capitalsOf(low)}`
}

function capitalsOfGroup(group: string): string {
  let text = ''
  let skipped = false
  ;[...group].forEach((character, index) => {
    if (character === '0') {
      skipped = true
      return
    }
    if (skipped && text !== '') text += '零'
    text += `${DIGITS[Number(character)]}${PLACES[group.length - 1 - index]}`
    skipped = false
  })
  return text
}
