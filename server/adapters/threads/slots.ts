// Lets few of something heavy run at once, so that many together stay within the memory of one or two.

/** Waits for a free place; the returned function gives it back and must be called once. */
export type Claim = (signal?: AbortSignal) => Promise<() => void>

export function openSlots(most: number): Claim {
  let taken = 0
  const waiting: (() => void)[] = []

  function waitInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(enter)
    })
  }

  return async (signal) => {
    signal?.throwIfAborted()
    if (taken < most) taken += 1
    // Whoever leaves hands the place on, so the count stays.
    else await waitInLine(signal)
    return () => {
      const next = waiting.shift()
      if (next === undefined) taken -= 1
      else next()
    }
  }
}
