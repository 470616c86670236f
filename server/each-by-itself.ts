// Work of a round on several records, each by itself: one that cannot be done does not keep the others from being done.

import type { Services } from './app-services.ts'

/** The first failure is thrown once all have been tried, so that the round counts as failed and is looked into. */
export async function eachByItself(
  { log }: Pick<Services, 'log'>,
  ids: readonly number[],
  what: string,
  work: (id: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const id of ids) {
    try {
      await work(id)
    } catch (error) {
      log.error({ id, err: error }, `${what} failed; the others go on`)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
