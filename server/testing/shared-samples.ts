/** Records for calls that use none up: each is made once and named to all who ask for it in the same way. */
import type { Samples } from './endpoint-samples.ts'

export function shareSamples(samples: Samples): Samples {
  const shared = Object.entries(samples).map(([key, value]) => [
    key,
    typeof value === 'function' ? madeOnce(value as (...asked: unknown[]) => Promise<unknown>) : value,
  ])
  return Object.fromEntries(shared) as Samples
}

export function madeOnce<Asked extends unknown[], Made>(
  make: (...asked: Asked) => Promise<Made>,
): (...asked: Asked) => Promise<Made> {
  const made = new Map<string, Promise<Made>>()
  return (...asked) => {
    const key = JSON.stringify(asked)
    const record = made.get(key) ?? make(...asked)
    made.set(key, record)
    return record
  }
}
