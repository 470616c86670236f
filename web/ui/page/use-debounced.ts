// A value once it has stood still for a moment, so that not every key pressed asks the server.

import { useEffect, useState } from 'react'

export function useDebounced<Value>(value: Value, milliseconds = 300): Value {
  const [settled, setDebounced] = useState(value)
  useEffect(() => {
    const soon = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(soon)
  }, [value, milliseconds])
  return settled
}
