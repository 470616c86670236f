// The last value that was there: kept while a drawer or dialog closes, so that nothing vanishes from it.

import { useRef } from 'react'

export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
