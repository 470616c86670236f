// Rows of payout sheets for benchmarks: all valid, all different people.

import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { idCardCheckCharacter } from '@paywages/domain/identity/id-card.ts'

export const TITLES = [
  '姓名',
  '身份证号',
  '手机号',
  '开户行',
  '银行卡号',
  '金额',
  '所属月份',
  '备注',
] as const

export function payoutRow(index: number): string[] {
  // No two ID numbers follow one another, which would be a warning (D44).
  const day = new Date(Date.UTC(1970, 0, 1 + (index % 10_000))).toISOString().slice(0, 10)
  const [place, turn] = [Math.floor(index / 3_330_000), Math.floor(index / 10_000) % 333]
  const first17 = `${330_102 + place}${day.replaceAll('-', '')}${String(turn * 3).padStart(3, '0')}`
  const number = String(index).padStart(7, '0')
  return [
    '王小禾',
    first17 + idCardCheckCharacter(first17),
    `139${String(10_000_000 + index).slice(-8)}`,
    '中国工商银行',
    // No ending that the stand-in of the bank is scripted by (D24).
    `62220212020${number}9`,
    `${1_000 + (index % 500)}.50`,
    shanghaiMonth(new Date()),
    '',
  ]
}
