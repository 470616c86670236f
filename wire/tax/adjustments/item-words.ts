// The items of adjustments in the tax client's words, and what else people write for them.

import { ADJUSTMENT_ITEMS, type AdjustmentItem } from '@paywages/domain/tax/adjustments/adjustment-item.ts'

export const ITEM_WORDS: Readonly<Record<AdjustmentItem, string>> = {
  'exempt-income': '免税收入',
  'health-insurance': '商业健康保险',
  'deferred-pension': '税延养老保险',
  donation: '准予扣除的捐赠额',
  'other-deduction': '其他扣除',
  'tax-relief': '减免税额',
}

const ALIASES: Readonly<Partial<Record<string, AdjustmentItem>>> = {
  本期免税收入: 'exempt-income',
  税延养老: 'deferred-pension',
  捐赠: 'donation',
  捐赠额: 'donation',
  其他: 'other-deduction',
  减免税: 'tax-relief',
}

export function itemOfWords(words: string): AdjustmentItem | undefined {
  const bare = words.replaceAll(/\s/g, '')
  return ADJUSTMENT_ITEMS.find((item) => ITEM_WORDS[item] === bare) ?? ALIASES[bare]
}
