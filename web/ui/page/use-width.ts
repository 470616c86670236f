// How wide an element is, kept up with its column.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** 0 until the first measure, which comes before the first paint. */
export function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    setWidth(Math.round(measured.getBoundingClientRect().width))
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
