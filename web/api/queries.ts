// TanStack Query as the console uses it: refusals are final, a passing outage is tried twice more.

import type { AnswerOf, AskOf } from '@paywages/wire/endpoint.ts'
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { type Callable, call } from './client.ts'
import { whenForgotten } from './known-user.ts'
import { CallRefused } from './refused.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => error instanceof CallRefused && error.outage && failures < 2,
      retryDelay: (attempt) => 600 * 2 ** attempt,
      staleTime: 0,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

// Nothing of one person's data may be shown to the next.
whenForgotten(() => queryClient.clear())

/** A query is known by its call's path, so that a change can refresh every list of that call. */
export function keyOf(endpoint: Callable, ask?: unknown): readonly unknown[] {
  return ask === undefined ? [endpoint.path] : [endpoint.path, plainly(ask)]
}

/** Keys are written as JSON, which knows no bigint: an amount stands in them as its digits. */
function plainly(ask: unknown): unknown {
  if (typeof ask !== 'object' || ask === null) return ask
  return Object.fromEntries(
    Object.entries(ask).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  )
}

type AskOptions<E> = {
  readonly enabled?: boolean
  /** Keeps the answer to the previous question on the page until the next one is there. */
  readonly keepPrevious?: boolean
  readonly staleTime?: number
  /** Asked again after so many milliseconds, by what the last answer said; a hidden page does not ask. */
  readonly refetchEvery?: (answer: AnswerOf<E> | undefined) => number | false
}

export function useCall<E extends Callable>(endpoint: E, ask: AskOf<E>, options: AskOptions<E> = {}) {
  const { refetchEvery } = options
  return useQuery<AnswerOf<E>>({
    ...queryOf(endpoint, ask),
    enabled: options.enabled ?? true,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(refetchEvery === undefined ? {} : { refetchInterval: (query) => refetchEvery(query.state.data) }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  })
}

function queryOf<E extends Callable>(endpoint: E, ask: AskOf<E>) {
  return {
    queryKey: keyOf(endpoint, ask),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<E>> =>
      (await call(endpoint, ask, { signal })) ?? (null as AnswerOf<E>),
  }
}

/** The answer of this very moment, also for everyone who shows it: before a decision nothing old will do. */
export function askNow<E extends Callable>(endpoint: E, ask: AskOf<E>): Promise<AnswerOf<E>> {
  return queryClient.fetchQuery({ ...queryOf(endpoint, ask), staleTime: 0 })
}

/** Marks the answers of these calls as out of date. */
export async function refresh(...endpoints: readonly Callable[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
