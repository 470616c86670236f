// The typed service rate as the percent that every other page shows.

import { formatRatePercent, rateFromWireNumber } from '@paywages/domain/money/rate.ts'
import { Form } from 'antd'

type RateMeaningProps = { readonly hint: string; readonly means: (percent: string) => string }

export function RateMeaning({ hint, means }: RateMeaningProps) {
  const typed = Form.useWatch('serviceRate') as number | null | undefined
  const rate = typeof typed === 'number' ? rateFromWireNumber(typed) : undefined
  return rate === undefined ? hint : means(formatRatePercent(rate))
}
