// Lets few sheets be read at once, so that many uploads together stay within the memory of one or two.

const MOST_AT_ONCE = 2

let reading = 0
const waiting: (() => void)[] = []

/** Waits for a free place; the returned function gives it back and must be called once. */
export async function claimReader(signal?: AbortSignal): Promise<() => void> {
  signal?.throwIfAborted()
  if (reading < MOST_AT_ONCE) reading += 1
  // Whoever leaves hands the place on, so the count stays.
  else await waitInLine(signal)
  return () => {
    const next = waiting.shift()
    if (next === undefined) reading -= 1
    else next()
  }
}

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
