// Amounts in Chinese capitals, as cheques and confirmations write them; the library is loaded when one is first shown.

import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import { useEffect, useState } from 'react'

/** 38642050n → 叁拾捌万陆仟肆佰贰拾元伍角整. */
export async function chineseCapitals(fen: Fen): Promise<string> {
  const { default: nzh } = await import('nzh/cn')
  return nzh.toMoney(formatYuan(fen), { outSymbol: false, forceZheng: true })
}

/** Empty until the library is there; the figures beside it say the same. */
export function useChineseCapitals(fen: Fen): string {
  const [capitals, setCapitals] = useState('')
  useEffect(() => {
    let wanted = true
    chineseCapitals(fen).then(
      (text) => {
        if (wanted) setCapitals(text)
      },
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [fen])
  return capitals
}
