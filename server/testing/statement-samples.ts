// The invented payments that the sample statements of server/adapters/pdf/samples list, always the same.

import { parseYuan } from '@paywages/domain/money/fen.ts'
import type { SheetRow } from './payout-sheet.ts'
import { cardFrom, freshRow } from './payout-sheet.ts'
import type { ListedPayment } from './statement-pdfs.ts'

const SURNAMES = [...'黄马户龙飞齐麦卜高金青石方文白田毛贝车门']
const GIVEN = ['小禾', '子轩', '一', '力', '雨飞', '玉见', '大生', '风', '长青', '立言']
const LONG = ['阿卜杜拉·买买提艾力', '欧阳青玉', 'John Smith', '迪丽热巴·迪力木拉提']

export type SamplePayment = ListedPayment & { readonly serial: string; readonly amount: string }

/** Sixty people, paid on the first day of the tests' clock; every ninth payment came back. */
export const SAMPLE_PAYMENTS: readonly SamplePayment[] = Array.from({ length: 60 }, (_, index) => {
  const amount = `${120 + index * 137}.${String((index * 7) % 100).padStart(2, '0')}`
  const usual = `${SURNAMES[index % SURNAMES.length]}${GIVEN[Math.floor(index / 3) % GIVEN.length]}`
  return {
    at: new Date(Date.UTC(2026, 2, 16, 2, 0, index)),
    reference: `PW2026031699${String(index).padStart(2, '0')}R${index + 2}Xsample`,
    serial: `BK88${String(310_000 + index * 17)}`,
    name: index % 8 === 3 ? (LONG[Math.floor(index / 8) % LONG.length] ?? usual) : usual,
    cardNo: sampleCard(index),
    amount,
    netFen: parseYuan(amount) ?? 0n,
    remark: index % 5 === 2 ? '三月上旬劳务费，含夜班补贴及上月补发' : '劳务费',
  }
})

/** None that makes the bank of the tests misbehave (D24). */
function sampleCard(index: number): string {
  const card = cardFrom(`62284804${String(71_000 + index * 13).padStart(10, '0')}`)
  return /000[1-8]$/.test(card) ? sampleCard(index + 1_000) : card
}

/** The same people as rows of a payout sheet. */
export function sampleRows(): SheetRow[] {
  return SAMPLE_PAYMENTS.map(({ name, cardNo, amount }) => freshRow({ name, cardNo, amount }))
}

/** Two people of one surname and one masked card, paid alike on the same day as the others. */
export const NAMESAKES: readonly Pick<SamplePayment, 'name' | 'cardNo' | 'amount' | 'netFen'>[] = [
  { name: '王小明', cardNo: cardFrom('622848047100099999'), amount: '888.00', netFen: 88_800n },
  { name: '王晓明', cardNo: alike(), amount: '888.00', netFen: 88_800n },
]

/** Another card with the same head and tail. */
function alike(): string {
  const tail = cardFrom('622848047100099999').slice(-4)
  for (let number = 100_000; ; number += 1) {
    const card = cardFrom(`622848047100${number}`)
    if (card.endsWith(tail)) return card
  }
}

export function namesakeRows(): SheetRow[] {
  return NAMESAKES.map(({ name, cardNo, amount }) => freshRow({ name, cardNo, amount }))
}
